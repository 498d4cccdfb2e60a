// The files of a flow of 500 nodes, from its first move to its last, beside the least that its running takes: the bare agent and the bare tests of each node.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectedNode } from '../../src/domain/flow/projected.ts';
import { boundSummary } from '../../src/domain/flow/summary.ts';
import { bareAgent, bareTests, scriptOf } from '../bare-runs.ts';
import { build, openBuiltCli } from '../built-cli.ts';
import { layFlow } from '../lay-flow.ts';
import { openProjections } from '../project-flow.ts';
import type { Bench } from '../row.ts';
import { timed } from '../sample.ts';

const count = 500;
const percent = 5;

export const bench: Bench = {
  name: 'flow-projections',
  target: `the files of ${count} nodes in a row: <= ${percent} % of their bare agents and tests`,
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      writeFileSync(scriptOf(cli.folder.path), JSON.stringify({ turns: [{ do: [{ say: 'Yes.' }] }] }));
      const running = async () => bareTests(cli) + (await timed(() => bareAgent(cli, 'Is it?')));
      const before = await running();
      const folder = layFlow(join(cli.folder.checkout, '.workflow', 'WFS-large'), count);
      const write = openProjections(cli.folder.path, folder);
      const begun = performance.now();
      for (let moves = 1; moves <= 2 * count + 1; moves += 2) await write(nodesAfter(moves));
      const took = performance.now() - begun;
      const path = (count * (before + (await running()))) / 2;
      const value = (100 * took) / path;
      return [
        {
          ...{ what: `${count} nodes: their files`, unit: '%', value, min: null },
          floor: { what: `of ${(path / 1000).toFixed(0)} s of bare agents and tests`, value: 100 },
          ...{ target: `<= ${percent}`, met: value <= percent },
        },
      ];
    } finally {
      await cli.close();
    }
  },
};

const file = (at: number) => ({ path: `src/part-${at}.js`, from: null, kind: 'added', added: 12, removed: 0 }) as const;

/** Each is begun, then done, one after the other. A flow writes when it rests: once for one that is done and the next that is begun. */
const nodesAfter = (moves: number): readonly ProjectedNode[] =>
  Array.from({ length: count }, (_, at): ProjectedNode => {
    const begun = { from: 'pending', to: 'in_progress', at: 2000 * at } as const;
    const done = { from: 'in_progress', to: 'completed', at: 2000 * at + 1000 } as const;
    const own = [begun, done].slice(0, Math.max(0, moves - 2 * at));
    const status = own.at(-1)?.to ?? 'pending';
    const summary = own.length < 2 ? null : boundSummary({ files: [file(at)], components: [], gates: [] });
    return { id: `IMPL-${at + 1}`, status, moves: own, summary };
  });
