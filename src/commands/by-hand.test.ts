// Steps by hand through the command's door: who may wish for one, when it is refused, what it replies.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  anAgent,
  type Bench,
  type BenchOptions,
  nobody,
  openBench,
  person,
} from '../../test/fakes/commands/open-bench.ts';
import { needs } from '../../test/needs/needs.ts';
import type { ManualStepEvent, ManualStepView, ManualTaskTaken } from '../contract/manual.ts';
import type { Reply } from '../contract/protocol.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { Task } from '../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const project = { Makefile: 'test:\n\tsh check.sh\n', 'check.sh': '' };
const open = async (options: BenchOptions = {}) => {
  bench = await openBench({ driven: true, project, ...options });
  await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
};
type Taken = Pick<ManualTaskTaken, 'task' | 'copy' | 'expires_at' | 'token_file'>;
/** Without a sandbox a person is shown the programs first; the lease is taken meanwhile. */
const take = async (): Promise<Taken> => {
  const reply = await bench.ask('step.take', { text: 'by hand', cwd: bench.checkout }, nobody);
  if (reply.ok) return reply.data;
  const { task, question } = reply.details as { readonly task: string; readonly question: string };
  await bench.must('question.answer', { question, choice: 'trust' });
  const watching = bench.watch(task);
  while ((await watching.next()).done !== true);
  const { copy, expires_at } = await bench.must('step.status', { task, cwd: '/' });
  return {
    task,
    copy: copy ?? '',
    expires_at: expires_at ?? 0,
    token_file: `${bench.folder}/state/leases/${task}.token`,
  };
};
const tokenOf = (taken: Taken) => readFileSync(taken.token_file, 'utf8').trim();
const under = (taken: Taken, more: object = {}) => ({ task: taken.task, cwd: '/', token: tokenOf(taken), ...more });
const leaseOf = async (task: string) => (await bench.store.read((reads) => reads.lease(task as Task['task']))) as Lease;
const watch = async (input: object): Promise<{ events: readonly ManualStepEvent[]; reply: Reply<ManualStepView> }> => {
  const peer = { person: nobody, pid: null, cwd: '/', env: null, channel: 'terminal' } as const;
  const stream = bench.dispatch({ command: 'step.watch', input }, peer) as AsyncGenerator<
    ManualStepEvent,
    Reply<ManualStepView>
  >;
  const events: ManualStepEvent[] = [];
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return { events, reply: next.value };
    events.push(next.value);
  }
};
const stepped = async (command: 'step.test' | 'step.submit' | 'step.verify', taken: Taken, more: object = {}) => {
  const { seq } = await bench.must(command, under(taken, more), 'yes' in more || 'override' in more ? person : nobody);
  return (await watch({ task: taken.task, cwd: '/', seq })).reply;
};

describe('who may wish for a step', needs('make'), () => {
  it('CM-26 CM-30 nobody without the token but a person, nobody with a wrong one, nobody after the release', async () => {
    await open();
    const taken = await take();
    const wrong = { token: 'w'.repeat(43) };
    for (const command of ['step.analyze', 'step.develop', 'step.test', 'step.submit', 'step.verify'] as const) {
      expect(await bench.refusal(command, { task: taken.task, cwd: '/' }, anAgent)).toBe('UNAUTHORIZED');
      expect(await bench.refusal(command, { task: taken.task, cwd: '/', ...wrong }, nobody)).toBe('UNAUTHORIZED');
    }
    const input = under(taken);
    await bench.must('step.release', { task: taken.task, cwd: '/' });
    expect(await bench.refusal('step.test', input, nobody)).toBe('LOCK_NOT_FOUND');
    expect((await leaseOf(taken.task)).releasedAt).not.toBeNull();
  });

  it('CM-26 not under an expired lease, and not for a task that Drover drives', async () => {
    await open();
    const taken = await take();
    const { task } = await bench.must('task.create', { text: 'x', cwd: bench.checkout });
    expect(await bench.refusal('step.test', { task, cwd: '/' })).toBe('LOCK_NOT_FOUND');
    bench.clock.shift = 7_200_001;
    expect(await bench.refusal('step.test', under(taken), nobody)).toBe('LEASE_EXPIRED');
    expect(await bench.refusal('step.test', { cwd: bench.folder })).toBe('LOCK_NOT_FOUND');
  });

  it('an agent neither overrides nor says yes, even with the token', async () => {
    await open();
    const taken = await take();
    expect(await bench.refusal('step.submit', under(taken, { override: true }), anAgent)).toBe('UNAUTHORIZED');
    expect(await bench.refusal('step.submit', under(taken, { yes: true }), nobody)).toBe('UNAUTHORIZED');
  });

  it('CM-47 not on a protected branch or under a name that is none, and not by an agent that is not there', async () => {
    await open({ agents: { claude: true, codex: false } });
    const taken = await take();
    const develop = (more: object) => bench.refusal('step.develop', under(taken, more), nobody);
    expect(await develop({ branch: 'main' })).toBe('PROTECTED_BRANCH');
    expect(await develop({ branch: 'a..b' })).toBe('USAGE');
    expect(await develop({ agent: 'codex' })).toBe('ENGINE_ERROR');
    expect(await develop({ agent: 'nobody' })).toBe('ENGINE_ERROR');
    expect(await bench.must('step.status', { task: taken.task, cwd: '/' }, nobody)).toMatchObject({ state: 'idle' });
  });
});

describe('a step', needs('make'), () => {
  it('CM-33 CM-34 CM-75 is on record with phase, history, artifact and a longer lease; nothing else is submitted', async () => {
    await open();
    const taken = await take();
    expect(await stepped('step.submit', taken)).toMatchObject({ ok: false, error_code: 'EVIDENCE_MISSING' });
    writeFileSync(`${taken.copy}/new.txt`, 'by hand\n');
    bench.clock.shift = 60_000;
    const tested = await stepped('step.test', taken);
    expect(tested).toMatchObject({
      ok: true,
      data: { step: 'test', state: 'done', phase: 'test', phase_history: [{ phase: 'test', outcome: 'done' }] },
    });
    if (!tested.ok) return;
    expect(tested.data.result?.gates).toContainEqual(expect.objectContaining({ gate: 'test', verdict: 'passed' }));
    expect(readFileSync(tested.data.artifacts.test_report ?? '', 'utf8')).toContain('new.txt');
    expect(tested.data.expires_at ?? 0).toBeGreaterThan(taken.expires_at);
    writeFileSync(`${taken.copy}/new.txt`, 'changed since\n');
    expect(await stepped('step.submit', taken)).toMatchObject({ ok: false, error_code: 'EVIDENCE_STALE' });
    expect(await bench.must('step.status', { task: taken.task, cwd: '/' })).toMatchObject({
      ...{ state: 'failed', step: 'submit', phase: 'test', failure: { error_code: 'EVIDENCE_STALE' } },
      pushed_to_remote: false,
    });
  });

  it('CM-33 that fails leaves phase and lease as they were and says why', async () => {
    await open();
    const taken = await take();
    writeFileSync(`${taken.copy}/check.sh`, 'exit 1');
    const before = await leaseOf(taken.task);
    const failed = await stepped('step.test', taken);
    expect(failed).toMatchObject({ ok: false, error_code: 'TEST_FAILED', details: { results: expect.any(Array) } });
    expect(await leaseOf(taken.task)).toEqual(before);
    expect(await bench.must('step.status', { task: taken.task, cwd: '/' })).toMatchObject({ phase: 'confirm' });
  });

  it('of a second kind is refused with what runs, and begins after that', async () => {
    await open({ project: { ...project, 'check.sh': wait } });
    const taken = await take();
    const first = await bench.must('step.test', under(taken), nobody);
    expect(await bench.ask('step.submit', under(taken), nobody)).toMatchObject({
      ...{ ok: false, error_code: 'STEP_RUNNING', details: { step: 'test', questions: [] } },
    });
    expect(await bench.refusal('step.test', under(taken), nobody)).toBe('STEP_RUNNING');
    writeFileSync(`${bench.folder}/go`, '');
    const { reply } = await watch({ task: taken.task, cwd: '/', seq: first.seq });
    expect(reply).toMatchObject({ ok: true, data: { state: 'done' } });
    expect(await stepped('step.submit', taken)).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
  });

  it('is not begun while the task is paused, nor two under one number', async () => {
    await open();
    const taken = await take();
    await bench.must('task.pause', { task: taken.task });
    expect(await bench.refusal('step.test', under(taken), nobody)).toBe('NOT_READY');
    await bench.must('task.resume', { task: taken.task });
    const replies = await Promise.all(Array.from({ length: 5 }, () => bench.ask('step.test', under(taken), nobody)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await watch({ task: taken.task, cwd: '/' })).reply).toMatchObject({ ok: true, data: { state: 'done' } });
  });

  it('CM-31 whose lease was released meanwhile is over with its task, and the lease stays released', async () => {
    await open({ project: { ...project, 'check.sh': wait } });
    const taken = await take();
    const { seq } = await bench.must('step.test', under(taken), nobody);
    const watching = watch({ task: taken.task, cwd: '/', seq });
    await bench.must('step.release', { task: taken.task, cwd: '/' });
    const lease = await leaseOf(taken.task);
    writeFileSync(`${bench.folder}/go`, '');
    expect((await watching).reply).toMatchObject({ ok: false, error_code: 'TASK_ENDED' });
    expect(lease.releasedAt).not.toBeNull();
    expect(await leaseOf(taken.task)).toEqual(lease);
  });

  it('CM-31 whose lease expired meanwhile is not on record', async () => {
    await open({ project: { ...project, 'check.sh': wait } });
    const taken = await take();
    const { seq } = await bench.must('step.test', under(taken), nobody);
    const watching = watch({ task: taken.task, cwd: '/', seq });
    const before = await leaseOf(taken.task);
    bench.clock.shift = 7_200_001;
    writeFileSync(`${bench.folder}/go`, '');
    expect((await watching).reply).toMatchObject({ ok: false, error_code: 'LEASE_EXPIRED' });
    expect(await leaseOf(taken.task)).toEqual(before);
  });

  const develop = async (taken: Taken, branch: string) => {
    const { seq } = await bench.must('step.develop', under(taken, { branch }), nobody);
    return (await watch({ task: taken.task, cwd: '/', seq })).reply;
  };

  it('CM-45 CM-48 goes on under another branch, never under the one that it started from', async () => {
    await open();
    await bench.by(['branch', '-m', 'trunk']);
    const taken = await take();
    const head = () => bench.by(['symbolic-ref', '--short', 'HEAD'], taken.copy);
    expect(await develop(taken, 'trunk')).toMatchObject({ ok: false, error_code: 'PROTECTED_BRANCH' });
    expect(await head()).not.toBe('trunk');
    expect(await develop(taken, 'fix/minutes')).toMatchObject({ data: { state: 'waits', branch: 'fix/minutes' } });
    expect([await head(), (await leaseOf(taken.task)).branch]).toEqual(['fix/minutes', 'fix/minutes']);
  });

  it('a branch that is at the remote alone is not ours: the step is refused, and nothing of it is moved', async () => {
    await open();
    const remote = `${bench.folder}/remote.git`;
    await bench.by(['init', '-q', '--bare', remote], bench.folder);
    await bench.by(['remote', 'add', 'origin', remote]);
    await bench.by(['push', '-q', 'origin', 'HEAD:main']);
    await bench.by(['commit', '-q', '--allow-empty', '-m', 'theirs']);
    await bench.by(['push', '-q', 'origin', 'HEAD:feature/theirs']);
    await bench.by(['reset', '-q', '--hard', 'HEAD~1']);
    const theirs = await bench.by(['rev-parse', 'feature/theirs'], remote);
    const taken = await take();
    const head = await bench.by(['symbolic-ref', '--short', 'HEAD'], taken.copy);
    expect(await develop(taken, 'feature/theirs')).toMatchObject({
      ...{ ok: false, error_code: 'ALREADY_EXISTS' },
      error: expect.stringContaining('feature/theirs is taken by a branch of the remote'),
    });
    expect(await bench.by(['symbolic-ref', '--short', 'HEAD'], taken.copy)).toBe(head);
    expect((await leaseOf(taken.task)).branch).toBe(head);
    expect(await bench.by(['rev-parse', 'feature/theirs'], remote)).toBe(theirs);
  });

  it('CM-45 in the checkout itself stays on the branch of the lease', async () => {
    await open();
    await bench.must('workspace.set', { workspace: 'shop', key: 'isolation', value: 'checkout' });
    const taken = await take();
    expect(taken.copy).toBe(bench.checkout);
    expect(await develop(taken, 'fix/other')).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
    writeFileSync(`${bench.checkout}/new.txt`, 'in place\n');
    expect(await stepped('step.test', taken)).toMatchObject({ ok: true, data: { state: 'done' } });
  });

  it('in a linked worktree stays on its branch too, is checked there, and leaves nothing in the list of worktrees', async () => {
    await open();
    await bench.must('workspace.set', { workspace: 'shop', key: 'isolation', value: 'worktree' });
    const taken = await take();
    expect(await bench.by(['worktree', 'list'])).toContain(taken.copy);
    expect(await bench.by(['branch', '--show-current'], taken.copy)).toContain('drover/shop-1');
    expect(await develop(taken, 'fix/other')).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
    writeFileSync(`${taken.copy}/new.txt`, 'beside\n');
    expect(await stepped('step.test', taken)).toMatchObject({ ok: true, data: { state: 'done' } });
    await bench.must('step.release', { ...under(taken), cleanup: true }, nobody);
    expect(await bench.by(['worktree', 'list'])).not.toContain(taken.copy);
    expect(await bench.by(['branch', '--list', 'drover/*'])).toBe('');
  });

  it('verify goes on record with its verdict, and asks which environment where several may be meant', async () => {
    await open({ config: 'environments: {}\n' });
    const taken = await take();
    expect(await bench.refusal('step.verify', under(taken), nobody)).toBe('USAGE');
    await bench.must('env.add', { name: 'shop-local', connect: bench.checkout, cwd: '/' });
    expect(await bench.refusal('step.verify', under(taken), nobody)).toBe('PATH_NOT_FOUND');
    await bench.must('env.probe', { env: 'shop-local' });
    const verified = await stepped('step.verify', taken);
    expect(verified).toMatchObject({ ok: true, data: { phase: 'verify', result: { verdict: 'unknown' } } });
    if (verified.ok) expect(existsSync(verified.data.artifacts.verification ?? '')).toBe(true);
  });

  it('is watched from its own beginning, or from a position', async () => {
    await open();
    const taken = await take();
    await stepped('step.test', taken);
    const { seq } = await bench.must('step.test', under(taken), nobody);
    const { events, reply } = await watch({ task: taken.task, cwd: '/', seq });
    expect(events[0]).toMatchObject({ what: 'step_begun', text: 'the step test begins' });
    expect(events.filter(({ what }) => what === 'step_begun')).toHaveLength(1);
    expect(reply).toMatchObject({ ok: true });
    const after = events.at(-2)?.position;
    expect((await watch({ task: taken.task, cwd: '/', seq, after })).events).toEqual(events.slice(-1));
  });
});

/** The gate waits for a file beside the checkout, so that a step is under way as long as a test wants. */
const wait = `folder=$PWD
until [ -e "$folder/config.yaml" ] || [ "$folder" = / ]; do folder=$(dirname "$folder"); done
until [ -e "$folder/go" ]; do sleep 0.02; done
`;
