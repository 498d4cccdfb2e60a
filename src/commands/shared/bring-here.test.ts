import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, nobody, openBench, person } from '../../../test/fakes/commands/open-bench.ts';
import { aSessionSpec } from '../../../test/fakes/sessions/open-sessions.ts';
import { type HostId, instant, runId, type TaskId } from '../../domain/ids.ts';
import { sessionId } from '../../domain/session/ids.ts';
import { newSession } from '../../domain/session/new-session.ts';

let bench: Bench;
let task: string;
const far = 'far' as HostId;
beforeEach(async () => {
  bench = await openBench();
  ({ task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout }, nobody));
  await bench.store.transact((tx) => tx.query('update tasks set host = ? where id = ?', [far, task as TaskId]));
});
afterEach(() => bench.close());

const silentFor = (minutes: number) =>
  bench.store.transact((tx) => tx.beat({ id: far, seenAt: instant(bench.clock.now() - minutes * 60_000) }));

describe('a task whose host is silent', () => {
  it.each(['task.cancel', 'task.retry'] as const)(
    'WT-63 is not taken over by %s while its host may come back, and that is said',
    async (name) => {
      await silentFor(3);
      const told = await bench.ask(name, (name === 'task.cancel' ? { task, keep: true } : { task }) as never, person);
      expect(told).toMatchObject({
        ok: false,
        error_code: 'NOT_READY',
        error: expect.stringContaining('silent for 3 min'),
      });
      expect(bench.brought).toEqual([]);
    },
  );

  it.each(['task.cancel', 'task.retry'] as const)(
    'WT-63 comes here by %s with all of its host after the silence that is configured',
    async (name) => {
      await silentFor(11);
      await bench.ask(name, (name === 'task.cancel' ? { task, keep: true } : { task }) as never, person);
      expect(bench.brought).toEqual([far]);
    },
  );

  it('WT-63 stays where its host is alive', async () => {
    await silentFor(0);
    await bench.ask('task.cancel', { task, keep: true }, person);
    expect(bench.brought).toEqual([]);
  });
});

describe('a session whose host is silent', () => {
  const name = 'fox';
  beforeEach(async () => {
    const spec = aSessionSpec(runId(900), { name, key: name, repository: bench.checkout });
    const at = bench.clock.now();
    await bench.store.transact((tx) => tx.insert(newSession(sessionId(900), spec, far, at)));
  });
  const stop = () => bench.ask('session.stop', { session: name, cwd: bench.checkout, wait: false }, person);

  it('WT-63 is not taken over while its host may come back, and that is said', async () => {
    await silentFor(3);
    expect(await stop()).toMatchObject({
      error_code: 'NOT_READY',
      error: expect.stringContaining('fox is bound to host far'),
    });
    expect(bench.brought).toEqual([]);
  });

  it('WT-63 comes here by `stop` with all of its host, though that has no task', async () => {
    await silentFor(11);
    expect(await stop()).toMatchObject({ ok: true });
    expect(bench.brought).toEqual([far]);
  });

  it('WT-63 is taken from nobody who lives', async () => {
    await silentFor(0);
    expect(await stop()).toMatchObject({ ok: true });
    expect(bench.brought).toEqual([]);
  });
});
