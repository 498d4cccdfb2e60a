// A folder of plans that several executors share: `drover loop` with the real daemon, keeper, git and command line.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import { judgeBundle } from '../../src/domain/bundle/judge-bundle.ts';
import { readBundle } from '../../src/domain/bundle/read-bundle.ts';
import { createAsk } from '../../src/surfaces/cli/daemon/ask.ts';
import { consoleHere } from './ask-here.ts';
import { often, rarely } from './depth.ts';
import { shareWorlds } from './shared-worlds.ts';
import type { World } from './world.ts';

let world: World;
const openShared = shareWorlds();

const test = (name: string) =>
  `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => assert.equal(${name}(), '${name}'));\n`;
const work = (name: string) => ({
  when: { mode: 'write', prompt: `${name} says its name` },
  do: [
    { write: { path: `test/${name}.test.js`, text: test(name) } },
    { write: { path: `src/${name}.js`, text: `export const ${name} = () => '${name}';\n` } },
    { say: `Wrote ${name}.` },
  ],
});

const folder = (...parts: string[]) => join(world.checkout, '.pilot', 'plan', ...parts);
const standing = (state: string) => {
  try {
    return readdirSync(folder(state)).sort();
  } catch {
    return [];
  }
};

async function open(): Promise<void> {
  world = await openShared({
    project: {
      'package.json': '{"name":"shop","version":"1.0.0","type":"module"}\n',
      '.drover.yaml': 'gates:\n  test: node --test --test-isolation=none\n',
      '.gitignore': '.pilot\n',
      'src/zero.js': "export const zero = () => 'zero';\n",
      'test/zero.test.js': test('zero'),
    },
    config: 'policy: hands-off\n',
    script: { turns: [work('one'), work('two')] },
  });
  mkdirSync(folder('pending'), { recursive: true });
}

const write = (file: string, name: string) =>
  writeFileSync(
    folder('pending', file),
    `# The module ${name}\n\n### SC-1: ${name} says its name\n- Files: src/${name}.js\n`,
  );

const loop = (...more: string[]) => world.drover(['loop', ...more, '--agent', 'scripted', '-d']);

describe('PC-06 a folder of plans', () => {
  rarely(
    'gives each executor another plan, says when none is left, and has those that are proven among the done',
    async () => {
      await open();
      write('20260102_two.md', 'two');
      write('20260101_one.md', 'one');
      const [first, second] = await Promise.all([loop(), loop()]);
      expect([first.code, second.code], first.err + second.err).toEqual([0, 0]);
      const none = await loop();
      expect([none.code, none.err]).toEqual([
        3,
        expect.stringMatching(/^No plan waits in .pilot\/plan\/pending.*\nPut one there/),
      ]);
      expect(standing('pending')).toEqual([]);
      // Another Drover of the same folder.
      const elsewhere = join(world.folder, 'elsewhere');
      mkdirSync(elsewhere);
      copyFileSync(join(world.state, 'config.yaml'), join(elsewhere, 'config.yaml'));
      const stranger = { env: { DROVER_HOME: elsewhere } };
      const taken = await world.drover(['loop', '--agent', 'scripted', '-d'], stranger);
      expect([taken.code, taken.err]).toEqual([3, expect.stringMatching(/^No plan waits/)]);
      await world.drover(['down', '--all', '--yes'], stranger);

      const ended = await Promise.all([first, second].map(({ out }) => world.ended(out.trim())));
      expect(ended.map(({ outcome }) => outcome)).toEqual(['proven', 'proven']);
      const log = (await world.drover(['task', 'log', first.out.trim()])).out;
      expect(log).toMatch(/The most it may cost is .*\n(?:.*\n)*.*SC-1, attempt 1 by scripted/);
      // PC-14
      expect(log).toMatch(/SC-1: edited with no run of the tests since the edit before: src\/(?:one|two)\.js/);
      expect(ended.map(({ text }) => text).sort()).toEqual(['The module one', 'The module two']);
      expect([standing('in_progress'), standing('done')]).toEqual([[], ['20260101_one.md', '20260102_two.md']]);
    },
  );

  rarely('has none wait that a task has, though who took it was killed before it left them', async () => {
    await open();
    write('killed.md', 'one');
    mkdirSync(folder('in_progress'), { recursive: true });
    linkSync(folder('pending', 'killed.md'), folder('in_progress', 'killed.md'));
    await world.must<Ps>(['ps']);
    const ask = createAsk(
      consoleHere({ cwd: world.checkout, env: world.env, input: '' }, () => {}),
      null,
    );
    const plan = {
      plan: readFileSync(folder('pending', 'killed.md'), 'utf8'),
      plan_file: folder('in_progress', 'killed.md'),
    };
    const made = await ask(
      'task.create',
      { ...plan, text: 'The module one', cwd: world.checkout, agent: 'scripted', until: 'test' },
      { startsWork: true },
    );
    if (!made.ok) throw new Error(made.error);
    await world.until(
      async () => standing('pending'),
      (waiting) => !waiting.includes('killed.md'),
    );
    expect((await world.ended(made.data.task)).outcome).toBe('proven');
    expect(standing('done')).toContain('killed.md');
  });

  const criterion = '### SC-1: one says its name\n- Files: src/one.js\n';
  rarely('leaves a plan that is refused where it waits, says which it is, and takes one by its name', async () => {
    await open();
    const refused = async (text: string) => {
      writeFileSync(folder('pending', 'a.md'), text);
      const { code, err } = await loop();
      return [code, err.trim()];
    };
    for (const [text, words] of [
      [
        '### SC-1: a after SC-2\n### SC-2: b after SC-1\n',
        /They wait for one another in a circle: SC-1, SC-2\. \[DEPENDENCY_CYCLE\]/,
      ],
      ['', /The text is empty\. \[TEXT_EMPTY\]\nA plan has criteria/],
      [criterion + 'All is well. '.repeat(80_000), /The text is too long\. \[TEXT_TOO_LONG\]\nA plan has .* 256 KiB/],
      [criterion.repeat(2), /SC-1 stands twice in the plan: in line 1 and in line 3\. \[PLAN_INVALID\]/],
      ['<h3>SC-1: it works</h3>\n', /it names no criterion \[PLAN_INVALID\]/],
      ['```\n### SC-1: no\n```\n~~~md\n- [ ] **SC-2**: no\n~~~\n\n    SC-3: no\n', /it names no criterion/],
    ] as const)
      expect(await refused(text)).toEqual([
        2,
        expect.stringMatching(new RegExp(`^\\.pilot/plan/pending/a\\.md: ${words.source}`)),
      ]);
    writeFileSync(folder('pending', 'b.md'), 'No criterion.\n');
    const empty = await loop(folder('pending', 'b.md'));
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('names no criterion')]);
    expect([standing('pending'), standing('in_progress')]).toEqual([['a.md', 'b.md'], []]);

    write('c.md', 'one');
    const named = await loop(folder('pending', 'c.md'), '--until');
    expect(named.code).toBe(2);
    const task = (await loop(folder('pending', 'c.md'))).out.trim();
    expect([standing('pending'), standing('in_progress')]).toEqual([['a.md', 'b.md'], ['c.md']]);
    const again = await loop(folder('in_progress', 'c.md'), '--json');
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      4,
      { error_code: 'PLAN_TAKEN', error: `${task} works on c.md.` },
    ]);
    expect((await world.ended(task)).branch).toMatch(/^drover\//);
    expect(readFileSync(folder('done', 'c.md'), 'utf8')).toContain('one says its name');
  });
});

/** Told by a hook of its program, which waits for what the tests near it say. */
const edit = (path: string, text: string) => ({ edit: { path, text } });

const runLoop = async (name: string, steps: readonly object[], meanwhile = async (_task: string) => {}) => {
  await open();
  world.setScript({ turns: [{ when: { mode: 'write', prompt: `${name} says its name` }, do: steps }] });
  write(`${name}.md`, name);
  const begun = await loop(folder('pending', `${name}.md`));
  expect(begun.code, begun.err).toBe(0);
  const task = begun.out.trim();
  await meanwhile(task);
  const { outcome } = await world.ended(task);
  return { outcome, log: (await world.drover(['task', 'log', task])).out };
};

describe('PC-14 tests after each edit', () => {
  rarely('are run before the agent goes on, which is told what they say; no edit comes upon another', async () => {
    const { outcome, log } = await runLoop('three', [
      edit('test/three.test.js', test('three')),
      edit('src/three.js', "export const three = () => 'four';\n"),
      edit('src/three.js', "export const three = () => 'three';\n"),
      { say: 'Wrote three.' },
    ]);
    expect(outcome).toBe('proven');
    const told = [...log.matchAll(/edited (\S+); the tests of test\/three\.test\.js (\w+) \(r\d+/g)];
    expect(told.map(([, path, verdict]) => [path, verdict])).toEqual([
      ['test/three.test.js', 'failed'],
      ['src/three.js', 'failed'],
      ['src/three.js', 'passed'],
    ]);
    expect(log).not.toContain('edited with no run');
  });

  rarely('are run as well for what it edits through its shell, once for each', async () => {
    const ran = "\nimport { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\n";
    const source = "export const six = () => 'six';\n";
    const steps = [
      edit('test/six.test.js', test('six') + ran),
      { run: [process.execPath, '-e', `fs.writeFileSync('src/six.js', ${JSON.stringify(source)})`] },
      { wait: { file: '.git/told' } },
      { run: [process.execPath, '-e', "fs.writeFileSync('src/seven.js', '')"] },
      { say: 'Wrote seven.' },
      { wait: { file: '.git/told-again' } },
      { remove: 'src/seven.js' },
      { remove: 'ran' },
      { say: 'Wrote six.' },
    ];
    const { outcome, log } = await runLoop('six', steps, async (task) => {
      const onceTold = async (edit: RegExp, file: string) => {
        await world.until(
          async () => (await world.drover(['task', 'log', task])).out,
          (said) => edit.test(said),
        );
        writeFileSync(join((await world.show(task)).copy as string, '.git', file), '');
      };
      // A turn that ends takes the run beside it along.
      await onceTold(/edited src\/six.js; .* passed/, 'told');
      await onceTold(/edited .*src\/seven.js; .* passed/, 'told-again');
    });
    expect(outcome).toBe('proven');
    const told = [...log.matchAll(/edited (\S+); the tests of (\S+) (\w+) \(r\d+/g)].map(([, ...words]) => words);
    expect(told).toEqual([
      ['test/six.test.js', 'test/six.test.js', 'failed'],
      ['src/six.js', 'test/six.test.js', 'passed'],
      ['src/seven.js', 'test/six.test.js', 'passed'],
    ]);
    expect(log).not.toMatch(/edited with no run.*six/);
  });

  rarely('go on where the daemon is killed in their middle: none is lost, none made twice', async () => {
    const held =
      "\nimport { existsSync } from 'node:fs';\nwhile (existsSync('.git/hold')) await new Promise((on) => setTimeout(on, 50));\n";
    const steps = [
      { wait: { file: '.git/hold' } },
      edit('src/seven.js', "export const seven = () => 'eight';\n"),
      edit('test/seven.test.js', test('seven') + held),
      edit('src/seven.js', "export const seven = () => 'seven';\n"),
      { say: 'Wrote seven.' },
    ];
    let task = '';
    const editRuns = async () =>
      (await world.must<Ps>(['ps', '--all'])).runs
        .filter((run) => run.role === 'edit' && run.task === task)
        .map(({ state }) => state);
    const { outcome, log } = await runLoop('seven', steps, async (begun) => {
      task = begun;
      const { copy } = await world.until(
        () => world.show(task),
        (seen) => seen.copy !== null && existsSync(join(seen.copy, '.git')),
      );
      const hold = join(copy ?? '', '.git', 'hold');
      writeFileSync(hold, '');
      await world.until(editRuns, (states) => states.length === 2 && states.includes('running'));
      process.kill(await world.daemonPid(), 'SIGKILL');
      expect(await editRuns()).toEqual(expect.arrayContaining(['running']));
      rmSync(hold);
    });
    expect(outcome).toBe('proven');
    const told = [...log.matchAll(/edited (\S+); (all tests|the tests of \S+) (\w+) \(r\d+/g)];
    expect(told.map(([, ...words]) => words)).toEqual([
      ['src/seven.js', 'all tests', 'passed'],
      ['test/seven.test.js', 'the tests of test/seven.test.js', 'failed'],
      ['src/seven.js', 'the tests of test/seven.test.js', 'passed'],
    ]);
    expect(await editRuns()).toEqual(['ended', 'ended', 'ended']);
    expect(log).not.toContain('edited with no run');
  });

  rarely(
    'that an agent forges, floods with paths of others and leaves running tell nothing and are ended',
    async () => {
      const slow =
        "import { writeFileSync } from 'node:fs';\nwriteFileSync('began', '');\nsetInterval(() => {}, 1000);\n";
      const forge = `
      const fs = require('node:fs');
      const asked = JSON.parse(process.env.DROVER_EDITS).folder + '/asked/';
      const ask = (n, text) => fs.writeFileSync(asked + String(n).padStart(16, '0') + '.json', text);
      ask(1, JSON.stringify({ paths: ['test/slow.test.js', '/etc/passwd', '../../x', '--eval=1'] }));
      fs.symlinkSync('/etc/passwd', asked + '00000000000000ff.json');
      fs.mkdirSync(asked + '00000000000000fe.json');
      for (let n = 2; n < 300; n += 1) ask(n, n % 2 ? '{' : JSON.stringify({ paths: ['/etc/passwd'] }));
    `;
      const { outcome, log } = await runLoop('four', [
        { write: { path: 'test/four.test.js', text: test('four') } },
        { write: { path: 'src/four.js', text: "export const four = () => 'four';\n" } },
        { write: { path: 'test/slow.test.js', text: slow } },
        { run: [process.execPath, '-e', forge] },
        { wait: { file: 'began' } },
        { remove: 'test/slow.test.js' },
        { remove: 'began' },
        { say: 'Wrote four.' },
      ]);
      expect(outcome).toBe('proven');
      expect(log).not.toMatch(/passwd|; (?:the|all) tests/);
      const { runs } = await world.must<Ps>(['ps', '--all']);
      expect(runs.filter(({ role, state }) => role === 'edit' && state !== 'ended')).toEqual([]);
      expect(runs.filter(({ role }) => role === 'edit').length).toBeGreaterThan(0);
    },
  );
});

describe('PC-39 a plan that another program began', () => {
  rarely('goes on with what is left of it on its branch, and is told in the form it came in', async () => {
    await open();
    write('begun.md', 'two');
    const plan = folder('pending', 'begun.md');
    writeFileSync(plan, `${readFileSync(plan, 'utf8')}\n### SC-2: one says its name (after SC-1)\n`);
    const state = join(world.checkout, '.pilot', 'state', 'continuation.json');
    mkdirSync(join(world.checkout, '.pilot', 'state'), { recursive: true });
    const todo = (id: string, status: string) => ({ id, status, iteration: 0, owner: 'coder' });
    const begun = {
      ...{ version: '1.0', session_id: 'b7e1', branch: 'elsewhere', plan_file: '.pilot/plan/pending/begun.md' },
      todos: [todo('SC-1', 'complete'), todo('SC-2', 'pending')],
      ...{ iteration_count: 9, max_iterations: 7, last_checkpoint: '2026-01-18T10:30:00Z' },
    };
    const give = (more: object) => writeFileSync(state, JSON.stringify({ ...begun, ...more }));
    give({});
    expect(await loop('--continue', state)).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('iteration_count is above max_iterations') },
    });
    give({ iteration_count: 1 });
    expect(await loop('--continue', state)).toMatchObject({ code: 4, err: expect.stringContaining('on elsewhere') });
    expect(standing('pending')).toContain('begun.md');
    give({ iteration_count: 1, branch: 'main' });
    const task = (await loop('--continue', state)).out.trim();
    expect(await world.ended(task)).toMatchObject({
      ...{ outcome: 'not_verified', criteria: [{ id: 'SC-2', state: 'met' }] },
      state: expect.stringContaining('SC-1 (met elsewhere, as its file says)'),
      evidence: { proven: false },
    });

    const bundle = join(world.checkout, '.pilot', 'proof.jsonl');
    await world.must(['task', 'evidence', task, '--export', bundle, '--unsigned']);
    const bundled = readBundle(readFileSync(bundle));
    const judged = bundled.ok
      ? judgeBundle(bundled.value, (text) => createHash('sha256').update(text).digest('hex'))
      : bundled;
    expect(judged.ok ? judged.value.proof : judged.failure).toMatchObject({
      ...{ proven: false, missing: ['nothing speaks for SC-1 (met elsewhere, as its file says)'] },
    });
    const written = await world.drover(['task', 'continuation', task, '--export', state]);
    expect([written.code, written.out.trim()]).toEqual([0, `Written to ${state}`]);
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect(read(state)).toMatchObject({
      ...{ version: '1.0', session_id: 'b7e1', plan_file: '.pilot/plan/in_progress/begun.md', status: 'complete' },
      todos: [todo('SC-1', 'complete'), { id: 'SC-2', status: 'complete', owner: 'scripted' }].map(({ id, status }) =>
        expect.objectContaining({ id, status }),
      ),
    });
    expect(read(`${state}.backup`)).toMatchObject({ branch: 'main' });
  });
});

describe('PC-11 PC-12 tests, change and form in turns of their own', () => {
  const passing = "import test from 'node:test';\n\ntest('five', () => {});\n";
  const src = (body: string) => ({ write: { path: 'src/five.js', text: body } });
  const testing = (text: string) => ({ write: { path: 'test/five.test.js', text } });
  const inTurn = (prompt: string, ...steps: readonly object[]) => ({
    when: { mode: 'write', prompt },
    do: [...steps, { say: 'Done.' }],
  });
  const good = "export const five = () => 'five';\n";

  often('red is refused until it is red, what changes of the tests is shown, and the form comes last', async () => {
    await open();
    world.setScript({
      turns: [
        inTurn('Attempt 1 of .*for the tests alone', testing(passing)),
        inTurn('passes already.*for the tests alone', testing(test('five')), src(good)),
        inTurn('it changed src/five\\.js.*for the tests alone', { remove: 'src/five.js' }),
        inTurn('red \\(exit 1\\): test/five.*Make them pass', testing(`${test('five')}// more\n`), src(good)),
        inTurn('test \\(failed\\).*for the form of the change alone', src(`// Says its name.\n${good}`)),
        inTurn('for the form of the change alone', src("export const five = () => 'four';\n")),
      ],
    });
    writeFileSync(
      folder('pending', 'five.md'),
      [
        '# Five\n\nTDD: steps, refactor\n\n## Scope\n### Out of scope\n- `src/zero.js`\n\n## Criteria',
        '### SC-1: five says its name\n- Files: src/five.js',
        '- Verify: `node -e "console.log(5)"`\n- Expected: prints `5`\n',
      ].join('\n'),
    );
    const task = (await loop(folder('pending', 'five.md'))).out.trim();
    expect(await world.ended(task)).toMatchObject({ outcome: 'proven' });
    const { out } = await world.drover(['task', 'attempts', task]);
    expect(out.split('\n').filter((line) => line.includes('SC-1'))).toEqual([
      expect.stringMatching(/its tests: first try.*passes already/),
      expect.stringMatching(/its tests: .*for the tests alone, and it changed src\/five\.js/),
      expect.stringMatching(/the change: .*all gates passed/),
      expect.stringMatching(/its form: what is green.*test failed/),
      expect.stringMatching(/its form: .*all gates passed/),
    ]);
    const log = (await world.drover(['task', 'log', task])).out;
    expect(log).toContain('SC-1: its tests are there before the change, red (exit 1): test/five.test.js');
    expect(log).toContain('SC-1: all is green; now its form');
    expect(log).toContain('the plan is agreed: SC-1; out of scope: src/zero.js');
    const evidence = (await world.drover(['task', 'evidence', task])).out;
    expect(evidence).toContain('as expected: prints `5`');
    expect(evidence).toMatch(/changed since they were red: test\/five\.test\.js \(\+1 -0\)/);
  });
});
