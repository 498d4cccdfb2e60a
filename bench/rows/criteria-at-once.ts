// A plan of eight criteria of five seconds each, one after another and several at once: how long they take beside what cannot be shorter.
import { cpSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TaskCreated, TaskDetail } from '../../src/contract/task.ts';
import { bareTests } from '../bare-runs.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';

const turnMs = 5_000;
const count = 8;
const testOf = (name: string, number: number): string =>
  `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => assert.equal(${name}(), ${number}));\n`;

const sourceOf = (name: string, number: number): string => `export const ${name} = (from = 0) => from + ${number};\n`;

const names = Array.from({ length: count }, (_, index) => `part${index + 1}`);
const plan = names
  .map((name, index) => `### SC-${index + 1}: there is a ${name}\n\n- Files: \`src/${name}.js\`\n`)
  .join('\n');
const script = {
  turns: names.map((name, index) => ({
    when: { mode: 'write', prompt: `criterion SC-${index + 1} \\(` },
    do: [
      { sleep: turnMs },
      { write: { path: `src/${name}.js`, text: sourceOf(name, index) } },
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

/** What the checks of a plan take at the least, run by nobody: as many at once as there are processors. Milliseconds. */
function bareChecks(cli: BuiltCli): (atOnce: number) => number {
  const cwd = join(cli.folder.path, 'bare');
  cpSync(cli.folder.checkout, cwd, { recursive: true });
  const wholes: number[] = [];
  for (const [index, name] of names.entries()) {
    writeFileSync(join(cwd, `src/${name}.js`), sourceOf(name, index));
    writeFileSync(join(cwd, `test/${name}.test.js`), testOf(name, index));
    wholes.push(bareTests(cli, { cwd }));
  }
  /** All tests, the changed ones with the change, and those without it. */
  const check = (done: number, changed: number): number => {
    const files = names.slice(0, changed).map((name) => `test/${name}.test.js`);
    return (wholes[done - 1] ?? 0) + 2 * bareTests(cli, { cwd, files });
  };
  return (atOnce) => {
    const turnsOfProcessors = Math.ceil(atOnce / availableParallelism());
    const befores = Array.from({ length: count / atOnce }, (_, group) => group * atOnce);
    return befores
      .map((before) => turnsOfProcessors * check(before + 1, 1) + (atOnce > 1 ? check(before + atOnce, atOnce) : 0))
      .reduce((sum, each) => sum + each, 0);
  };
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
      const checks = bareChecks(cli);
      for (const atOnce of [1, 2, 4]) {
        // In each group one turn and the check of each, then one more check of all that are put together.
        const path = (count / atOnce) * turnMs + checks(atOnce);
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
