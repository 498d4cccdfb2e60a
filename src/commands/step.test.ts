import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  anAgent,
  type Bench,
  type BenchOptions,
  nobody,
  openBench,
  person,
} from '../../test/fakes/commands/open-bench.ts';
import type { ManualTaskTaken } from '../contract/manual.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { Task } from '../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const open = async (options: BenchOptions = {}) => {
  bench = await openBench({ driven: true, ...options });
  await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
};
const input = (more: object = {}) => ({ text: 'by hand', cwd: bench.checkout, workspace: 'shop', ...more });
const take = (more: object = {}, who = nobody): Promise<ManualTaskTaken> => bench.must('step.take', input(more), who);
const tokenOf = (taken: ManualTaskTaken) => readFileSync(taken.token_file, 'utf8').trim();
const leaseOf = (task: string) => bench.store.read((reads) => reads.lease(task as Task['task']));
const living = async () => (await bench.must('workspace.check', { workspace: 'shop', cwd: '/' })).leases;
const oneSlot = () => bench.must('workspace.set', { workspace: 'shop', key: 'slots', value: '1' });

describe('a step taken by hand', () => {
  it('CM-19 gives copy, branch, token file and a lease of two hours', async () => {
    await open();
    const before = bench.clock.now();
    const taken = await take();
    expect(taken).toMatchObject({ task: 'shop-1', phase: 'confirm', phase_history: [], pushed_to_remote: false });
    expect(taken.expires_at - before).toBeGreaterThanOrEqual(7_200_000);
    expect(taken.expires_at - before).toBeLessThan(7_300_000);
    expect(existsSync(`${taken.copy}/README.md`)).toBe(true);
    expect(await bench.by(['rev-parse', '--abbrev-ref', 'HEAD'], taken.copy)).toBe(taken.branch);
    expect(statSync(taken.token_file).mode & 0o777).toBe(0o600);
    expect((await leaseOf('shop-1'))?.tokenHash).toBe(bench.ports.sha256(tokenOf(taken)));
    expect(await bench.by(['status', '--porcelain'])).toBe('');
  });

  it('CM-17 a second one gets WORKSPACE_LOCKED naming task, phase, owner and expiry, before GIT_DIRTY', async () => {
    await open({ config: '' });
    await bench.must('workspace.set', { workspace: 'shop', key: 'isolation', value: 'checkout' });
    const taken = await take();
    bench.write('new.txt', 'dirty now');
    const reply = await bench.ask('step.take', input());
    expect(reply).toMatchObject({
      ok: false,
      error_code: 'WORKSPACE_LOCKED',
      details: { task: taken.task, phase: 'confirm', owner: 'a caller', expires_at: taken.expires_at },
    });
  });

  it('CM-18 in the checkout itself refuses uncommitted files, untracked ones too, and leaves no lease', async () => {
    await open();
    await bench.must('workspace.set', { workspace: 'shop', key: 'isolation', value: 'checkout' });
    bench.write('new.txt', 'x');
    expect(await bench.ask('step.take', input())).toMatchObject({
      error_code: 'GIT_DIRTY',
      details: { files: ['new.txt'] },
    });
    expect(await living()).toEqual([]);
  });

  it('ends with the reason, and without a lease, where the copy cannot be made', async () => {
    await open();
    await bench.must('workspace.set', { workspace: 'shop', key: 'base', value: 'nowhere' });
    expect(await bench.refusal('step.take', input())).toBe('BASE_UNKNOWN');
    expect(await living()).toEqual([]);
    expect((await bench.must('task.list', { all: true })).tasks[0]?.outcome).toBe('cancelled');
    expect(existsSync(`${bench.folder}/state/leases/shop-1.token`)).toBe(false);
  });

  it('CM-21 CM-23 of twenty at once exactly one wins, the others get WORKSPACE_LOCKED and nothing else', async () => {
    await open();
    await oneSlot();
    const replies = await Promise.all(Array.from({ length: 20 }, () => bench.ask('step.take', input())));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    const codes = replies.flatMap((reply) => (reply.ok ? [] : [reply.error_code]));
    expect(new Set(codes)).toEqual(new Set(['WORKSPACE_LOCKED']));
    expect(await living()).toHaveLength(1);
    expect((await bench.must('task.list', { all: true })).tasks).toHaveLength(1);
  });

  it('WT-34 is not held back by what the host may have at work, which is for what Drover drives', async () => {
    await open();
    await bench.store.transact(async (tx) => {
      await tx.beat({ id: bench.ports.host, seenAt: bench.clock.now(), atMost: 1 });
    });
    const { task } = await bench.must('task.create', { text: 'x', cwd: bench.checkout });
    await bench.must('task.pause', { task });
    await bench.store.transact((tx) => tx.claimSlot('shop', 3, task as Task['task'], 0, bench.clock.now()));
    expect((await take()).task).not.toBe(task);
  });

  it('CM-20 over an expired lease succeeds; CM-21 also with twenty at once; the old owner is told and refused', async () => {
    await open();
    await oneSlot();
    const old = await take();
    bench.clock.shift = 7_200_001;
    const replies = await Promise.all(Array.from({ length: 20 }, () => bench.ask('step.take', input())));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await bench.refusal('step.renew', { task: old.task, cwd: '/', token: tokenOf(old) }, nobody)).toBe(
      'LEASE_EXPIRED',
    );
    expect(await bench.refusal('step.release', { task: old.task, cwd: '/', token: tokenOf(old) }, nobody)).toBe(
      'LEASE_EXPIRED',
    );
    const { lines } = await bench.must('task.log', { task: old.task, cwd: '/' });
    expect(lines.some((line) => line.text.includes('the lease went to'))).toBe(true);
    expect(existsSync(old.copy)).toBe(true);
  });

  it('replaces a dead owner at once, and a quiet one only for a person who takes over', async () => {
    let alive = true;
    await open({ machine: { ownerOf: async () => ({ pid: 4242, startedAt: 7 }), isAlive: async () => alive } });
    await oneSlot();
    const first = await take();
    expect(await bench.refusal('step.take', input())).toBe('WORKSPACE_LOCKED');
    expect(await bench.refusal('step.take', input({ takeover: true }), anAgent)).toBe('UNAUTHORIZED');
    const second = await take({ takeover: true }, person);
    expect((await leaseOf(second.task))?.fence).toBeGreaterThan(((await leaseOf(first.task)) as Lease).fence);
    alive = false;
    expect((await take()).task).not.toBe(second.task);
  });

  it('gives way to nobody where the engine works, whatever the time says', async () => {
    await open();
    await oneSlot();
    const { task } = await bench.must('task.create', { text: 'x', cwd: bench.checkout, yes: [] });
    await bench.store.read((reads) => reads.thing(task as Task['id']));
    await bench.must('task.pause', { task });
    await bench.store.transact((tx) => tx.claimSlot('shop', 1, task as Task['task'], 0, bench.clock.now()));
    bench.clock.shift = 10_000_000;
    expect(await bench.refusal('step.take', input({ takeover: true }))).toBe('WORKSPACE_LOCKED');
  });
});

describe('a lease is renewed', () => {
  it('CM-25 by its token: the expiry moves; expired it is LEASE_EXPIRED; without one LOCK_NOT_FOUND', async () => {
    await open();
    const taken = await take();
    bench.clock.shift = 3_600_000;
    const renewed = await bench.must('step.renew', { cwd: `${taken.copy}/src`, token: tokenOf(taken) }, nobody);
    expect(renewed.expires_at).toBeGreaterThanOrEqual(taken.expires_at + 3_500_000);
    bench.clock.shift = 20_000_000;
    expect(await bench.refusal('step.renew', { task: taken.task, cwd: '/', token: tokenOf(taken) }, nobody)).toBe(
      'LEASE_EXPIRED',
    );
    expect(await bench.refusal('step.renew', { cwd: bench.folder })).toBe('LOCK_NOT_FOUND');
  });

  it('CM-26 CM-30 by nobody else: not without the token, not with a wrong one, not after the release', async () => {
    await open();
    const taken = await take();
    const token = tokenOf(taken);
    const renew = (more: object, who = nobody) =>
      bench.refusal('step.renew', { task: taken.task, cwd: '/', ...more }, who);
    expect(await renew({})).toBe('UNAUTHORIZED');
    expect(await renew({ token: 'w'.repeat(43) })).toBe('UNAUTHORIZED');
    expect(await bench.refusal('step.release', { task: taken.task, cwd: '/' }, anAgent)).toBe('UNAUTHORIZED');
    expect(await bench.refusal('step.release', { task: taken.task, cwd: '/', token: 'w'.repeat(43) }, nobody)).toBe(
      'UNAUTHORIZED',
    );
    expect(await renew({ token })).toBe('ok');
    await bench.must('step.release', { task: taken.task, cwd: '/', token }, nobody);
    expect(await renew({ token })).toBe('LOCK_NOT_FOUND');
    const { lines } = await bench.must('task.log', { task: taken.task, cwd: '/' });
    expect(lines.some((line) => line.text.startsWith('refused step.release'))).toBe(true);
  });
});

describe('a lease is released', () => {
  it('CM-27 once; repeated it says so; CM-24 and another can be taken', async () => {
    await open();
    await oneSlot();
    const taken = await take();
    const first = await bench.must('step.release', { task: taken.task, cwd: '/' });
    expect(first.already).toBe(false);
    expect(first.notes.join()).toContain(taken.branch ?? '?');
    expect(existsSync(taken.token_file)).toBe(false);
    const again = await bench.must('step.release', { task: taken.task, cwd: '/' });
    expect(again).toMatchObject({ already: true, notes: expect.arrayContaining(['It had been released already.']) });
    expect((await take()).task).toBe('shop-2');
    expect(await bench.by(['status', '--porcelain'])).toBe('');
  });

  it('CM-54 with clean-up: copy gone, what was nowhere else kept and named; repeated it says so', async () => {
    await open();
    const taken = await take();
    writeFileSync(`${taken.copy}/mine.txt`, 'not to be lost');
    const { notes } = await bench.must('step.release', { task: taken.task, cwd: '/', cleanup: true });
    expect(notes.join()).toContain('refs/drover/kept/');
    expect(existsSync(taken.copy)).toBe(false);
    const again = await bench.must('step.release', { task: taken.task, cwd: '/', cleanup: true });
    expect(again.notes.join()).toContain('removed before');
    expect(await bench.refusal('task.path', { task: taken.task, cwd: '/' })).toBe('PATH_NOT_FOUND');
  });

  it('CM-28 by a person also where the lease is half there: the task has ended and nothing was given back', async () => {
    await open({ driven: false });
    const { task } = await bench.must('task.create', { text: 'x', cwd: bench.checkout });
    const id = task as Task['task'];
    await bench.store.transact(async (tx) => {
      const thing = (await tx.thing(id)) as Task;
      const outcome = { kind: 'failed', why: 'for the test', open: [] } as const;
      const state = { ...thing.state, at: { kind: 'ended', outcome, back: null } };
      await tx.update(id, thing.version, { state, ended: true, effects: 0, at: bench.clock.now() });
      await tx.claimSlot('shop', 1, id, 0, bench.clock.now());
    });
    await bench.must('step.release', { task, cwd: '/' });
    expect(await bench.store.read((reads) => reads.holders('shop'))).toEqual(['shop-1']);
  });
});
