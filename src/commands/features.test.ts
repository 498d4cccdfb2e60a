// The features of a task driven by hand, through the door of all requests, with real git.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, nobody, openBench, person } from '../../test/fakes/commands/open-bench.ts';
import type { FeatureListView } from '../contract/feature.ts';
import type { ManualTaskTaken } from '../contract/manual.ts';
import { appendEvidence } from '../domain/evidence/chain.ts';
import type { GateResult } from '../domain/evidence/verdict.ts';
import type { Task } from '../domain/task/task.ts';
import type { Computer } from './ports.ts';

let bench: Bench;
afterEach(() => bench.close());

let taken: ManualTaskTaken;
let token: string;
const three = JSON.stringify([
  { title: 'extract middleware', task: 'move it' },
  { title: 'add tokens', depends_on: [1] },
  { title: 'move sessions', depends_on: ['F-2'] },
]);

/** A task taken by hand, split unless `features` is null. */
async function open(features: string | null = three, machine: Partial<Computer> = {}) {
  bench = await openBench({ driven: true, machine });
  await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
  taken = await bench.must('step.take', { text: 'rework', cwd: bench.checkout, workspace: 'shop' }, nobody);
  token = readFileSync(taken.token_file, 'utf8').trim();
  if (features !== null) await plan(features);
}
const of = (more: object = {}) => ({ task: taken.task, cwd: '/', token, ...more });
const plan = (features: string, more: object = {}): Promise<FeatureListView> =>
  bench.must('feature.plan', of({ features, ...more }), nobody);
const next = (owner: string) => bench.must('feature.next', of({ owner }), nobody);
const done = (feature: string, more: object = {}) => bench.must('feature.done', of({ feature, ...more }), nobody);
const update = (feature: string, more: object) => bench.must('feature.update', of({ feature, ...more }), nobody);
const list = async () => (await bench.must('feature.list', { task: taken.task, cwd: '/' })).features;
const states = async () => (await list()).map(({ id, status }) => `${id} ${status}`);
const taskOf = async () => (await bench.store.read((reads) => reads.thing(taken.task as Task['id']))) as Task;

/** A commit in the copy, as whoever drives makes it. */
async function work(file: string) {
  writeFileSync(join(taken.copy, file), 'work');
  await bench.by(['add', '.'], taken.copy);
  await bench.by(['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', file], taken.copy);
}

/** What the gates said of the copy as it stands. */
async function judged(verdict: GateResult['verdict'] = 'passed') {
  const { id, task, state } = await taskOf();
  const { hub, base, copy, gatePlan } = state.known.place;
  if (hub === null || base === null || copy === null || gatePlan === null) throw new Error('no copy');
  const snapshot = await bench.ports.git.snapshot(hub, copy.path, base.tree, `${id}/x`);
  if (!snapshot.ok) throw new Error(snapshot.failure.message);
  const { tree } = snapshot.value;
  const result: GateResult = {
    ...{ gate: 'test', verdict, why: '', argv: ['true'], source: 'detected', exit: 0, signal: null, durationMs: 1 },
    ...{ counts: null, ids: null, findings: [], tail: '', outputHash: null },
  };
  await bench.store.transact(async (tx) => {
    const chain = await tx.evidence(task);
    const about = { base: base.commit, tree, definitions: gatePlan.definitions, criterion: null, attempt: null };
    const record = { ...about, result, environment: 'here', at: bench.clock.now() };
    await tx.addEvidence(task, appendEvidence(chain.at(-1) ?? null, record, bench.ports.sha256));
  });
}

describe('the features of a task', () => {
  it('CM-76 are kept, all pending; the next one is marked, and what waits for it is blocked', async () => {
    await open();
    expect(await states()).toEqual(['F-1 pending', 'F-2 pending', 'F-3 pending']);
    expect(await next('ann')).toMatchObject({ feature: { id: 'F-1', status: 'in_progress' }, progress: '0/3' });
    expect(await next('bob')).toMatchObject({
      feature: null,
      status: 'blocked',
      message: expect.stringContaining('F-1'),
    });
  });

  it('CM-77 done needs its number in the list and a list, and records branch and pull request', async () => {
    await open(null);
    expect(await bench.refusal('feature.next', of(), nobody)).toBe('FEATURES_MISSING');
    await plan('one\ntwo');
    expect(await bench.refusal('feature.done', of({ feature: '9' }), nobody)).toBe('FEATURE_NOT_FOUND');
    await work('a.txt');
    await judged();
    const told = await done('1', { pull_request: 'https://forge/pr/1' });
    expect(told.marked).toMatchObject({ status: 'done', branch: taken.branch, pull_request: 'https://forge/pr/1' });
    expect(await update('2', { status: 'skipped' })).toMatchObject({
      status: 'all_complete',
      completed: 2,
      remaining: 0,
    });
    expect(await next('ann')).toMatchObject({ feature: null, status: 'all_complete', progress: '2/2' });
  });

  it('CM-78 a circle or a bad number is refused whole, and what was there stays', async () => {
    await open('one\ntwo');
    for (const bad of ['[{"title":"a","depends_on":[1]}]', '[{"title":"a","depends_on":[7]}]', '[{bad'])
      expect(await bench.refusal('feature.plan', of({ features: bad }), nobody)).toBe('FEATURES_INVALID');
    expect(await states()).toEqual(['F-1 pending', 'F-2 pending']);
  });

  it('CM-78 a new plan keeps what is done, unless forced', async () => {
    await open('one\ntwo');
    await work('a.txt');
    await judged();
    await done('F-1');
    expect((await plan('one\nthree')).notes).toEqual(['F-1 stays as it is: done.']);
    expect(await states()).toEqual(['F-1 done', 'F-3 pending']);
    await plan('one', { force: true });
    expect(await states()).toEqual(['F-1 pending']);
  });

  it('CM-78 twenty owners at once have a different one each, and each the same one again', async () => {
    await open(Array.from({ length: 20 }, (_, number) => `part ${number}`).join('\n'));
    const owners = Array.from({ length: 20 }, (_, number) => `owner-${number}`);
    const all = await Promise.all([...owners, ...owners].map(next));
    const given = all.map(({ feature }) => feature?.id);
    expect(new Set(given).size).toBe(20);
    expect(given.slice(20)).toEqual(given.slice(0, 20));
  });

  it('CM-78 skipping names who took it for granted, and lets them go', async () => {
    await open();
    expect((await update('F-1', { status: 'skipped' })).notes).toEqual([
      'F-2 took F-1 for granted; it is done without it.',
      'F-3 took F-1 for granted; it is done without it.',
    ]);
    expect((await next('ann')).feature?.id).toBe('F-2');
  });
});

it.each([
  ['done', 'proven', []],
  ['skipped', 'not_verified', ['F-1: one (skipped)', 'F-2: two (skipped)']],
] as const)('CM-77 when all are %s the task ends %s, released with its lease', async (how, outcome, left) => {
  await open('one\ntwo');
  for (const feature of ['F-1', 'F-2']) {
    if (how === 'skipped') await update(feature, { status: 'skipped' });
    else {
      await work(`${feature}.txt`);
      await judged();
      await done(feature);
    }
  }
  await bench.must('step.release', of());
  expect(await bench.must('task.show', { task: taken.task, cwd: '/' })).toMatchObject({ outcome, open_points: left });
});

describe('CM-80 done is refused', () => {
  it('without a commit, without evidence, with a red test, with evidence of another tree, with files that no commit has', async () => {
    await open('one\ntwo');
    const why = () => bench.ask('feature.done', of({ feature: 'F-1' }), nobody);
    await judged();
    expect(await why()).toMatchObject({ error_code: 'EVIDENCE_MISSING', error: expect.stringContaining('committed') });
    await work('a.txt');
    expect(await why()).toMatchObject({ error_code: 'EVIDENCE_STALE' });
    await judged('failed');
    expect(await why()).toMatchObject({ error_code: 'EVIDENCE_MISSING', error: expect.stringContaining('test') });
    await judged();
    writeFileSync(join(taken.copy, 'more.txt'), 'loose');
    expect(await why()).toMatchObject({ error_code: 'EVIDENCE_MISSING', error: expect.stringContaining('more.txt') });
    expect(await states()).toEqual(['F-1 pending', 'F-2 pending']);
  });

  it('with a skipped gate, and by an agent that would override it; a person may, and it is recorded', async () => {
    await open('one\ntwo');
    await work('a.txt');
    await judged('skipped');
    expect(await bench.refusal('feature.done', of({ feature: 'F-1' }), nobody)).toBe('EVIDENCE_MISSING');
    expect(await bench.refusal('feature.done', of({ feature: 'F-1', override: true }), anAgent)).toBe('UNAUTHORIZED');
    const told = await bench.must(
      'feature.done',
      { task: taken.task, cwd: '/', feature: 'F-1', override: true },
      person,
    );
    expect(told.marked).toMatchObject({ status: 'done', why: 'without proof, by person:Ada' });
  });

  it('with the commit of another feature; opened again, what proved it counts no more', async () => {
    await open('one\ntwo');
    await work('a.txt');
    await judged();
    await done('F-1');
    expect(await bench.refusal('feature.done', of({ feature: 'F-2' }), nobody)).toBe('FEATURE_NOT_READY');
    expect((await update('F-1', { status: 'pending' })).marked).toMatchObject({ status: 'pending', commit: null });
    await done('F-2');
    expect(await states()).toEqual(['F-1 pending', 'F-2 done']);
  });

  it('when the task has ended: then its features stay as they are', async () => {
    await open('one\ntwo');
    await bench.must('step.release', { task: taken.task, cwd: '/' });
    expect(
      await bench.refusal('feature.update', { task: taken.task, cwd: '/', feature: 'F-1', status: 'skipped' }),
    ).toBe('TASK_ENDED');
    expect(await states()).toEqual(['F-1 pending', 'F-2 pending']);
  });
});

describe('WT-52 whose a feature is', () => {
  const titles = Array.from({ length: 20 }, (_, at) => `part ${at + 1}`);
  const nobodyAt = (pid: number) => ({ person: nobody, pid, cwd: '/', env: null, channel: 'terminal' }) as const;
  const ask = async (pid: number, command: 'feature.next') => {
    const reply = (await bench.dispatch({ command, input: of() }, nobodyAt(pid))) as {
      data?: { feature?: { id: string; owner: string } };
      error_code?: string;
    };
    return reply.data?.feature?.id ?? reply.error_code ?? 'ok';
  };
  const own = (pid: number) => Promise.resolve({ pid: Math.floor(pid / 10), startedAt: 7 });

  it('twenty owners at once get twenty of them, each its own again', async () => {
    await open(titles.join('\n'));
    const round = () => Promise.all(titles.map(async (_, at) => (await next(`o${at}`)).feature?.id));
    const first = await round();
    expect(new Set(first).size).toBe(20);
    expect(await round()).toEqual(first);
  });

  it.each(['ownerOf', 'parentOf'] as const)(
    'twenty callers who say nothing are told apart by what started them (%s)',
    async (by) => {
      await open(titles.join('\n'), { [by]: own });
      const callers = titles.map((_, at) => (at + 1) * 10);
      const first = await Promise.all(callers.map((pid) => ask(pid, 'feature.next')));
      expect(new Set(first).size).toBe(20);
      expect(await Promise.all(callers.map((pid) => ask(pid + 1, 'feature.next')))).toEqual(first);
    },
  );
});

describe('who may change them', () => {
  it('is who has the token of the lease, or a person', async () => {
    await open('one\ntwo');
    const without = { task: taken.task, cwd: '/' };
    expect(await bench.refusal('feature.next', without, anAgent)).toBe('UNAUTHORIZED');
    expect(await bench.refusal('feature.next', { ...without, token: 'x'.repeat(43) }, nobody)).toBe('UNAUTHORIZED');
    expect((await bench.must('feature.next', without, person)).feature?.owner).toBe('person:Ada');
    bench.clock.shift = 7_200_001;
    expect(await bench.refusal('feature.next', of(), nobody)).toBe('LEASE_EXPIRED');
  });

  it('by a task that Drover drives, not before its plan is asked for', async () => {
    bench = await openBench();
    await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
    const { task } = await bench.must('task.create', { text: 'x', cwd: bench.checkout, yes: [] });
    expect(await bench.refusal('feature.plan', { task, cwd: '/', features: 'a\nb' })).toBe('NOT_READY');
  });

  it('its text may be changed before it is begun', async () => {
    await open('one\ntwo');
    expect((await update('F-2', { title: 'two, better', text: 'with care' })).marked).toMatchObject({
      title: 'two, better',
      task_text: 'with care',
    });
    await next('ann');
    expect(await bench.refusal('feature.update', of({ feature: 'F-1', title: 'other' }), nobody)).toBe(
      'FEATURE_NOT_READY',
    );
  });
});
