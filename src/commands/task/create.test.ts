import { afterEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, type BenchOptions, nobody, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { textOfTodo } from '../../contract/continuation.ts';
import type { Task } from '../../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const open = async (options: BenchOptions = {}) => {
  bench = await openBench(options);
  return bench;
};
const text = 'the heartbeat job does not fire';
const made = async (more: object = {}, who = nobody) => {
  const { task, notes } = await bench.must('task.create', { text, cwd: bench.checkout, ...more }, who);
  const thing = (await bench.store.read((reads) => reads.thing(task as Task['id']))) as Task;
  return { task: thing, notes };
};

describe('a task is stated', () => {
  it('in a checkout that is not known yet: it is registered on the way and said', async () => {
    await open();
    const { task, notes } = await made();
    expect(task.id).toBe('shop-1');
    expect(notes.join('\n')).toContain(`${bench.checkout} is now the workspace shop`);
    expect(bench.config()).toContain(`shop: ${bench.checkout}`);
    expect((await made()).task.id).toBe('shop-2');
  });

  it('not registering anything for an agent', async () => {
    await open();
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout }, anAgent)).toBe('UNAUTHORIZED');
    expect((await bench.must('workspace.list', {})).workspaces).toEqual([]);
  });

  it('with settings frozen from configuration and flags', async () => {
    await open({ agents: { claude: false, codex: true, scripted: true } });
    const { task } = await made({ model: 'large', priority: 'high', until: 'plan', base: 'main' });
    expect(task.spec).toMatchObject({
      text,
      priority: 1,
      until: 'plan',
      inferred: false,
      driven: 'engine',
      settings: {
        agents: { develop: ['codex'], review: ['codex'] },
        agent: { codex: { model: 'large', turns: 200, maxRuntimeMs: 7_200_000, stallMs: 600_000 } },
        limits: { attempts: 7, fixRounds: 2 },
        workspace: { slots: 3, isolation: 'clone', branch: 'drover/{task}-{slug}' },
        preset: 'normal',
      },
    });
  });

  it('naming uncommitted files: CM-18 they are not in the way of a copy', async () => {
    await open();
    bench.write('new.txt', 'x');
    expect((await made()).notes.join('\n')).toContain('new.txt');
  });

  it('with the only workspace there is, from anywhere, and then it counts as guessed', async () => {
    await open();
    await made();
    const elsewhere = { text, cwd: bench.folder };
    const reply = await bench.must('task.create', elsewhere, nobody);
    const thing = (await bench.store.read((reads) => reads.thing(reply.task as Task['id']))) as Task;
    expect(thing.spec.inferred).toBe(true);
  });
});

describe('a plan that was begun elsewhere', () => {
  const plan = '# Beat\n\nSC-1: it fires\nSC-2: it is told\n- Depends on: SC-1\n';
  const begun = { session: 'b7e1', branch: 'main', done: ['SC-1'] };

  it('PC-39 goes on from its branch with what is left, under its session; told twice, that is the same', async () => {
    await open();
    const { task } = await made({ plan, continues: { ...begun, level: 'polite' } });
    expect(task.spec).toMatchObject({
      continues: { session: 'b7e1', done: ['SC-1'] },
      base: 'main',
      settings: { limits: { holds: 1 } },
    });
    const told = () => bench.must('task.continuation', { task: task.id, cwd: bench.checkout });
    expect((await told()).continuation).toMatchObject({
      ...{ version: '1.0', session_id: 'b7e1', iteration_count: 0, max_iterations: 7, continuation_level: 'polite' },
      todos: [{ id: 'SC-1', status: 'complete' }],
    });
    const other = (await made({ plan })).task.id;
    const sessions = await Promise.all(
      [1, 2].map(
        async () => (await bench.must('task.continuation', { task: other, cwd: '/' })).continuation.session_id,
      ),
    );
    expect(sessions[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(sessions[1]).toBe(sessions[0]);
  });

  it('PC-39 is stopped where the checkout is on another branch, unless that is forced', async () => {
    await open();
    await bench.by(['checkout', '-qb', 'other']);
    const asked = { text, cwd: bench.checkout, plan };
    expect(await bench.ask('task.create', { ...asked, continues: begun })).toMatchObject({
      error_code: 'CONTINUATION_MOVED',
      error: expect.stringMatching(/^The plan was worked on main, and .* is on other\.$/),
      details: { branch: 'main' },
    });
    expect((await made({ plan, continues: { ...begun, force: true } })).task.spec.base).toBe('other');
  });

  it('PC-39 is stopped where its branch does not stand on the commit any more that it began from', async () => {
    await open();
    const first = await bench.by(['rev-parse', 'HEAD']);
    bench.write('more.txt', 'x');
    await bench.by(['add', '.']);
    await bench.by(['commit', '-qm', 'more']);
    const asked = { text, cwd: bench.checkout, plan };
    expect((await made({ plan, continues: { ...begun, base_commit: first } })).task.spec.base).toBe('main');
    const second = await bench.by(['rev-parse', 'HEAD']);
    await bench.by(['reset', '-q', '--hard', first]);
    for (const base_commit of [second, 'f'.repeat(40)])
      expect(await bench.ask('task.create', { ...asked, continues: { ...begun, base_commit } })).toMatchObject({
        error_code: 'CONTINUATION_MOVED',
        error: expect.stringContaining('main does not stand on'),
      });
  });

  it('PC-39 is stopped where the plan has not what was met any more: its names may stand for something else by now', async () => {
    await open();
    const continues = { ...begun, done: ['SC-1', 'SC-7'] };
    expect(await bench.ask('task.create', { text, cwd: bench.checkout, plan, continues })).toMatchObject({
      error_code: 'CONTINUATION_MOVED',
      error: 'The plan was changed since: it has no SC-7, which the file calls complete.',
      details: { criteria: ['SC-7'] },
    });
    const { task } = await made({ plan, continues: { ...continues, force: true } });
    expect(task.spec.continues?.done).toEqual(['SC-1', 'SC-7']);
  });

  it.each([
    ['as it said there, however it is broken into lines', 'it\n  fires', null],
    ['something else', 'it is told', 'SC-1 says something else in it'],
  ])('PC-39 a criterion that was met and has its name still says %s', async (_, said, why) => {
    await open();
    const continues = { ...begun, said: { 'SC-1': textOfTodo(said) } };
    const reply = await bench.ask('task.create', { text, cwd: bench.checkout, plan, continues });
    if (why === null) expect(reply).toMatchObject({ ok: true });
    else
      expect(reply).toMatchObject({
        error_code: 'CONTINUATION_MOVED',
        error: `The plan was changed since: ${why}, which the file calls complete.`,
        details: { criteria: ['SC-1'] },
      });
    const { task } = await made({ plan, continues: { ...continues, force: true } });
    expect(task.spec.continues).toMatchObject({ done: ['SC-1'], said: continues.said });
  });

  it('is refused where nothing is left of it', async () => {
    await open();
    const continues = { ...begun, done: ['SC-1', 'SC-2'] };
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout, plan, continues })).toBe('PLAN_INVALID');
  });
});

describe('a task that several do', () => {
  it('has one list of agents for each: those that are named, over and over, else those that develop, each beginning with another', async () => {
    await open({ agents: { claude: true, codex: true, gemini: true } });
    expect((await made({ best_of: 3, agents: ['codex', 'gemini'] })).task.spec.rivals).toEqual([
      ['codex'],
      ['gemini'],
      ['codex'],
    ]);
    const models = await made({ best_of: 3, agents: ['claude:opus', 'claude:qwen3:8b', 'codex'] });
    expect(models.task.spec).toMatchObject({
      rivals: [['claude'], ['claude'], ['codex']],
      rivalModels: ['opus', 'qwen3:8b', null],
    });
    expect((await made({ best_of: 2, agent: 'gemini' })).task.spec.rivals).toEqual([['gemini'], ['gemini']]);
    expect((await made()).task.spec).not.toHaveProperty('rivals');
  });

  it('is refused for one alone, without a number, and with agents that are not there', async () => {
    await open({ agents: { claude: true, codex: false } });
    const asked = (more: object) => bench.refusal('task.create', { text, cwd: bench.checkout, ...more });
    expect(await asked({ best_of: 1 })).toBe('USAGE');
    expect(await asked({ agents: ['claude'] })).toBe('USAGE');
    expect(await asked({ best_of: 2, agents: ['codex'] })).toBe('ENGINE_ERROR');
    expect(await asked({ best_of: 2, agents: ['clod'] })).toBe('ENGINE_ERROR');
    expect(await asked({ best_of: 2, agents: ['codex:opus'] })).toBe('ENGINE_ERROR');
    expect(await asked({ best_of: 2, agents: ['claude:'] })).toBe('USAGE');
    expect(await asked({ best_of: 2, pr: '1' })).not.toBe('ok');
    for (const until of ['analyze', 'plan'] as const) expect(await asked({ best_of: 2, until })).toBe('UNSUPPORTED');
    expect(await asked({ best_of: 2, until: 'test' })).toBe('ok');
  });
});

describe('a task whose agent does not get on', () => {
  it('PC-30 may ask every other agent that is installed, unless one was named for everything', async () => {
    await open({ agents: { claude: true, codex: true, gemini: false } });
    expect((await made()).task.spec.settings.advisers).toEqual(['claude', 'codex']);
    expect((await made({ agent: 'codex' })).task.spec.settings).not.toHaveProperty('advisers');
  });
});

describe('a task is refused', () => {
  it('WT-06 with a plan of which two criteria have one label: both lines are said', async () => {
    await open();
    const plan = '# Beat\n\nSC-1: it fires\nSC-2: it is told\nSC-1: it ends';
    const reply = await bench.ask('task.create', { text, plan, cwd: bench.checkout }, nobody);
    expect(reply).toMatchObject({ error_code: 'PLAN_INVALID', error: expect.stringMatching(/line 3 and in line 5/) });
  });

  it('CM-16 [WORKSPACE_NOT_FOUND for a name] where there is no such workspace, path or repository', async () => {
    await open();
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout, workspace: 'nope' })).toBe(
      'WORKSPACE_NOT_FOUND',
    );
    expect(await bench.refusal('task.create', { text, cwd: `${bench.folder}/gone` })).toBe('PATH_NOT_FOUND');
    expect(await bench.refusal('task.create', { text, cwd: bench.folder })).toBe('PATH_NOT_FOUND');
  });

  it('where several workspaces fit, naming them', async () => {
    await open({ config: '' });
    await bench.must('workspace.add', { name: 'one', path: bench.checkout, cwd: '/' });
    await bench.must('workspace.add', { name: 'two', path: bench.checkout, cwd: '/' });
    const reply = await bench.ask('task.create', { text, cwd: bench.checkout });
    expect(reply).toMatchObject({ ok: false, error_code: 'AMBIGUOUS', details: { candidates: ['one', 'two'] } });
  });

  it('where there is no commit, with what to do', async () => {
    await open({ project: null });
    const reply = await bench.ask('task.create', { text, cwd: bench.checkout });
    expect(reply).toMatchObject({
      ok: false,
      error_code: 'BASE_UNKNOWN',
      error: expect.stringContaining('git commit'),
    });
  });

  it('on a detached head without a remote, unless a base is named', async () => {
    await open();
    await bench.by(['checkout', '-q', '--detach']);
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout })).toBe('BASE_UNKNOWN');
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout, base: 'main' })).toBe('ok');
  });

  it.each([
    ['blank', '  ', 'TEXT_EMPTY'],
    ['a byte too long', 'x'.repeat(256 * 1024 + 1), 'TEXT_TOO_LONG'],
  ])('for its text: %s', async (_, words, code) => {
    await open();
    expect(await bench.refusal('task.create', { text: words, cwd: bench.checkout })).toBe(code);
  });

  it('CM-35 for an agent that is unknown, not installed, or when there is none at all', async () => {
    await open({ agents: { claude: false, codex: false, scripted: true } });
    const asked = (more: object) => bench.ask('task.create', { text, cwd: bench.checkout, ...more });
    expect(await asked({ agent: 'clod' })).toMatchObject({
      error_code: 'ENGINE_ERROR',
      details: { known: ['claude', 'codex', 'scripted'] },
    });
    expect(await asked({ agent: 'claude' })).toMatchObject({
      error_code: 'ENGINE_ERROR',
      hint: 'npm install -g claude',
    });
    expect(await asked({})).toMatchObject({
      error_code: 'ENGINE_ERROR',
      error: 'No agent is installed. Install one of claude, codex.',
    });
    expect(await asked({ agent: 'scripted' })).toMatchObject({ ok: true });
  });

  it('WT-29 a task may be moved to agents that are installed, and to no other', async () => {
    await open({ agents: { claude: true, codex: false, gemini: true } });
    const { task } = await bench.must('task.create', { text, cwd: bench.checkout });
    const thing = (await bench.store.read((reads) => reads.thing(task as Task['id']))) as Task;
    expect(thing.spec.settings.known).toEqual(['claude', 'gemini']);
  });

  it('CM-47 for a branch that is protected or no name', async () => {
    await open();
    const asked = (branch: string) => bench.refusal('task.create', { text, cwd: bench.checkout, branch });
    expect(await asked('main')).toBe('PROTECTED_BRANCH');
    expect(await asked('-x')).toBe('USAGE');
    expect(await asked('a..b')).toBe('USAGE');
    for (const branch of [
      '',
      ' ',
      'a b',
      'a\nb',
      'a/.b',
      '.a',
      'a.lock/b',
      'a.lock',
      'HEAD',
      '@',
      'a@{1}',
      '/a',
      'a/',
      '--x',
    ])
      expect(await asked(branch), branch).toBe('USAGE');
    const based = (base: string) => bench.refusal('task.create', { text, cwd: bench.checkout, base });
    for (const base of ['', 'a\nb']) expect(await based(base), base).toBe('USAGE');
    const placed = (workspace: string) => bench.refusal('task.create', { text, cwd: bench.checkout, workspace });
    for (const workspace of ['', ' ', 'a b', '-x', '--json', 'a\nb'])
      expect(await placed(workspace), workspace).toBe('USAGE');
    for (const workspace of ['./-x', '/a b', './a\nb'])
      expect(await placed(workspace), workspace).toMatch(/NOT_FOUND$/);
    expect((await bench.must('task.list', { all: true })).tasks).toEqual([]);
    expect(await asked('feature/fix-1')).toBe('ok');
  });

  it('for an environment that is not there', async () => {
    await open();
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout, env: 'shop-prod' })).toBe(
      'ENVIRONMENT_NOT_FOUND',
    );
  });

  it('for a branch that the copy of another task has, and takes it when that one is gone', async () => {
    await open();
    const { task } = await made({ branch: 'fix/beat' });
    const copy = (removed: boolean, branch = 'fix/beat') =>
      bench.store.transact((tx) =>
        tx.putCopy({
          ...{
            task: task.id as Task['task'],
            path: '/copies/shop-1',
            branch,
            base: 'c0',
            isolation: 'clone',
            host: task.host,
          },
          ...{ createdAt: task.createdAt, removedAt: removed ? task.createdAt : null },
        }),
      );
    const again = { text, cwd: bench.checkout, branch: 'fix/beat' };
    await copy(false);
    expect(await bench.refusal('task.create', again)).toBe('BRANCH_TAKEN');
    expect(await bench.refusal('task.create', { ...again, branch: 'fix/other' })).toBe('ok');
    await copy(true);
    expect(await bench.refusal('task.create', again)).toBe('ok');
  });

  it('for a duration that is none, and for policy words from an agent', async () => {
    await open({ config: 'agents:\n  claude: { max_runtime: 5 minutes }\n' });
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout })).toBe('CONFIG_INVALID');
    expect(await bench.refusal('task.create', { text, cwd: bench.checkout, yes: ['plan'] }, anAgent)).toBe(
      'UNAUTHORIZED',
    );
  });
});
