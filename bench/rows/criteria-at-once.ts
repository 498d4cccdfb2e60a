// A plan of eight criteria of five seconds each, one after another and several at once: how long they take beside what cannot be shorter.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskCreated, TaskDetail } from '../../src/contract/task.ts';
import { bareTests } from '../bare-runs.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';

const turnMs = 5_000;
const count = 8;
/** Of a criterion's check: all tests, the changed ones with the change, and those without it. */
const runsOfCheck = 3;

const testOf = (name: string, number: number): string =>
  `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => assert.equal(${name}(), ${number}));\n`;

const names = Array.from({ length: count }, (_, index) => `part${index + 1}`);
const plan = names
  .map((name, index) => `### SC-${index + 1}: there is a ${name}\n\n- Files: \`src/${name}.js\`\n`)
  .join('\n');
const script = {
  turns: names.map((name, index) => ({
    when: { mode: 'write', prompt: `criterion SC-${index + 1} \\(` },
    do: [
      { sleep: turnMs },
      { write: { path: `src/${name}.js`, text: `export const ${name} = (from = 0) => from + ${index};\n` } },
      { write: { path: `test/${name}.test.js`, text: testOf(name, index) } },
      { say: 'Done.' },
    ],
  })),
};

/** From the first criterion to the last, at so many at once. */
async function measureAt(cli: BuiltCli, atOnce: number): Promise<number> {
  cli.run('config', 'set', 'limits.concurrency', String(atOnce));
  const file = join(cli.folder.path, 'plan.md');
  writeFileSync(file, plan);
  const { task } = cli.ask<TaskCreated>(
    ...['do', `All eight, ${atOnce} at once.`, '-w', 'heartbeat', '--agent', 'scripted', '--plan', file, '--detach'],
    ...['--until', 'test'],
  );
  await cli.watch(task);
  const { history, criteria } = cli.ask<TaskDetail>('task', 'show', task);
  const develop = history.find(({ phase }) => phase === 'develop');
  if (develop?.left == null || criteria.some(({ state }) => state !== 'met'))
    throw new Error(
      `${task} did not develop: ${JSON.stringify(criteria.map(({ id, state, why }) => [id, state, why]))}`,
    );
  return develop.left - develop.entered;
}

export const bench: Bench = {
  name: 'criteria-at-once',
  target: 'eight criteria of 5 s at 1, 2 and 4 at once: <= 1.15 times the critical path',
  measure: async () => {
    build();
    const cli = await openBuiltCli(true);
    try {
      writeFileSync(join(cli.folder.path, 'script.json'), JSON.stringify(script));
      const rows: Row[] = [];
      for (const atOnce of [1, 2, 4]) {
        const check = runsOfCheck * bareTests(cli);
        const groups = count / atOnce;
        // In each group one turn and one check, then one more check of all that are put together.
        const path = groups * (turnMs + Math.min(atOnce, 2) * check);
        const took = await measureAt(cli, atOnce);
        rows.push({
          ...{ what: `${count} criteria, ${atOnce} at once`, unit: 's', value: took / 1000, min: null },
          floor: { what: 'turns and bare tests that wait for one another', value: path / 1000 },
          ...{ target: '<= 1.15 times', met: took <= 1.15 * path },
        });
      }
      return rows;
    } finally {
      await cli.close();
    }
  },
};
