// Thousands of tasks that wait for a person: how soon the daemon answers after a start, what it burns at rest, what each takes in memory and on disk.
import { join } from 'node:path';
import { atRest, stateOf } from '../at-rest.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import { multiplyTask } from '../multiply-task.ts';
import type { Bench, Row } from '../row.ts';

const counts = [
  { count: 1000, readyMs: 1000 },
  { count: 10_000, readyMs: 2000 },
];

export const bench: Bench = {
  name: 'parked-tasks',
  target: '1,000 and 10,000: ready in <= 1 s and <= 2 s, <= 0.5 % CPU, <= 2 KB of memory and 60 KB on disk each',
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      const task = cli.state();
      await cli.until(task, 'plan');
      await cli.down();
      const alone = await atRest(cli);
      const rows: Row[] = [];
      for (const each of counts) rows.push(...(await measureParked(cli, task, alone.bytes, each)));
      return rows;
    } finally {
      await cli.close();
    }
  },
};

async function measureParked(
  cli: BuiltCli,
  task: string,
  alone: number,
  { count, readyMs }: (typeof counts)[number],
): Promise<readonly Row[]> {
  const disk = multiplyTask(join(stateOf(cli), 'drover.db'), task, count) / 1024;
  const { ready, percent, bytes } = await atRest(cli);
  const memory = Math.max(0, bytes - alone) / count / 1024;
  const figures = { min: null, floor: null } as const;
  const name = `${count} parked`;
  return [
    { ...figures, what: `${name}: ready`, unit: 'ms', value: ready, target: `<= ${readyMs}`, met: ready <= readyMs },
    { ...figures, what: `${name}: idle`, unit: '%', value: percent, target: '<= 0.5', met: percent <= 0.5 },
    { ...figures, what: `${name}: memory each`, unit: 'KB', value: memory, target: '<= 2', met: memory <= 2 },
    { ...figures, what: `${name}: whole record each`, unit: 'KB', value: disk, target: '<= 60', met: disk <= 60 },
  ];
}
