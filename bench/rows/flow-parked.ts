// A flow of 500 nodes that waits for a person: what is kept of each, and what the daemon burns meanwhile.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskCreated } from '../../src/contract/task.ts';
import { atRest, stateOf } from '../at-rest.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import { layFlow } from '../lay-flow.ts';
import type { Bench } from '../row.ts';

const count = 500;

export const bench: Bench = {
  name: 'flow-parked',
  target: `${count} nodes that wait for a person: <= 60 KB on disk and 60 KB of memory each, <= 0.5 % CPU`,
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      await cli.down('--all');
      const alone = { kept: keptBy(cli), bytes: (await atRest(cli)).bytes };
      const folder = layFlow(join(cli.folder.checkout, '.workflow', 'WFS-large'), count);
      const { task } = cli.ask<TaskCreated>('flow', 'run', folder, '--agent', 'scripted', '--detach');
      await cli.until(task, 'plan');
      await cli.down('--all');
      const { percent, bytes } = await atRest(cli);
      const kept = (keptBy(cli) - alone.kept) / count / 1024;
      const memory = Math.max(0, bytes - alone.bytes) / count / 1024;
      const figures = { min: null, floor: null } as const;
      const name = `${count} nodes parked`;
      return [
        { ...figures, what: `${name}: kept of each`, unit: 'KB', value: kept, target: '<= 60', met: kept <= 60 },
        { ...figures, what: `${name}: memory each`, unit: 'KB', value: memory, target: '<= 60', met: memory <= 60 },
        { ...figures, what: `${name}: idle`, unit: '%', value: percent, target: '<= 0.5', met: percent <= 0.5 },
      ];
    } finally {
      await cli.close();
    }
  },
};

/** Nobody has it open: all is in the one file. */
const keptBy = (cli: BuiltCli): number => statSync(join(stateOf(cli), 'drover.db')).size;
