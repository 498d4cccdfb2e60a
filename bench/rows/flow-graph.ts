// A flow of thirty nodes, each after the one before, whose agent takes no time: what Drover adds to the bare agent and the bare tests of each.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskCreated, TaskDetail } from '../../src/contract/task.ts';
import { bareAgent, bareTests, scriptOf } from '../bare-runs.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import type { Bench } from '../row.ts';
import { timed } from '../sample.ts';

const count = 30;
const ids = Array.from({ length: count }, (_, at) => `IMPL-${at + 1}`);

export const bench: Bench = {
  name: 'flow-graph',
  target: `${count} instant nodes in a row: <= 1.05 times the bare agents and tests, and 40 ms a node`,
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      const script = { turns: [...ids.map(turnOf), { do: [{ say: 'Yes.' }] }] };
      writeFileSync(scriptOf(cli.folder.path), JSON.stringify(script));
      const path = count * (bareTests(cli) + (await timed(() => bareAgent(cli, 'Is it?'))));
      const most = 1.05 * path + 40 * count;
      const took = await developed(cli, layChain(cli));
      return [
        {
          ...{ what: `${count} nodes in a row`, unit: 's', value: took / 1000, min: null },
          floor: { what: 'their agents and tests, bare', value: path / 1000 },
          ...{ target: `<= ${(most / 1000).toFixed(1)}`, met: took <= most },
        },
      ];
    } finally {
      await cli.close();
    }
  },
};

/** Documents need no test of their own. */
function layChain({ folder: { checkout } }: BuiltCli): string {
  const folder = join(checkout, '.workflow', 'WFS-row');
  mkdirSync(join(folder, '.task'), { recursive: true });
  for (const [at, id] of ids.entries()) {
    const task = { id, title: `Page ${id}`, type: 'docs', depends_on: ids.slice(Math.max(0, at - 1), at) };
    writeFileSync(join(folder, '.task', `${id}.json`), JSON.stringify(task));
  }
  return folder;
}

const turnOf = (id: string) => ({
  when: { mode: 'write', prompt: `node ${id} \\(` },
  do: [{ write: { path: `docs/${id}.md`, text: `${id}\n` } }, { say: 'Written.' }],
});

/** From its first node to its last. */
async function developed(cli: BuiltCli, folder: string): Promise<number> {
  const { task } = cli.ask<TaskCreated>('flow', 'run', folder, '--agent', 'scripted', '--detach');
  await cli.watch(task);
  const { history, criteria } = cli.ask<TaskDetail>('task', 'show', task);
  const develop = history.find(({ phase }) => phase === 'develop');
  if (develop?.left == null || criteria.some(({ state }) => state !== 'met'))
    throw new Error(`${task} did not develop`);
  return develop.left - develop.entered;
}
