// Criteria that have nothing in common are worked on at once, with the real daemon, keeper, git and command line: each in a copy of its own, put together, checked once more.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { TaskDetail, TaskEvidence } from '../../src/contract/task.ts';
import { deeply, rarely } from './depth.ts';
import { otherwise, type Step, sumProject, type Turn } from './sum-project.ts';
import { openWorld, type World } from './world.ts';

/** The turn of one criterion of the tasks that carry this word. */
const at = (word: string, label: string, steps: readonly Step[], more: string = ''): Turn => ({
  when: { mode: 'write', prompt: `criterion ${label} \\(.*${word}.*${more}` },
  do: steps,
});
const write = (path: string, text: string): Step => ({ write: { path, text } });
const go: Step = { wait: { file: 'node_modules/go' } };
const done: Step = { say: 'Done.' };
const test = (name: string, module: string, says: string): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport * as all from '../src/${module}.js';\n\ntest('${name}', () => assert.equal(${says}));\n`;

/** More than the value that its test asks for. */
const counter = (name: string, by: number): string => `export const ${name} = (from = 0) => from + ${by};\n`;

const plan = (...criteria: readonly (readonly [string, string])[]): string =>
  criteria
    .map(([label, files]) => `### ${label}: make ${files} as wanted\n\n- Files: \`${files}\`\n- Kind: behaviour\n`)
    .join('\n');

const turns = [
  at('BOTH', 'SC-1', [
    go,
    write('src/one.js', counter('one', 1)),
    write('test/one.test.js', test('one', 'one', 'all.one(), 1')),
    write('README.md', 'Not mine.\n'),
    done,
  ]),
  at('BOTH', 'SC-2', [
    go,
    write('src/two.js', counter('two', 2)),
    write('test/two.test.js', test('two', 'two', 'all.two(), 2')),
    done,
  ]),
  at(
    'CLASH',
    'SC-2',
    [
      write(
        'test/both.test.js',
        `${test('one', 'one', 'all.one(), 1')}test('two', async () => assert.equal((await import('../src/two.js')).two(), 2));\n`,
      ),
      done,
    ],
    'conflict',
  ),
  ...(['one', 'two'] as const).map((name, index) =>
    at('CLASH', `SC-${index + 1}`, [
      write(`src/${name}.js`, counter(name, index + 1)),
      write('test/both.test.js', test(name, name, `all.${name}(), ${index + 1}`)),
      done,
    ]),
  ),
  at('RED', 'SC-1', [
    write('src/sum.js', 'export const sum = (a, b) => a + b;\nexport const names = () => ["sum"];\n'),
    write('test/names.test.js', test('names', 'sum', 'all.names().join(), "sum"')),
    done,
  ]),
  at(
    'RED',
    'SC-2',
    [
      write(
        'src/count.js',
        `import * as all from './sum.js';\nexport const count = () => Object.keys(all).includes('names') ? 1 : Object.keys(all).length;\n`,
      ),
      write('test/count.test.js', test('counts', 'count', 'all.count(), 1')),
      done,
    ],
    'did not pass',
  ),
  at('RED', 'SC-2', [
    write('src/count.js', `import * as all from './sum.js';\nexport const count = () => Object.keys(all).length;\n`),
    write('test/count.test.js', test('counts', 'count', 'all.count(), 1')),
    done,
  ]),
  at('LEFT', 'SC-1', [
    write('src/one.js', `import { more } from './more.js';\nexport const one = (from = 0) => from + more;\n`),
    write('src/one.js~', 'An editor keeps it.\n'),
    write('src/more.js', 'export const more = 1;\n'),
    write('.tig/state', 'x\n'),
    write('notes.txt', 'Why it is so.\n'),
    write('test/.cache/one.json', '1\n'),
    write(
      'test/one.test.js',
      `import { readFileSync } from 'node:fs';\n${test('one', 'one', "all.one(), Number(readFileSync(new URL('.cache/one.json', import.meta.url)))")}`,
    ),
    done,
  ]),
  ...otherwise('behaviour'),
];

let world: World;
beforeAll(async () => {
  world = await openWorld({
    project: { ...sumProject, 'README.md': 'Sums.\n', '.gitignore': 'node_modules\n' },
    script: { turns },
    config: 'policy: hands-off\nlimits: { concurrency: 2 }\n',
  });
});
afterAll(() => world.close());

async function start(word: string, text: string): Promise<string> {
  const file = join(world.folder, `${word}.md`);
  writeFileSync(file, text);
  return world.start(`${word}, please`, '--plan', file);
}

/** Prompts that ask for work at this criterion of the task, oldest first. */
function prompts(word: string, label: string): readonly string[] {
  const log = join(world.folder, 'agent', 'log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return lines
    .map((line) => Buffer.from((JSON.parse(line) as { base64: string }).base64, 'base64').toString())
    .filter((text) => text.includes(`criterion ${label} (`) && text.includes(word));
}

const facts = async (task: string): Promise<readonly string[]> =>
  (await world.drover(['task', 'watch', task])).out.split('\n');
const copies = (task: string): readonly string[] =>
  readdirSync(join(world.state, 'copies')).filter((name) => name.startsWith(`${task}.`));

async function submitted(task: string): Promise<TaskDetail> {
  const detail = await world.ended(task);
  expect(detail.outcome, JSON.stringify(detail)).toBe('released');
  await world.git('fetch', '-q', 'origin', detail.branch ?? '');
  expect(copies(task)).toEqual([]);
  return detail;
}
const submittedFiles = async () => (await world.git('ls-tree', '-r', '--name-only', 'FETCH_HEAD')).split('\n');

describe('criteria that have nothing in common', () => {
  deeply(
    'PC-01 PC-33 PC-45 are begun before either has ended, each in a copy of its own; what one does not own is set aside and named',
    async () => {
      const task = await start('BOTH', plan(['SC-1', 'src/one.js'], ['SC-2', 'src/two.js']));
      await world.until(
        async () => prompts('BOTH', 'SC-1').length + prompts('BOTH', 'SC-2').length,
        (many) => many === 2,
      );
      expect(copies(task).toSorted()).toEqual([`${task}.SC-1`, `${task}.SC-2`]);
      expect((await world.show(task)).state).toBe('develops SC-1, attempt 1; develops SC-2, attempt 1');
      for (const label of ['SC-1', 'SC-2']) {
        const folder = join(world.state, 'copies', `${task}.${label}`, 'node_modules');
        mkdirSync(folder);
        writeFileSync(join(folder, 'go'), '');
      }
      const detail = await submitted(task);
      expect(detail.criteria.map(({ id, state }) => `${id} ${state}`)).toEqual(['SC-1 met', 'SC-2 met']);
      expect(await submittedFiles()).toEqual(expect.arrayContaining(['src/one.js', 'src/two.js']));
      expect(await world.git('show', 'FETCH_HEAD:README.md')).toBe('Sums.');
      const said = (await facts(task)).join('\n');
      expect(said).toContain('SC-1, SC-2 are worked on at once');
      expect(said).toContain('SC-1: set aside, for it does not own them: README.md');
      const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', task, '--verify']);
      expect(verified?.ok, verified?.why).toBe(true);
      expect(evidence.filter(({ gate }) => gate === 'ownership')).toMatchObject([
        { criterion: 'SC-1', verdict: 'passed' },
      ]);
      // Each by itself, and both as a whole.
      const red = evidence.filter(({ gate }) => gate === 'red-first');
      expect(red.map(({ criterion, verdict }) => `${criterion} ${verdict}`).toSorted()).toEqual([
        ...['SC-1 passed', 'SC-2 passed', 'null passed'],
      ]);
    },
  );

  rarely(
    'PC-45 and one that is worked on by itself leave in the change what they made, and nothing of tools',
    async () => {
      const task = await start('LEFT', plan(['SC-1', 'src/one.js']));
      const { notes } = await submitted(task);
      const files = await submittedFiles();
      expect(files).toEqual(expect.arrayContaining(['notes.txt', 'src/more.js', 'src/one.js', 'test/.cache/one.json']));
      expect(files.filter((path) => /^\.tig|~$/.test(path))).toEqual([]);
      expect((await facts(task)).join('\n')).toContain(
        'SC-1: no part of the change, for tools left it: .tig/, src/one.js~',
      );
      expect(notes).toContain('no part of the change, for tools left it: .tig/, src/one.js~');
    },
  );

  rarely(
    'in conflict lose nothing: the files are named, and the work of both is in the copy for whoever mends it',
    async () => {
      const task = await start('CLASH', plan(['SC-1', 'src/one.js'], ['SC-2', 'src/two.js']));
      const asked = await world.asked(task, 'stuck');
      const [question] = asked.open_questions;
      expect(question?.text).toMatch(/^SC-2 is blocked: .* in conflict with the others in test\/both\.test\.js/);
      const both = readFileSync(join(asked.copy ?? '', 'test', 'both.test.js'), 'utf8');
      expect(both).toContain('<<<<<<<');
      expect([both.includes('all.one(), 1'), both.includes('all.two(), 2')]).toEqual([true, true]);
      await world.must(['answer', question?.id ?? '', 'fix']);
      await submitted(task);
      expect(prompts('CLASH', 'SC-2').at(-1)).toContain('test/both.test.js');
      expect(await world.git('show', 'FETCH_HEAD:test/both.test.js')).not.toContain('<<<<<<<');
    },
  );

  rarely('that are green alone and red together go back to the one that broke it', async () => {
    const task = await start('RED', plan(['SC-1', 'src/sum.js'], ['SC-2', 'src/count.js']));
    await submitted(task);
    expect(prompts('RED', 'SC-1')).toHaveLength(1);
    const [, again = ''] = prompts('RED', 'SC-2');
    expect(again).toMatch(/did not pass[\s\S]*counts/);
  });
});
