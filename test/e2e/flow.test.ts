// A session folder of another program, carried out as it is: `drover flow run` with the real daemon, keeper, git and command line.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FlowList, FlowStatus } from '../../src/contract/flow.ts';
import { often, rarely } from './depth.ts';
import { otherwise, type Step, sumProject, type Turn } from './sum-project.ts';
import { openWorld, type World } from './world.ts';

const write = (path: string, text: string): Step => ({ write: { path, text } });
const test = (name: string, value: string): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport * as all from '../src/${name}.js';\n\ntest('${name}', () => assert.equal(all.${name}, ${value}));\n`;
/** A module with its test. */
const work = (id: string, name: string, value: string, head = ''): Turn => ({
  when: { mode: 'write', prompt: `node ${id} \\(` },
  do: [
    write(`test/${name}.test.js`, test(name, value)),
    write(`src/${name}.js`, `${head}export const ${name} = ${value};\n`),
    { say: `Wrote ${name}.` },
  ],
});

const turns = [
  work('IMPL-001', 'one', '1'),
  work('IMPL-002', 'two', '2'),
  work('IMPL-003', 'three', '3', "import './one.js';\nimport './two.js';\n"),
  work('ISS-1.1', 'five', '5'),
  work('ISS-2.1', 'six', '6'),
  work('ISS-3.1', 'seven', '7'),
  ...otherwise('behaviour'),
];

let world: World;
beforeAll(async () => {
  world = await openWorld({
    project: { ...sumProject, '.gitignore': '.workflow\n' },
    script: { turns },
    config: 'policy: hands-off\nlimits: { concurrency: 2 }\n',
  });
});
afterAll(() => world.close());

const session = (name: string) => join(world.checkout, '.workflow', 'active', name);

function lay(
  name: string,
  tasks: readonly { readonly id: string; readonly status?: string }[],
  more: object = {},
): string {
  mkdirSync(join(session(name), '.task'), { recursive: true });
  const put = (path: string, value: object) => writeFileSync(join(session(name), path), JSON.stringify(value, null, 2));
  put('workflow-session.json', { session_id: name, description: 'Numbers as modules', ...more });
  for (const task of tasks) put(`.task/${task.id}.json`, task);
  return session(name);
}

const nested = (id: string, path: string) => ({
  ...{ id, title: `The module ${path}`, status: 'pending' },
  context: { requirements: [`${path} exports its number`], acceptance: ['it is tested'], depends_on: [] },
  flow_control: { target_files: [path] },
});
const flat = (id: string, path: string, more: object = {}) => ({
  ...{ id, title: `The module ${path}`, description: `${path} exports its number`, depends_on: [] },
  ...{ convergence: { criteria: ['it is tested'], verification: 'node --test' }, files: [{ path, action: 'create' }] },
  ...more,
});

const flow = (...words: readonly string[]) => world.drover(['flow', ...words]);
const run = (...words: readonly string[]) => flow('run', ...words, '--agent', 'scripted', '-d');
const status = (word: string) => world.must<FlowStatus>(['flow', 'status', word]);
const untilOver = (task: string) =>
  world.until(
    () => status(task),
    ({ outcome }) => outcome !== null,
  );
const standing = ({ nodes }: FlowStatus) => nodes.map(({ id, status: as }) => [id, as]);

describe('PC-56 PC-57 a session folder', () => {
  often('is carried out as a graph, both shapes alike, and leaves a branch that is proven', async () => {
    const folder = lay('WFS-numbers', [
      nested('IMPL-001', 'src/one.js'),
      flat('IMPL-002', 'src/two.js'),
      flat('IMPL-003', 'src/three.js', {
        depends_on: ['IMPL-001', 'IMPL-002'],
        artifacts: ['.workflow/active/WFS-numbers/why.md'],
        pre_analysis: [
          {
            step: 'read',
            action: 'look',
            commands: ['Read(src/one.js)', 'bash(echo "and $((40 + 2))")'],
            output_to: 'seen',
          },
        ],
      }),
    ]);
    writeFileSync(join(folder, 'why.md'), 'Three is enough.\n');
    const begun = await run(folder);
    expect([begun.code, begun.err]).toEqual([0, expect.stringContaining('is now the workspace shop')]);
    const task = begun.out.trim();
    const over = await untilOver(task);
    expect([over.outcome, over.name, standing(over)], world.log()).toEqual([
      ...['proven', 'WFS-numbers'],
      ['IMPL-001', 'IMPL-002', 'IMPL-003'].map((id) => [id, 'completed']),
    ]);
    expect(over.nodes.map(({ history }) => history.map(({ from, to }) => `${from} ${to}`))).toEqual(
      [1, 2, 3].map(() => ['pending in_progress', 'in_progress completed']),
    );
    const log = await world.must<{ lines: { text: string }[] }>(['task', 'log', task]);
    const said = log.lines.map(({ text }) => text).join('\n');
    expect(said).toContain('IMPL-001, IMPL-002 are worked on at once');
    expect(said).toContain('IMPL-003 was in progress and is completed');
    const prompts = readFileSync(join(world.folder, 'agent', 'log'), 'utf8');
    expect(prompts).toContain('Attempt 1 of 3 at node IMPL-003');
    // PC-53
    expect(prompts).toMatch(/### seen.{0,20}export const one = 1;.{0,20}and 42/s);

    const [, kept = ''] = /active\/WFS-numbers\/why.md, kept at ([^\s\\]+)/.exec(prompts) ?? [];
    expect(readFileSync(kept, 'utf8')).toBe('Three is enough.\n');

    // PC-61, PC-62
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    expect(read('TODO_LIST.md')).toMatch(/- \[x\] \*\*IMPL-003\*\*/);
    expect(read('.summaries/IMPL-003-summary.md')).toMatch(/`src\/three.js`: added.*`test\/three.test.js`: added/s);
    expect(JSON.parse(read('.task/IMPL-001.json'))).toMatchObject({ status: 'completed' });
    expect(prompts).toContain('### IMPL-002: The module src/two.js');

    const { copy } = await world.show(task);
    expect(readFileSync(join(copy ?? '', 'src/three.js'), 'utf8')).toContain('three = 3');
    const listed = await world.must<FlowList>(['flow', 'list', '--all']);
    expect(listed.flows.map(({ id, counts }) => [id, counts])).toEqual([[task, { completed: 3 }]]);
    const shown = await flow('status', folder);
    expect([shown.code, shown.out]).toEqual([
      0,
      expect.stringMatching(/IMPL-003 +completed .*after IMPL-001, IMPL-002/),
    ]);
  });

  often('is refused where it cannot be run, with nothing begun; a second run of it is told who has it', async () => {
    const task = flat('IMPL-001', 'src/four.js');
    const failed = await run(lay('WFS-failed', [{ ...task, status: 'failed' }]));
    expect([failed.code, failed.err]).toEqual([2, expect.stringContaining('--reset IMPL-001')]);
    const done = await run(lay('WFS-done', [{ ...task, status: 'completed' }]));
    expect([done.code, done.err]).toEqual([2, expect.stringContaining('Nothing is left to do')]);
    const circle = [flat('A', 'a', { depends_on: ['B'] }), flat('B', 'b', { depends_on: ['A'] })];
    expect(await run(lay('WFS-circle', circle))).toMatchObject({ code: 2, err: expect.stringContaining('A, B') });
    expect((await flow('status', session('WFS-circle'))).code).toBe(3);

    world.setConfig('policy: careful\n');
    const folder = lay('WFS-twice', [task]);
    const both = await Promise.all([run(folder), run(folder)]);
    const codes = both.map(({ code }) => code).sort();
    expect(codes).toEqual([0, 4]);
    const first = both.find(({ code }) => code === 0)?.out.trim() ?? '';
    expect(both.find(({ code }) => code === 4)?.err).toContain(`${first} works on WFS-twice.`);
    await world.must(['flow', 'pause', folder]);
    const paused = await world.until(
      () => status(folder),
      (told) => told.paused,
    );
    expect(paused.id).toBe(first);
    await world.must(['flow', 'resume', folder]);
    await world.must(['flow', 'cancel', folder]);
    expect(standing(await untilOver(first))).toEqual([['IMPL-001', 'pending']]);
  });
});

describe('a session folder that is worked on', () => {
  const away = () => join(world.checkout, '.workflow', 'WFS-away');
  for (const [how, go, back] of [
    [
      'renamed',
      (folder: string) => renameSync(folder, `${folder}-2`),
      (folder: string) => renameSync(`${folder}-2`, folder),
    ],
    [
      'deleted',
      (folder: string) => cpSync(folder, away(), { recursive: true }) ?? rmSync(folder, { recursive: true }),
      (folder: string) => cpSync(away(), folder, { recursive: true }),
    ],
    [
      'replaced by a link',
      (folder: string) => renameSync(folder, away()) ?? symlinkSync(away(), folder),
      (folder: string) => rmSync(folder) ?? renameSync(away(), folder),
    ],
  ] as const)
    often(
      `and ${how} is said to be gone; nothing is written or put away elsewhere, and back again it is gone on with`,
      async () => {
        world.setConfig('policy: careful\n');
        rmSync(away(), { recursive: true, force: true });
        const folder = lay(`WFS-${how.replaceAll(' ', '-')}`, [flat('IMPL-001', 'src/eight.js')]);
        const task = (await run(folder)).out.trim();
        await world.until(
          () => status(task),
          ({ questions }) => questions.length > 0,
        );
        const there = [folder, `${folder}-2`, away()];
        const listsAt = () =>
          there
            .map((each) => join(each, 'TODO_LIST.md'))
            .filter((path) => existsSync(path))
            .map((path) => readFileSync(path, 'utf8'));
        go(folder);
        const lists = listsAt();
        await world.must(['flow', 'pause', folder]);
        const told = await world.until(
          () => status(folder),
          ({ files }) => files !== undefined,
        );
        expect([told.id, told.files?.error_code]).toEqual([task, 'PATH_NOT_FOUND']);
        expect(listsAt()).toEqual(lists);
        expect((await world.drover(['task', 'log', task])).out).toContain('its files could not be written');
        for (const path of there.filter((each) => existsSync(each)))
          expect(await flow('archive', path)).toMatchObject({
            code: 4,
            err: expect.stringContaining(`${task} works on`),
          });
        expect(existsSync(join(world.checkout, '.workflow', 'archives'))).toBe(false);
        back(folder);
        await world.must(['flow', 'resume', folder]);
        await world.until(
          () => status(folder),
          ({ files, paused }) => files === undefined && !paused,
        );
        await world.must(['flow', 'cancel', folder]);
        await untilOver(task);
      },
    );
});

describe('a queue of issues', () => {
  rarely(
    'is laid and carried out in its order; whoever waits for one that fails says so, and the others are done',
    async () => {
      world.setConfig('policy: hands-off\nlimits: { concurrency: 2 }\n');
      const issues = join(world.checkout, '.workflow', 'issues');
      mkdirSync(join(issues, 'solutions'), { recursive: true });
      const all = [
        { id: 'ISS-1', title: 'A module five', status: 'planned', bound_solution_id: 'SOL-1' },
        { id: 'ISS-2', title: 'A module six', bound_solution_id: 'SOL-2', depends_on: ['ISS-1'] },
        { id: 'ISS-3', title: 'A module seven', status: 'planned', bound_solution_id: 'SOL-3' },
        { id: 'ISS-4', title: 'An old one', status: 'completed' },
      ];
      const never = { criteria: ['it is there'], verification: ['test -f never.txt'] };
      const solve = (number: number, name: string, more: object = {}) => {
        const task = { id: 'T1', title: `Write ${name}`, modification_points: [`src/${name}.js`], ...more };
        const path = join(issues, 'solutions', `ISS-${number}.jsonl`);
        writeFileSync(path, JSON.stringify({ id: `SOL-${number}`, tasks: [task] }));
      };
      solve(1, 'five', { acceptance: never });
      solve(2, 'six');
      solve(3, 'seven');
      writeFileSync(join(issues, 'issues.jsonl'), all.map((issue) => JSON.stringify(issue)).join('\n'));
      const queued = await flow('queue');
      expect([queued.code, queued.err]).toEqual([0, expect.stringContaining('Done already: ISS-4')]);
      const folder = queued.out.trim();
      expect(folder).toBe(session('issues'));
      expect(await flow('queue')).toMatchObject({ code: 4, err: expect.stringContaining(`drover flow run ${folder}`) });
      const task = (await run(folder)).out.trim();
      const asks = await world.until(
        () => status(task),
        ({ outcome, questions }) => outcome !== null || questions.length > 0,
      );
      expect(asks.nodes.map(({ id, status: as, why }) => [id, as, why])).toEqual([
        ['ISS-1', 'blocked', 'ISS-1.1: blocked'],
        ['ISS-1.1', 'blocked', expect.any(String)],
        ['ISS-2', 'blocked', 'ISS-2.1: blocked'],
        ['ISS-2.1', 'blocked', 'it waits for ISS-1.1'],
        ['ISS-3', 'completed', ''],
        ['ISS-3.1', 'completed', ''],
      ]);
      await world.must(['flow', 'cancel', folder]);
    },
  );
});
