// Agents that fail, lie, write where they may only read, never end, run away or push by themselves: what the whole program makes of them.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail, TaskDiff, TaskLog } from '../../src/contract/task.ts';
import { holding } from '../e2e/files-under.ts';
import { processesOf } from '../e2e/processes-of.ts';
import { newTest, otherwise, report, type Step, sumProject, type Turn, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

const change: Step = { write: { path: 'notes.md', text: 'Done.\n' } };
const claim: Step = { say: 'All tests pass. PASS: 15' };
const unfinished: Step = {
  say: JSON.stringify({
    report: {
      ...{ status: 'continue', criteria: [], files: [], tests: [], results: null, coverage: null, left: ['the notes'] },
      ...{ verification: 'nothing yet', assessment: 'half done', follow_ups: [] },
    },
  }),
};
const broken: Step = { write: { path: 'src/sum.js', text: 'export const sum = (a, b) => a - b;\n' } };

const turns: readonly Turn[] = [
  turn('analysis', 'ANALYSIS-SILENT-CRASH', [{ crash: 3 }]),
  turn('analysis', 'ANALYSIS-SERVICE-ERROR', [{ say: 'I looked and' }, { apiError: { status: 500 } }]),
  turn('analysis', 'ANALYSIS-IN-WORDS', [
    { say: 'first words' },
    { garbage: 64 },
    { say: 'the last words are the analysis' },
  ]),
  turn('analysis', 'the report: no JSON block', [{ say: 'the last words are the analysis' }]),
  turn('write', 'ANALYSIS-IN-WORDS', [
    newTest('twice', 'all.twice(4), 8'),
    {
      write: {
        path: 'src/sum.js',
        text: 'export const sum = (a, b) => a + b;\nexport const twice = (a) => sum(a, a);\n',
      },
    },
    { say: 'Done.' },
  ]),
  turn('analysis', 'ANALYSIS-WRITES', [
    { write: { path: 'src/planted.js', text: 'export {};\n' } },
    { replace: { path: 'src/sum.js', old: 'a + b', new: 'a * b' } },
    report(),
  ]),
  turn('analysis', 'CAUSE-TOLD', [report('refactor', 'the heart of the matter is `sum`')]),
  turn('write', 'CLAIMS-ALL-PASS', [broken, claim]),
  turn('write', 'SAYS-NOTHING', []),
  turn('write', 'EXITS-THREE', [change, { say: 'half of an answer' }, { crash: 3 }]),
  turn('write', 'PRINTS-GARBAGE', [{ garbage: 4096 }, change, { garbage: 70_000 }, { say: 'Done.' }]),
  turn('write', 'STOPS-EARLY', [unfinished]),
  turn('write', 'You stopped, and by your own report this is left:.*the notes', [change, { say: 'Done.' }]),
  turn('write', 'NEVER-ENDS', [change, { hang: true, ignoreTerm: true }]),
  turn('write', 'RUNS-AWAY', [change, { escape: { file: 'stray.log' } }, { remove: 'stray.log' }, { say: 'Done.' }]),
  turn('write', 'PUSHES-ITSELF', [
    change,
    { git: ['add', '-A'] },
    { git: ['-c', 'user.name=Agent', '-c', 'user.email=a@a', 'commit', '-qm', 'sneaky'] },
    { git: ['push', 'origin', 'HEAD:refs/heads/sneaky'] },
    { git: ['push', '--all', '--force'] },
    { git: ['tag', 'sneaky'] },
    { git: ['push', '--tags'] },
    { say: 'Pushed.' },
  ]),
  turn(
    'write',
    'WRECKS-ALL',
    [
      { run: ['sh', '-c', 'git reset -q --hard && rm -rf ./*'] },
      { git: ['-c', 'user.name=Agent', '-c', 'user.email=a@a', 'commit', '-qam', 'wrecked'] },
      { git: ['push', '--force', 'origin', 'HEAD:refs/heads/main'] },
      { say: 'Cleaned up.' },
    ],
    1,
  ),
  turn('write', 'WRECKS-ALL', [
    { git: ['checkout', '-q', 'HEAD~1', '--', '.'] },
    { run: ['npm', 'run', 'format'] },
    { run: ['sh', '-c', 'git push --force origin HEAD:refs/heads/main 2>refused.md; true'] },
    { say: 'Done.' },
  ]),
  ...otherwise(),
];

const project = {
  ...sumProject,
  'package.json':
    '{ "name": "sum", "private": true, "type": "module", "scripts": { "format": "echo formatted > notes.md" } }\n',
};

let world: World;
let missing: unknown;
const tasks = new Map<string, string>();
const config = (agent: string) => {
  writeFileSync(
    join(world.state, 'config.yaml'),
    `${world.trust()}agents:\n  scripted: { script: ${world.script}${agent} }\npolicy: hands-off\nlimits: { attempts: 2, fix_rounds: 0 }\nworkspaces:\n  shop: { path: ${world.checkout}, slots: 20 }\n`,
  );
};
/** A PATH on which no agent is. */
function onlyGit(): string {
  const folder = join(world.folder, 'bin');
  const git = (world.env.PATH ?? '').split(':').map((each) => join(each, 'git'));
  mkdirSync(folder);
  symlinkSync(git.find((path) => existsSync(path)) ?? '', join(folder, 'git'));
  return folder;
}
const idOf = (word: string) => tasks.get(word) ?? '';
const released = async (word: string): Promise<TaskDetail> => {
  const done = await world.ended(idOf(word));
  expect(done.outcome, JSON.stringify(done.gates)).toBe('released');
  return done;
};
const stuck = (word: string): Promise<TaskDetail> => world.asked(idOf(word), 'stuck');
const questionOf = (detail: TaskDetail) => detail.open_questions[0]?.text ?? '';
const logOf = async (word: string) =>
  (await world.must<TaskLog>(['task', 'log', idOf(word), '-n', '1000'])).lines.map(({ text }) => text).join('\n');
/** Every prompt any agent got: mode and text. */
const prompts = () =>
  readFileSync(world.env.DROVER_SCRIPTED_LOG ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { mode: string; base64: string })
    .map(({ mode, base64 }) => ({ mode, text: Buffer.from(base64, 'base64').toString() }));
const committed = (detail: TaskDetail, path: string) =>
  world.git('fetch', '-q', 'origin', detail.branch ?? '').then(() => world.git('show', `FETCH_HEAD:${path}`));

const long = `LONG-TEXT ${'Zeile "mit" `allem`, $HOME, \\n, 日本語 und 🐑.\n'.repeat(4900)}end`;

beforeAll(async () => {
  world = await openWorld({ project, script: { turns } });
  await world.must(['ps']);
  missing = await world.ask(['do', 'x', '--agent', 'codex', '-d'], { env: { PATH: onlyGit() } });
  config(', max_runtime: 8s');
  tasks.set('NEVER-ENDS', await world.start('NEVER-ENDS'));
  config('');
  const words = turns
    .map(({ when }) => String(when.prompt))
    .filter((word) => /^[A-Z-]+$/.test(word) && word !== 'NEVER-ENDS');
  for (const word of new Set(words)) tasks.set(word, await world.start(`${word}: please`));
  const { task } = await world.must<{ task: string }>(['do', '-f', '-', '--agent', 'scripted', '-d'], { input: long });
  tasks.set('LONG', task);
});
afterAll(() => world.close());

describe('an agent that is not there', () => {
  it('CM-35 an unknown agent and one that is not installed are ENGINE_ERROR before anything is made', async () => {
    const unknown = await world.ask(['do', 'x', '--agent', 'nobody', '-d']);
    expect(unknown).toMatchObject({ ok: false, error_code: 'ENGINE_ERROR', details: { agent: 'nobody' } });
    expect(missing).toMatchObject({ ok: false, error_code: 'ENGINE_ERROR', details: { agent: 'codex' } });
  });
});

describe('an analysis', () => {
  it('CM-37 goes into the prompt of the development', async () => {
    await released('CAUSE-TOLD');
    const develop = prompts().find(({ mode, text }) => mode === 'write' && text.includes('CAUSE-TOLD'));
    expect(develop?.text).toContain('Cause: the heart of the matter is `sum`');
  });

  it('CM-38 that ends with an exit code and no word is ENGINE_ERROR, and nothing is kept as analysis', async () => {
    const detail = await stuck('ANALYSIS-SILENT-CRASH');
    expect(questionOf(detail)).toContain('ENGINE_ERROR');
    expect(detail.analysis).toBeNull();
  });

  it('CM-39 that ends with an exit code and an error in its last line is ENGINE_ERROR, whatever it said before', async () => {
    const detail = await stuck('ANALYSIS-SERVICE-ERROR');
    expect(questionOf(detail)).toMatch(/ENGINE_ERROR.*API error 500/);
    expect(detail.analysis).toBeNull();
  });

  it('CM-40 CM-37 in plain words is asked for once more, then its last message stands as it is, for the person and the development', async () => {
    const done = await released('ANALYSIS-IN-WORDS');
    expect(done.analysis).toBe('the last words are the analysis');
    const mine = prompts().filter(({ text }) => /ANALYSIS-IN-WORDS|no JSON block/.test(text));
    expect(mine.map(({ mode }) => mode)).toEqual(['analysis', 'analysis', 'write']);
    expect(mine.at(-1)?.text).toContain('the last words are the analysis');
  });

  it('CM-42 that writes is undone and on record, and the result does not hold it', async () => {
    const done = await released('ANALYSIS-WRITES');
    const log = await logOf('ANALYSIS-WRITES');
    expect(log).toMatch(/wrote although it may only read; undone: .*src\/planted\.js/);
    expect(log).toMatch(/undone: .*src\/sum\.js/);
    const { diff } = await world.must<TaskDiff>(['task', 'diff', done.id]);
    expect(diff).not.toMatch(/planted|a \* b/);
    expect(diff).toContain('notes.md');
  });
});

describe('a text', () => {
  it('CM-44 of 250 kB reaches the agent byte for byte', async () => {
    expect(Buffer.byteLength(long)).toBeGreaterThan(250_000);
    await released('LONG');
    const mine = prompts().filter(({ text }) => text.includes('LONG-TEXT'));
    expect(mine.map(({ mode }) => mode)).toEqual(['analysis', 'write']);
    expect(mine.every(({ text }) => text.includes(long))).toBe(true);
  });
});

describe('what an agent says of its work', () => {
  it('PC-25 it claims that all tests pass, the run of Drover shows a failure: not complete, nothing pushed', async () => {
    const detail = await stuck('CLAIMS-ALL-PASS');
    expect(detail.criteria).toMatchObject([{ state: 'blocked' }]);
    expect(detail.gates.find(({ gate }) => gate === 'test')).toMatchObject({
      verdict: 'failed',
      counts: { passed: 0, failed: 1, total: 1 },
    });
    expect(await world.remoteBranch(detail.branch ?? '')).toBeNull();
  });

  it('PC-26 an exit of 0 without a word is a failure', async () => {
    expect(questionOf(await stuck('SAYS-NOTHING'))).toContain('ended without a word (ENGINE_ERROR)');
  });

  it('PC-27 an exit of 3 with half an answer is a failure, and what it printed is kept', async () => {
    expect(questionOf(await stuck('EXITS-THREE'))).toContain('ENGINE_ERROR');
    const kept = holding(world.state, '"text":"half of an answer"');
    expect(kept.some((path) => !/\/(copies|hubs|stages)\//.test(path))).toBe(true);
  });

  it('PC-44 a stop with something left is held back: it is sent on in its conversation, in the same attempt', async () => {
    const done = await released('STOPS-EARLY');
    expect(done.criteria).toMatchObject([{ attempts: [{ number: 1 }] }]);
    expect(await committed(done, 'notes.md')).toBe('Done.');
    expect(await logOf('STOPS-EARLY')).toContain('it stopped with this left, and is sent on (1 of 3): the notes');
  });

  it('lines that are no protocol at all are passed over, and the work counts', async () => {
    const done = await released('PRINTS-GARBAGE');
    expect(await committed(done, 'notes.md')).toBe('Done.');
  });
});

describe('an agent that does not let go', () => {
  it('CM-41 that never ends is ended at its limit with its whole tree, and told as ENGINE_TIMEOUT', async () => {
    const detail = await stuck('NEVER-ENDS');
    expect(questionOf(detail)).toContain('ENGINE_TIMEOUT');
    expect(processesOf(detail.copy ?? '?')).toEqual([]);
  });

  it('that leaves a grandchild in a session of its own: it is gone with the run', async () => {
    const done = await released('RUNS-AWAY');
    expect(done.copy).not.toBeNull();
    expect(processesOf(`${done.copy}/stray.log`)).toEqual([]);
  });

  it('that commits and pushes by itself reaches no remote; the commit of Drover is made from the tree', async () => {
    const done = await released('PUSHES-ITSELF');
    const refs = (await world.git('ls-remote', 'origin')).split('\n').map((line) => line.split('\t')[1]);
    expect(refs.filter((ref) => ref?.includes('sneaky'))).toEqual([]);
    await world.git('fetch', '-q', 'origin', done.branch ?? '');
    expect(await world.git('rev-parse', 'FETCH_HEAD^')).toBe(done.base?.commit);
    expect(await world.git('log', '-1', '--format=%an|%s', 'FETCH_HEAD')).toMatch(/^A Person\|(?!sneaky)/);
    expect(await world.git('ls-remote', 'origin', 'refs/heads/main')).toContain(done.base?.commit ?? '?');
    const log = await world.git('log', '--all', '--format=%s');
    expect(log).not.toContain('sneaky');
  });

  it('PC-43 that wrecks its copy and forces that on a branch: neither branch nor checkout changes, and what it may run it runs', async () => {
    const done = await world.ended(idOf('WRECKS-ALL'));
    expect(done.outcome).toBe('released');
    expect(await world.git('ls-remote', 'origin', 'refs/heads/main')).toContain(done.base?.commit ?? '?');
    expect(await world.git('rev-parse', 'main')).toBe(done.base?.commit);
    expect(await world.git('status', '--porcelain')).toBe('');
    expect(await committed(done, 'notes.md')).toBe('formatted');
    expect(await committed(done, 'refused.md')).toContain("'origin' does not appear to be a git repository");
  });
});
