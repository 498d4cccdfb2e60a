// One act that was decided: its result, its deadline, its stop, and what it was cut off by, each on its row.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hearDisk } from '../../test/fakes/hear-disk.ts';
import { here, openStillEngine, type StillEngine, there } from '../../test/fakes/still-engine.ts';
import { failed } from '../domain/error.ts';
import type { TaskId, ThingId } from '../domain/ids.ts';
import type { EffectContext } from '../ports/effect.ts';
import { drive } from './drive.ts';
import type { Engine } from './engine.ts';
import { Ears } from './stop-signals.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

type Act = (ports: unknown, input: unknown, context: EffectContext) => Promise<unknown>;
/** What follows it is put off, so that it stands there. */
const performing = (name: string, act: Act, more: Partial<Engine> = {}): Engine =>
  ({
    ...still.engine,
    effects: { 'open-hub': async () => ({ kind: 'later', afterMs: 1, why: 'not now' }), [name]: act },
    ...more,
  }) as unknown as Engine;
const settled = async (act: Act, more: Partial<Engine> = {}) => {
  const task = await still.put('shop-1', 'task');
  await still.intend(task, 'claim-slot', { workspace: 'shop' });
  await drive(performing('claim-slot', act, more), task.id);
  return { intent: await still.intent('shop-1') };
};
const soon = (ms: number) => ({ thing: 'shop-1', at: still.clock.now() + ms, host: here });

describe('an act', () => {
  it('is performed with its input and under its own name, and what comes of it is recorded once', async () => {
    const seen: unknown[] = [];
    const { intent } = await settled(async (_, input, context) => {
      seen.push(input, context.id, context.thing.id, await context.fenced(), context.signal.aborted);
      return { kind: 'done', output: { granted: true, ahead: [] } };
    });
    expect(seen).toEqual([{ workspace: 'shop' }, 'shop-1#1', 'shop-1', true, false]);
    expect(intent?.name).not.toBe('claim-slot');
    expect(await still.facts('shop-1')).toContainEqual({ kind: 'slot_granted', data: {} });
    expect(await still.thing('shop-1')).toMatchObject({ state: { slot: 'held' } });
  });

  it('has a result that goes ahead of the disk, with nobody told of it before', async () => {
    const { store, told } = hearDisk(still.store);
    const ports = { ...still.engine.ports, store };
    await settled(async () => ({ kind: 'done', output: { granted: true, ahead: [] } }), { ports });
    expect(told).toEqual(['ahead']);
  });

  it.each([
    ['asked for more time', async () => ({ kind: 'later', afterMs: 7_000, why: 'not yet' }), 7_000, 0],
    ['met a full disk', async () => ({ kind: 'failed', failure: { error_code: 'DISK_FULL', message: 'm' } }), 2_000, 0],
    ['met a store that is away', () => Promise.reject(failed('STORE_FAILED', 'm')), 2_000, 0],
    ['met a keeper that is away', () => Promise.reject(failed('KEEPER_UNREACHABLE', 'm')), 2_000, 0],
    ['met no space', () => Promise.reject(Object.assign(new Error('m'), { code: 'ENOSPC' })), 2_000, 0],
    ['met a quota', () => Promise.reject(Object.assign(new Error('m'), { code: 'EDQUOT' })), 2_000, 0],
  ] as const)('that %s is performed again after so long, and that is no try', async (_, act, ms, tries) => {
    const { intent } = await settled(act);
    expect(intent).toMatchObject({ name: 'claim-slot', tries });
    expect(still.wakes).toEqual([soon(ms)]);
    const timers = await still.store.read((reads) => reads.timers(still.clock.now()));
    expect(timers).toEqual([{ thing: 'shop-1', due: still.clock.now() + ms }]);
  });

  it('that asked for more time is put off once that is on record, and not where it could not be', async () => {
    let isDown = false;
    const { store } = still;
    const transact: typeof store.transact = (work) =>
      isDown ? Promise.reject(new Error('no disk')) : store.transact(work);
    const ports = {
      ...still.engine.ports,
      store: { read: store.read.bind(store), transact },
    } as unknown as Engine['ports'];
    const act = async () => {
      isDown = true;
      return { kind: 'later', afterMs: 1, why: 'not yet' };
    };
    await expect(settled(act, { ports })).rejects.toThrow('no disk');
  });

  it('that was put off is said once, where somebody keeps that', async () => {
    const noted: object[] = [];
    const forgotten: string[] = [];
    const putOffs = {
      note: (putOff: object) => noted.push(putOff) === 1,
      forget: (thing: string) => void forgotten.push(thing),
      all: () => [],
    };
    const full = () => Promise.reject(failed('DISK_FULL', 'no room'));
    await settled(full, { putOffs });
    await drive(performing('claim-slot', full, { putOffs }), 'shop-1' as never);
    expect(noted).toHaveLength(2);
    expect(noted[0]).toEqual({
      ...{ thing: 'shop-1', task: 'shop-1', effect: 'claim-slot', since: still.clock.now(), why: 'no room' },
    });
    expect(await still.facts('shop-1')).toEqual([
      { kind: 'effect_put_off', data: { effect: 'claim-slot', why: 'no room' } },
    ]);
    expect(forgotten).toEqual([]);
    const later = async () => ({ kind: 'later', afterMs: 1, why: '' });
    await drive(performing('claim-slot', later, { putOffs }), 'shop-1' as never);
    expect(forgotten).toEqual(['shop-1']);
  });

  it('that does not end is told at its deadline, given up after it, and counts as a try', async () => {
    let told = false;
    const task = await still.put('shop-1', 'task');
    await still.intend(task, 'claim-slot');
    const driven = drive(
      performing('claim-slot', (_, __, { signal }) => {
        signal.addEventListener('abort', () => {
          told = true;
        });
        return new Promise(() => {});
      }),
      task.id,
    );
    await expect.poll(async () => (await still.intent('shop-1'))?.tries).toBe(2);
    await still.clock.advance(59_999);
    expect(told).toBe(false);
    await still.clock.advance(1);
    expect(told).toBe(true);
    await still.clock.advance(10_000);
    await driven;
    expect(await still.intent('shop-1')).toMatchObject({ tries: 2 });
    expect(still.wakes).toEqual([soon(2_000)]);
    expect(still.warned).toEqual([{ text: 'claim-slot did not end in time', data: { intent: 'shop-1#1' } }]);
  });

  it('that ends after another driver took over is dropped', async () => {
    const task = await still.put('shop-1', 'task');
    await still.intend(task, 'claim-slot');
    await drive(
      performing('claim-slot', async (_, __, { fenced }) => {
        await still.store.transact((tx) => tx.raiseFence(task.id));
        expect(await fenced()).toBe(false);
        return { kind: 'done', output: { granted: true, ahead: [] } };
      }),
      task.id,
    );
    expect(await still.thing('shop-1')).toMatchObject({ state: { slot: 'none' } });
    expect(await still.facts('shop-1')).toEqual([]);
  });

  it('that the daemon’s end cut off is no try, and its wake stays', async () => {
    const task = await still.put('shop-1', 'task');
    await still.intend(task, 'claim-slot');
    const driven = drive(
      performing('claim-slot', async () => {
        still.stop.abort(new Error('it goes down'));
        return { kind: 'done', output: { granted: true, ahead: [] } };
      }),
      task.id,
    );
    await expect(driven).rejects.toThrow('it goes down');
    expect(await still.intent('shop-1')).toMatchObject({ tries: 0 });
  });
});

describe('what an act says', () => {
  const said = [{ kind: 'resumed', data: {} }];

  it.each([
    ['a criterion', 'criterion', said, ['shop-9']],
    ['a task of a task', 'task', said, ['shop-9']],
    ['a criterion that says nothing', 'criterion', [], []],
    ['a run', 'run', said, []],
  ] as const)('wakes whose child it is, of %s', async (_, kind, words, woken) => {
    await still.put('shop-9', 'task');
    const ids = { run: 'r1', task: 'shop-10', criterion: 'shop-9/SC-1' };
    const child = await still.put(ids[kind], kind, {
      ...{ parent: 'shop-9' as ThingId, task: 'shop-9' as TaskId, key: 'one' },
    });
    await still.intend(child, 'claim-slot');
    const kinds = {
      ...still.engine.kinds,
      isStopAsked: () => false,
      ...{ apply: () => ({ state: {}, said: words }), decide: () => ({ kind: 'wait', until: null, on: 'a test' }) },
    } as unknown as Engine['kinds'];
    const act = async () => ({ kind: 'done', output: {} });
    await drive(performing('claim-slot', act, { kinds }), child.id);
    expect(still.wakes.map(({ thing }) => thing)).toEqual(woken);
  });

  it.each([
    ['start-session', 1],
    ['start-run', 1],
    ['start-once', 1],
    ['claim-slot', 0],
  ] as const)('of %s is followed from then on by %i', async (name, followers) => {
    const run = await still.put('r1', 'run');
    await still.intend(run, name);
    const kinds = {
      ...still.engine.kinds,
      isStopAsked: () => false,
      ...{ apply: () => ({ state: {}, said: [] }), decide: () => ({ kind: 'wait', until: null, on: 'a test' }) },
    } as unknown as Engine['kinds'];
    const followed: ThingId[] = [];
    const attend = (thing: ThingId) => void followed.push(thing);
    await drive(
      performing(name, async () => ({ kind: 'done', output: {} }), { kinds, attend }),
      run.id,
    );
    expect(followed).toEqual(Array(followers).fill('r1'));
  });

  it('wakes nobody where it is nobody’s child', async () => {
    const { intent } = await settled(async () => ({ kind: 'done', output: { granted: true, ahead: [] } }));
    expect(await still.facts('shop-1')).toContainEqual({ kind: 'slot_granted', data: {} });
    expect(intent?.name).not.toBe('claim-slot');
    expect(still.wakes.filter(({ thing }) => thing !== 'shop-1')).toEqual([]);
  });
});

describe('what is driven', () => {
  it('has not heard what its rows were read after', async () => {
    const ears = new Ears();
    const task = await still.put('shop-1', 'task');
    await still.intend(task, 'claim-slot', { workspace: 'shop' });
    const looks: string[] = [];
    const said: Act = async () => {
      ears.hear(task.id);
      return { kind: 'done', output: { granted: true, ahead: [] } };
    };
    const next: Act = async () => {
      ears.listen(task.id, () => void looks.push('a look'));
      return { kind: 'later', afterMs: 1, why: 'not now' };
    };
    await drive(
      performing('claim-slot', said, { ears, effects: { 'claim-slot': said, 'open-hub': next } as never }),
      task.id,
    );
    expect(await still.intent('shop-1')).toMatchObject({ name: 'open-hub' });
    expect(looks).toEqual([]);
  });

  it('is nothing that has ended, or is not there; what is another host’s is sent there', async () => {
    const forgotten: string[] = [];
    const putOffs = { note: () => true, forget: (thing: string) => void forgotten.push(thing), all: () => [] };
    const engine = { ...still.engine, putOffs };
    await still.put('shop-1', 'task', { ended: true });
    await still.put('shop-2', 'task', { host: there });
    await drive(engine, 'shop-1' as never);
    await drive(engine, 'shop-9' as never);
    expect(still.wakes).toEqual([]);
    expect(forgotten).toEqual(['shop-1', 'shop-9']);
    await drive(engine, 'shop-2' as never);
    expect(still.wakes).toEqual([{ thing: 'shop-2', at: still.clock.now(), host: there }]);
  });
});

describe('an act that was cut off three times', () => {
  const asked = async (tries = 3) => {
    const task = await still.put('shop-1', 'task');
    await still.intend(task, 'claim-slot', {}, tries);
    return task;
  };
  let performed = 0;
  const counting = () =>
    performing('claim-slot', async () => {
      performed += 1;
      return { kind: 'later', afterMs: 1, why: '' };
    });
  beforeEach(() => {
    performed = 0;
  });

  it('is tried a third time, and asked about instead of a fourth', async () => {
    const task = await asked(2);
    await drive(counting(), task.id);
    expect(performed).toBe(1);
    expect(await still.questions()).toEqual([]);
  });

  it('is asked about once, and waits for the answer', async () => {
    const task = await asked();
    for (let round = 0; round < 2; round += 1) await drive(counting(), task.id);
    expect(performed).toBe(0);
    expect(await still.questions()).toMatchObject([
      {
        ...{ key: 'effect-1-1', kind: 'effect', binding: 'shop-1#1' },
        text: '"claim-slot" was cut off 3 times, by a crash or by its deadline. Try it again?',
        choices: [
          { id: 'retry', label: 'try it again', words: 'none' },
          { id: 'give_up', label: 'take it as failed', words: 'none' },
        ],
        shown: { effect: 'claim-slot', tries: 3 },
      },
    ]);
    expect((await still.facts('shop-1')).map(({ kind }) => kind)).toEqual(['question_asked']);
  });

  it('is performed again by a person’s word', async () => {
    const task = await asked();
    await drive(counting(), task.id);
    const [question] = await still.questions();
    const answer = { choice: 'retry', words: null, by: 'p', channel: 'test', at: still.clock.now() };
    await still.store.transact((tx) => tx.answer(question?.id as never, answer));
    await drive(counting(), task.id);
    expect(performed).toBe(1);
    expect((await still.intent('shop-1'))?.id).toBe('shop-1#1');
  });

  it('is asked about again once as many tries as it took to ask were cut off', async () => {
    const task = await asked();
    await drive(counting(), task.id);
    const [question] = await still.questions();
    const answer = { choice: 'retry', words: null, by: 'p', channel: 'test', at: still.clock.now() };
    await still.store.transact((tx) => tx.answer(question?.id as never, answer));
    for (let count = 0; count < 3; count += 1)
      await still.store.transact((tx) => tx.tries('shop-1#1' as never, 'begun'));
    await drive(counting(), task.id);
    expect(performed).toBe(0);
    expect((await still.questions()).map(({ key }) => key).sort()).toEqual(['effect-1-1', 'effect-1-2']);
  });

  it('is given up with its question where the task is to end', async () => {
    const task = await asked();
    await drive(counting(), task.id);
    await still.say('shop-1', 'cancel');
    await drive(counting(), task.id);
    expect(performed).toBe(0);
    expect(await still.questions()).toMatchObject([{ state: { kind: 'closed', why: 'the effect was given up' } }]);
  });
});

it.each(['intent', 'effect', 'commit'] as const)('a drive that is ended after its %s goes no further', async (at) => {
  const task = await still.put('shop-1', 'task');
  const reached: string[] = [];
  const engine = performing('claim-slot', async () => ({ kind: 'done', output: { granted: true, ahead: [] } }), {
    reach: async (point, thing, effect) => {
      reached.push(`${point} ${thing} ${effect}`);
      await Promise.resolve();
      if (point === at) throw new Error('the process died');
    },
  });
  await expect(drive(engine, task.id)).rejects.toThrow('the process died');
  expect(reached).toEqual(
    ['intent', 'effect', 'commit'].slice(0, reached.length).map((point) => `${point} shop-1 claim-slot`),
  );
  expect(reached.at(-1)).toMatch(new RegExp(`^${at} `));
  const slot = at === 'commit' ? 'held' : 'none';
  expect(await still.thing('shop-1')).toMatchObject({ state: { slot } });
});
