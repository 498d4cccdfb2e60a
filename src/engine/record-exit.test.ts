import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSessionSpec } from '../../test/fakes/sessions/open-sessions.ts';
import { here, openStillEngine, type StillEngine, there } from '../../test/fakes/still-engine.ts';
import { failed } from '../domain/error.ts';
import type { RunId, ThingId } from '../domain/ids.ts';
import type { Keeper } from '../ports/keeper.ts';
import type { Engine } from './engine.ts';
import { findMissed, recordExit } from './record-exit.ts';
import { isPassing, retryStore } from './retry-store.ts';
import { Ears } from './stop-signals.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

const r = (number: number) => `r${number}` as RunId;
const exited = { kind: 'exited', code: 0 } as const;
const withKeeper = (keeper: Partial<Keeper>): Engine => ({
  ...still.engine,
  ports: { ...still.engine.ports, keeper: keeper as Keeper },
});

describe('an ending', () => {
  const forgotten: RunId[] = [];
  const keeper = { forget: async (run: RunId) => void forgotten.push(run) };
  beforeEach(() => forgotten.splice(0));

  it('is told to its run once, which is woken; then the keeper may forget it', async () => {
    await still.put('r1', 'run');
    const engine = withKeeper(keeper);
    await recordExit(engine, { runId: r(1), ending: exited });
    expect(await still.notices('r1')).toMatchObject([{ kind: 'ending', by: 'keeper', body: exited }]);
    expect(still.wakes).toEqual([{ thing: 'r1', at: still.clock.now(), host: here }]);
    await recordExit(engine, { runId: r(1), ending: exited });
    expect(await still.notices('r1')).toHaveLength(1);
    expect(still.wakes).toHaveLength(1);
    expect(forgotten).toEqual(['r1', 'r1']);
  });

  it('is not forgotten where the store could not take it', async () => {
    await still.put('r1', 'run');
    const { ports } = withKeeper(keeper);
    const store = { ...ports.store, transact: () => Promise.reject(new Error('no disk')) };
    const engine = { ...still.engine, ports: { ...ports, store } } as unknown as Engine;
    await expect(recordExit(engine, { runId: r(1), ending: exited })).rejects.toThrow('no disk');
    expect(forgotten).toEqual([]);
  });

  it('is told to the session whose program it was', async () => {
    await still.put('s1', 'session', { spec: aSessionSpec(r(1)), state: { kind: 'requested' }, host: there });
    await recordExit(withKeeper(keeper), { runId: r(1), ending: exited });
    expect(await still.notices('s1')).toMatchObject([{ kind: 'ending' }]);
    expect(still.wakes).toMatchObject([{ thing: 's1', host: there }]);
  });

  it('is told beside what else was said, but to nothing that has ended, or that no row knows', async () => {
    await still.put('r1', 'run');
    await still.say('r1', 'cancel');
    await still.put('r2', 'run', { ended: true, key: 'run-2' });
    for (const number of [1, 2, 3]) await recordExit(withKeeper(keeper), { runId: r(number), ending: exited });
    expect((await still.notices('r1')).map(({ kind }) => kind)).toEqual(['cancel', 'ending']);
    expect(await still.notices('r2')).toEqual([]);
    expect(forgotten).toEqual(['r1', 'r2', 'r3']);
  });

  it('of what is no run is nobody’s', async () => {
    await recordExit(withKeeper(keeper), { runId: 'shop-1' as RunId, ending: exited });
    expect(forgotten).toEqual([]);
  });
});

describe('endings that nobody told', () => {
  it('are those of runs and sessions of this host that the keeper ended, or has no record of any more', async () => {
    const running = { kind: 'running', startedAt: 1 };
    await still.put('r1', 'run', { state: running });
    await still.put('r2', 'run', { state: { kind: 'requested' }, key: 'run-2' });
    await still.put('r3', 'run', { state: running, key: 'run-3' });
    await still.put('r4', 'run', { state: running, key: 'run-4' });
    await still.put('r5', 'run', { state: running, key: 'run-5', host: there });
    await still.put('r6', 'run', { state: running, key: 'run-6', ended: true });
    await still.put('s1', 'session', { spec: aSessionSpec(r(11)), state: { kind: 'live' } });
    await still.put('s2', 'session', {
      ...{ spec: aSessionSpec(r(12), { name: 'blue', key: 'blue' }), state: { kind: 'requested' } },
    });
    await still.put('s3', 'session', {
      ...{ spec: aSessionSpec(r(13), { name: 'green', key: 'green' }), state: { kind: 'requested' } },
    });
    const kept = new Map<string, unknown>([
      ['r3', { ending: null }],
      ['r4', { ending: exited }],
      ['r13', { ending: exited }],
    ]);
    const missed = await findMissed(withKeeper({ find: async (run: RunId) => (kept.get(run) ?? null) as never }));
    expect(Object.fromEntries(missed.map(({ runId, ending }) => [runId, ending]))).toEqual({
      ...{ r1: { kind: 'lost' }, r4: exited, r11: { kind: 'lost' }, r13: exited },
    });
  });
});

describe('what cannot be written now', () => {
  it.each(['STORE_FAILED', 'DISK_FULL', 'STATE_READ_ONLY', 'KEEPER_UNREACHABLE'] as const)(
    '%s is written later, with longer and longer pauses',
    async (code) => {
      let tries = 0;
      const pauses: number[] = [];
      const clock = { ...still.clock, wait: async (ms: number) => void pauses.push(ms) };
      const engine = { ...still.engine, ports: { ...still.engine.ports, clock } };
      const write = async () => {
        tries += 1;
        if (tries <= 9) throw failed(code, 'no room');
        return 'written';
      };
      expect(isPassing({ error_code: code, message: '' })).toBe(true);
      expect(await retryStore(engine, write)).toBe('written');
      expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
      expect(still.warned[0]).toEqual({ text: 'a result waits for the store: no room', data: { code } });
    },
  );

  it('is given up when the daemon goes down, and at once for any other reason', async () => {
    const pauses: number[] = [];
    const clock = {
      ...still.clock,
      wait: async (ms: number) => {
        pauses.push(ms);
        still.stop.abort(new Error('it goes down'));
      },
    };
    const engine = { ...still.engine, ports: { ...still.engine.ports, clock } };
    const other = () => Promise.reject(failed('INTERNAL', 'a bug'));
    await expect(retryStore(engine, other)).rejects.toThrow('a bug');
    await expect(retryStore(engine, () => Promise.reject(new Error('DISK_FULL')))).rejects.toThrow('DISK_FULL');
    expect(pauses).toEqual([]);
    const full = () => Promise.reject(failed('DISK_FULL', 'no room'));
    await expect(retryStore(engine, full)).rejects.toThrow('it goes down');
    expect(pauses).toEqual([100]);
  });
});

describe('what is said to a thing while its effect is under way', () => {
  const [one, other] = ['r1', 'r2'] as unknown as readonly [ThingId, ThingId];
  const hearing = () => {
    const ears = new Ears();
    const looks: ThingId[] = [];
    ears.begin(one);
    return { ears, looks, listen: () => ears.listen(one, () => void looks.push(one)) };
  };

  it('is heard by that effect, each time, until it has ended', () => {
    const { ears, looks, listen } = hearing();
    const deaf = listen();
    ears.hear(other);
    expect(looks).toEqual([]);
    ears.hear(one);
    ears.hear(one);
    expect(looks).toHaveLength(2);
    deaf();
    ears.hear(one);
    expect(looks).toHaveLength(2);
  });

  it('before it listened is heard at once, but for what the rows were read after', () => {
    const { ears, looks, listen } = hearing();
    ears.hear(one);
    listen();
    expect(looks).toHaveLength(1);
    ears.forget(one);
    listen();
    expect(looks).toHaveLength(1);
  });

  it('of which nothing is driven is nobody’s', () => {
    const { ears, looks, listen } = hearing();
    ears.end(one);
    listen();
    ears.hear(one);
    ears.forget(one);
    expect(looks).toEqual([]);
  });
});
