// What every store must do.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Criterion } from '../../src/domain/criterion/criterion.ts';
import { fail, failed, ok, type Result } from '../../src/domain/error.ts';
import type { Said } from '../../src/domain/fact/fact.ts';
import {
  effectId,
  type HostId,
  type Instant,
  instant,
  type QuestionId,
  type TaskId,
  type ThingId,
  taskId,
} from '../../src/domain/ids.ts';
import type { Lease } from '../../src/domain/lease/lease.ts';
import type { SessionId } from '../../src/domain/session/ids.ts';
import type { Reads, Store, Transaction } from '../../src/ports/store.ts';
import {
  aCriterion,
  aDraft,
  aLease,
  aMessage,
  anAnswer,
  anEvidence,
  anIntent,
  aRun,
  aSession,
  aTask,
  at,
  host,
  later,
} from './store-rows.ts';

/** More than one query takes, the last of which is there. */
const amongMany = <Id extends string>(id: Id): readonly Id[] => [
  ...Array.from({ length: 1200 }, (_, at) => `none-${at}` as Id),
  id,
];

export type MountedStore = {
  readonly store: Store;
  /** Ends the store and leaves nothing. */
  readonly close: () => Promise<void>;
};

export function storeSuite(name: string, mount: () => Promise<MountedStore>): void {
  describe(`${name}, a store`, () => {
    let mounted: MountedStore;
    let store: Store;
    const one = aTask(1);

    const given = (work: (tx: Transaction) => Promise<unknown>) => store.transact(async (tx) => void (await work(tx)));

    beforeEach(async () => {
      mounted = await mount();
      store = mounted.store;
      await given((tx) => tx.insert(one));
    });

    afterEach(() => mounted.close());

    describe('transactions', () => {
      it('keeps a thing as it was given', async () => {
        expect(await store.read((reads) => reads.thing(one.id))).toEqual(one);
        expect(await store.read((reads) => reads.thing(taskId('shop', 99)))).toBeNull();
      });

      it('writes nothing of a body that throws, and gives its error as it is', async () => {
        const error = failed('GIT_DIRTY', 'no');
        const run = store.transact(async (tx) => {
          await tx.insert(aTask(2));
          await tx.say(one.id, one.task, at, [{ kind: 'resumed' }]);
          throw error;
        });
        await expect(run).rejects.toBe(error);
        expect(await store.read((reads) => reads.things({}))).toHaveLength(1);
        expect(await store.read((reads) => reads.facts({ limit: 9 }))).toEqual([]);
      });

      it('writes nothing where a statement failed, even if the body went on', async () => {
        const run = store.transact(async (tx) => {
          await tx.insert(aTask(2));
          await tx.insert(one).catch(() => {});
        });
        await expect(run).rejects.toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
        expect(await store.read((reads) => reads.thing(taskId('shop', 2)))).toBeNull();
      });

      it('refuses loudly to be used inside the body of a transaction instead of waiting for itself', async () => {
        const nested = store.transact(() => store.read((reads) => reads.thing(one.id)));
        await expect(nested).rejects.toThrow("inside a transaction's body");
        await expect(store.read(() => store.transact(async () => 1))).rejects.toThrow("inside a transaction's body");
        await expect(store.transact(async () => 'fine')).resolves.toBe('fine');
      });

      it('may be used again by what a body has left running', async () => {
        let go = () => {};
        const gate = new Promise<void>((resolve) => {
          go = resolve;
        });
        let left: Promise<unknown> = Promise.resolve();
        await store.transact(async () => {
          left = gate.then(() => store.read((reads) => reads.thing(one.id)));
        });
        go();
        expect(await left).toEqual(one);
      });

      it('refuses a handle whose transaction is over', async () => {
        const kept = await store.transact(async (tx) => tx);
        await expect(kept.touch(one.id, at)).rejects.toThrow('already committed');
        expect(await store.read((reads) => reads.thing(one.id))).toEqual(one);
      });

      it('calls after the commit and never after a roll-back', async () => {
        const called: string[] = [];
        await store.transact(async (tx) => tx.afterCommit(() => called.push('committed')));
        const failing = store.transact(async (tx) => {
          tx.afterCommit(() => called.push('rolled back'));
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
        expect(called).toEqual(['committed']);
      });

      it('is not harmed by a call after the commit that throws', async () => {
        const call = () => {
          throw new Error('from the call');
        };
        await expect(store.transact(async (tx) => tx.afterCommit(call))).resolves.toBeUndefined();
      });

      it('takes the question mark as a parameter in either dialect', async () => {
        const rows = await store.transact((tx) =>
          tx.query("select id, '?' as mark from tasks where id = ? and version = ?", [one.id, 1]),
        );
        expect(rows).toEqual([expect.objectContaining({ id: one.id, mark: '?' })]);
      });

      it('is closed once, after what is under way', async () => {
        const running = store.transact((tx) => tx.next('run'));
        await Promise.all([store.close(), store.close()]);
        expect(await running).toBe(1);
        await expect(store.read((reads) => reads.thing(one.id))).rejects.toMatchObject({
          failure: { error_code: 'STORE_FAILED' },
        });
      });

      it('a body that is under way goes on to its end before it is closed', async () => {
        const { promise: told, resolve: tell } = Promise.withResolvers<void>();
        const running = store.transact(async (tx) => {
          tell();
          await tx.next('run');
          return tx.next('run');
        });
        await told;
        await store.close();
        expect(await running).toBe(2);
      });

      it('tells what it is', async () => {
        expect(await store.describe()).toMatchObject({
          schema: expect.any(Number),
          bytes: expect.any(Number),
          backups: [],
        });
      });
    });

    describe('numbers and epochs', () => {
      const host = 'host-a' as HostId;

      it('WT-60 gives out no number that was given before, wherever it was skipped to', async () => {
        await store.transact((tx) => tx.next('run'));
        await store.transact((tx) => tx.skip('run', 40));
        await store.transact((tx) => tx.skip('run', 7));
        await store.transact((tx) => tx.skip('task:shop', 3));
        expect(await store.transact((tx) => tx.next('run'))).toBe(41);
        expect(await store.read((reads) => reads.numbers())).toMatchObject({ run: 41, 'task:shop': 3 });
      });

      it('WT-60 begins an epoch after the last run that was given, in the place of one without runs', async () => {
        await store.transact((tx) => tx.skip('run', 5));
        await store.transact((tx) => tx.beginEpoch(host, 'aa'));
        await store.transact((tx) => tx.beginEpoch(host, 'bb'));
        await store.transact((tx) => tx.next('run'));
        await store.transact((tx) => tx.beginEpoch(host, 'cc'));
        expect(await store.read((reads) => reads.epochs(host))).toEqual([
          { id: 'bb', after: 5 },
          { id: 'cc', after: 6 },
        ]);
        expect(await store.read((reads) => reads.epochs('host-b' as HostId))).toEqual([]);
      });
    });

    describe('things', () => {
      it('are updated only at the expected version', async () => {
        const change = { state: { kind: 'moved' }, ended: false, effects: 1, at: later(9) };
        expect(await store.transact((tx) => tx.update(one.id, 1, change))).toBe(true);
        expect(await store.transact((tx) => tx.update(one.id, 1, { ...change, state: { kind: 'late' } }))).toBe(false);
        const moved = { ...one, state: { kind: 'moved' }, effects: 1, version: 2, updatedAt: later(9) };
        expect(await store.read((reads) => reads.thing(one.id))).toEqual(moved);
      });

      it('lets exactly one of many updates at one version win', async () => {
        const all = Array.from({ length: 12 }, (_, n) =>
          store.transact((tx) => tx.update(one.id, 1, { state: { n }, ended: false, effects: 0, at })),
        );
        expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1);
      });

      it('go to another host once, and only from the one they are bound to', async () => {
        const to = (from: string, host: string) =>
          store.transact((tx) => tx.moveToHost(one.id, from as HostId, host as HostId));
        expect(await to('nobody', 'h2')).toBe(false);
        expect(await to(one.host, 'h2')).toBe(true);
        expect(await to(one.host, 'h3')).toBe(false);
        await given((tx) => tx.update(one.id, 1, { state: {}, ended: true, effects: 0, at }));
        expect(await to('h2', 'h3')).toBe(false);
        expect(await store.read((reads) => reads.thing(one.id))).toMatchObject({ host: 'h2', ended: true });
      });

      it('get a version one higher by a touch and a fence one higher by raising it', async () => {
        await given((tx) => tx.touch(one.id, later(3)));
        expect(await store.transact((tx) => tx.raiseFence(one.id))).toBe(2);
        expect(await store.read((reads) => reads.thing(one.id))).toMatchObject({
          version: 2,
          fence: 2,
          updatedAt: later(3),
        });
      });

      it('are found by kind, task, parent, workspace and end, newest first', async () => {
        const other = aTask(2, {}, 'blog');
        const [criterion, run] = [aCriterion('SC-1', one), aRun(7, one, { ended: true, createdAt: later(50) })];
        await given(async (tx) => {
          for (const thing of [other, criterion, run]) await tx.insert(thing);
        });
        const ids = (filter: Parameters<Reads['things']>[0]) =>
          store.read(async (reads) => (await reads.things(filter)).map(({ id }) => id));
        expect(await ids({})).toEqual([run.id, other.id, criterion.id, one.id]);
        expect(await ids({ kind: 'task' })).toEqual([other.id, one.id]);
        expect(await ids({ workspace: 'shop', ended: false })).toEqual([criterion.id, one.id]);
        expect(await ids({ task: one.task, limit: 2 })).toEqual([run.id, criterion.id]);
        expect(await ids({ parent: one.id, kind: 'run' })).toEqual([run.id]);
        expect(await ids({ parent: null })).toEqual([other.id, one.id]);
        expect(await ids({ tasks: [other.task, one.task] })).toEqual([run.id, other.id, criterion.id, one.id]);
        expect(await ids({ tasks: amongMany(other.task), limit: 1 })).toEqual([other.id]);
        expect(await ids({ tasks: [] })).toEqual([]);
      });

      it('of one moment are in the order of their ids, after what is newer', async () => {
        const [two, ten, newer] = [2, 10, 1].map((number) => aCriterion(`SC-${number}`, one)) as [
          Criterion,
          Criterion,
          Criterion,
        ];
        await given(async (tx) => {
          for (const each of [two, { ...newer, createdAt: later(100) }, ten]) await tx.insert(each);
        });
        const found = await store.read((reads) => reads.things({ kind: 'criterion', parent: one.id }));
        expect(found.map(({ id }) => id)).toEqual([newer.id, ten.id, two.id]);
      });

      it('what has ended of a task is read once, however it is asked for, and seen as it is', async () => {
        const ended = { ended: true, version: 1 } as const;
        const round = { ...aCriterion('SC-1', one), ...ended };
        const run = aRun(7, one, { ...ended, createdAt: later(50) });
        await given(async (tx) => {
          await tx.insert(round);
          await tx.insert(run);
        });
        const seen = () =>
          store.read(async (reads) => [
            ...((await reads.view(one.id))?.children ?? []),
            ...(await reads.things({ kind: 'criterion', task: one.task })),
            ...(await reads.things({ kind: 'run', task: one.task })),
          ]);
        const [first, second] = [await seen(), await seen()];
        expect(first).toEqual([round, run, round, run]);
        for (const [at, thing] of second.entries()) expect(thing.state).toBe(first[at % 2]?.state);
        await given((tx) => tx.update(round.id, 1, { state: { kind: 'more' }, ended: false, effects: 0, at }));
        expect((await seen()).map(({ version }) => version)).toEqual([2, 1, 2, 1]);
      });

      it('nothing is kept of the criteria and runs of a task that has ended, also where somebody looks at it', async () => {
        const ended = { ended: true, version: 1 } as const;
        const rounds = Array.from({ length: 40 }, (_, number) => ({ ...aCriterion(`SC-${number}`, one), ...ended }));
        const runs = Array.from({ length: 40 }, (_, number) => aRun(number + 1, one, ended));
        await given(async (tx) => {
          for (const each of [...rounds, ...runs]) await tx.insert(each);
        });
        const states = () =>
          store.read(async (reads) => [
            ...(await reads.things({ kind: 'criterion', parent: one.id })).map(({ state }) => state),
            ...(await reads.things({ kind: 'criterion', task: one.task })).map(({ state }) => state),
            ...(await reads.things({ kind: 'run', task: one.task })).map(({ state }) => state),
          ]);
        const [before, again] = [await states(), await states()];
        for (const [index, state] of again.entries()) expect(state).toBe(before[index]);
        await given((tx) => tx.update(one.id, 1, { state: {}, ended: true, effects: 0, at }));
        const [after, later] = [await states(), await states()];
        expect(after).toEqual(before);
        expect(later).toEqual(before);
        for (const [index, state] of after.entries()) {
          expect(state).not.toBe(before[index]);
          expect(later[index]).not.toBe(state);
        }
      });

      it('those of a task that end one after the other are all seen, newest first, with the fence and the end that each has now', async () => {
        const rounds = [1, 2, 3].map((number) => ({ ...aCriterion(`SC-${number}`, one), createdAt: later(number) }));
        const others = Array.from({ length: 40 }, (_, at) => ({
          ...aCriterion(`SC-${at + 4}`, one),
          ...{ ended: true, createdAt: later(-1 - at), updatedAt: later(0) },
        }));
        const [first, second, third] = rounds as [Criterion, Criterion, Criterion];
        const seen = async () =>
          (await store.read((reads) => reads.things({ kind: 'criterion', parent: one.id })))
            .map(({ id, ended, fence }) => [id, ended, fence])
            .slice(0, -others.length);
        const end = (round: Criterion, when: Instant, ended = true) =>
          given(async (tx) => {
            const { version } = (await tx.thing(round.id)) ?? round;
            await tx.update(round.id, version, { state: {}, ended, effects: 0, at: when });
          });
        await given(async (tx) => {
          for (const round of [...rounds, ...others]) await tx.insert(round);
        });
        await end(first, later(9));
        expect((await seen()).map(([, ended]) => ended)).toEqual([false, false, true]);
        await end(second, later(10));
        // The clock was put back meanwhile.
        await end(third, later(5));
        expect((await seen()).map(([id, ended]) => [id, ended])).toEqual(
          [third, second, first].map(({ id }) => [id, true]),
        );
        await given((tx) => tx.raiseFence(first.id));
        expect((await seen()).at(-1)).toEqual([first.id, true, 2]);
        await end(second, later(11), false);
        expect((await seen()).map(([, ended]) => ended)).toEqual([true, false, true]);
      });

      it('long ones are parsed once until they say something else, whoever reads them', async () => {
        const write = (text: string) =>
          given(async (tx) => {
            const { version } = (await tx.thing(one.id)) ?? one;
            await tx.update(one.id, version, { state: { text }, ended: false, effects: 0, at });
          });
        const seen = async () => (await store.read((reads) => reads.thing(one.id)))?.state;
        await write('a'.repeat(10_000));
        const first = await seen();
        await given((tx) => tx.touch(one.id, later(1)));
        expect((await store.read((reads) => reads.view(one.id)))?.thing.state).toBe(first);
        const undone = store.transact(async (tx) => {
          await tx.update(one.id, 3, { state: { text: 'b'.repeat(10_000) }, ended: false, effects: 0, at });
          expect((await tx.thing(one.id))?.state).toEqual({ text: 'b'.repeat(10_000) });
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        expect(await seen()).toEqual(first);
        await write('c'.repeat(10_000));
        expect(await seen()).toEqual({ text: 'c'.repeat(10_000) });
      });

      it('what is made of them is made anew after a commit, and in a transaction', async () => {
        const count = (reads: Reads) => reads.made('count', async () => (await reads.things({ kind: 'task' })).length);
        expect([await store.read(count), await store.read(count)]).toEqual([1, 1]);
        const [inside] = await store.transact(async (tx) => {
          await tx.insert(aTask(2));
          return [await count(tx)];
        });
        expect([inside, await store.read(count)]).toEqual([2, 2]);
        const undone = store.transact(async (tx) => {
          await tx.insert(aTask(3));
          expect(await count(tx)).toBe(3);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        expect(await store.read(count)).toBe(2);
        await expect(
          store.read((reads) => reads.made('bad', () => Promise.reject(new Error('bad')))),
        ).rejects.toThrow();
        expect(await store.read((reads) => reads.made('bad', async () => 'good'))).toBe('good');
      });

      it('are counted where they have not ended', async () => {
        await given(async (tx) => {
          for (const task of [aTask(2), aTask(3, { ended: true }), aTask(4, {}, 'blog')]) await tx.insert(task);
        });
        const open = (filter: Parameters<Reads['openTasks']>[0]) => store.read((reads) => reads.openTasks(filter));
        expect(await open({ workspace: 'shop' })).toBe(2);
        expect(await open({ workspace: 'shop', tasks: amongMany(taskId('shop', 2)) })).toBe(1);
        expect(await open({ workspace: 'shop', tasks: [] })).toBe(0);
        expect(await open({ workspace: 'none' })).toBe(0);
      });

      it.each(['plan.md', 'a "quoted" \\ one.md', '100%_\u4e2d.md', "it's\n.md"])(
        'that work on %j are found, and no other, nor one that has ended',
        async (name) => {
          const plan = { root: '/shop', name };
          const flow = `/shop/${name}`;
          const held = (number: number, spec: object, more: object = {}) => aTask(number, { spec, ...more });
          await given(async (tx) => {
            await tx.insert(held(2, { text: name, planFile: { root: '/blog', name }, flow: { folder: '/shop' } }));
            await tx.insert(held(3, { planFile: plan, flow: { folder: flow } }, { ended: true }));
          });
          const holders = () =>
            store.transact(async (tx) => [await tx.atWorkOn({ plan }), await tx.atWorkOn({ flow })] as const);
          expect(await holders()).toEqual([null, null]);
          expect(await store.read((reads) => reads.atWorkOn({ plan }, 'too'))).toBe('shop-3');
          expect(await store.read((reads) => reads.atWorkOn({ plan: { root: '/none', name } }, 'too'))).toBeNull();
          await given(async (tx) => {
            await tx.insert(held(4, { planFile: plan }));
            await tx.insert(held(5, { flow: { folder: flow } }));
          });
          expect(await holders()).toEqual(['shop-4', 'shop-5']);
        },
      );

      it('are found by the moment at which they were last written', async () => {
        const [old, young] = [aRun(7, one, { updatedAt: later(10) }), aRun(8, one, { updatedAt: later(50) })];
        await given(async (tx) => {
          for (const thing of [old, young]) await tx.insert(thing);
        });
        const written = (since: Instant) =>
          store.read(async (reads) => (await reads.things({ kind: 'run', since })).map(({ id }) => id));
        expect(await written(later(10))).toEqual([young.id, old.id]);
        expect(await written(later(11))).toEqual([young.id]);
        expect(await written(later(51))).toEqual([]);
      });

      it('whose specification names no workspace are found by that of their id', async () => {
        await given((tx) => tx.insert(aTask(13, { spec: {} }, 'shop-2')));
        const found = (workspace: string) =>
          store.read(async (reads) => (await reads.things({ workspace })).map(({ id }) => id));
        expect([await found('shop-2'), await found('shop')]).toEqual([['shop-2-13'], [one.id]]);
      });

      it('have tasks among their children, each once by its key', async () => {
        await given((tx) => tx.insert(aTask(2, { parent: one.id, key: 'F-1' })));
        const children = async () => (await store.read((reads) => reads.view(one.id)))?.children.map(({ id }) => id);
        expect(await children()).toEqual(['shop-2']);
        await expect(store.transact((tx) => tx.insert(aTask(3, { parent: one.id, key: 'F-1' })))).rejects.toMatchObject(
          { failure: { error_code: 'ALREADY_EXISTS' } },
        );
        await given((tx) => tx.insert(aTask(4)));
        expect(await children()).toEqual(['shop-2']);
      });

      it('that have ended are seen as they are, whoever looked at them before', async () => {
        const child = aRun(1, one);
        const seen = async () => (await store.read((reads) => reads.view(one.id)))?.children[0];
        const end = (state: string, expected: number) => (tx: Transaction) =>
          tx.update(child.id, expected, { state: { kind: state }, ended: true, effects: 0, at });
        await given((tx) => tx.insert(child));
        const rolledBack = store.transact(async (tx) => {
          await end('lost', 1)(tx);
          expect((await tx.view(one.id))?.children[0]).toMatchObject({ version: 2, state: { kind: 'lost' } });
          throw new Error('no');
        });
        await expect(rolledBack).rejects.toThrow('no');
        await given(end('passed', 1));
        const [first, second] = [await seen(), await seen()];
        expect(first).toMatchObject({ version: 2, ended: true, state: { kind: 'passed' } });
        expect(second).toEqual(first);
        expect(second?.state).toBe(first?.state);
        await given((tx) => tx.raiseFence(child.id));
        expect(await seen()).toEqual({ ...first, fence: 2 });
        await given((tx) => tx.touch(child.id, later(9)));
        expect(await seen()).toEqual({ ...first, fence: 2, version: 3, updatedAt: later(9) });
        await given(end('failed', 3));
        expect(await seen()).toMatchObject({ version: 4, state: { kind: 'failed' } });
        expect(await seen()).toEqual(await store.read((reads) => reads.thing(child.id)));
      });

      it('have one child of a key', async () => {
        await given((tx) => tx.insert(aRun(7, one, { key: 'analyze' })));
        const again = store.transact((tx) => tx.insert(aRun(8, one, { key: 'analyze' })));
        await expect(again).rejects.toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
      });

      it('are listed for their host while they have not ended', async () => {
        await given(async (tx) => {
          await tx.insert(aTask(2, { ended: true }));
          await tx.insert(aTask(3, { host: 'host-b' as HostId }));
          await tx.insert(aRun(7, one));
        });
        expect([...(await store.read((reads) => reads.unended(host)))].sort()).toEqual(['r7', 'shop-1']);
      });

      it('have a timer until they end', async () => {
        await given(async (tx) => {
          await tx.insert(aTask(2));
          await tx.setTimer(one.id, later(10));
          await tx.setTimer(taskId('shop', 2), later(5));
          await tx.setTimer(one.id, later(8));
        });
        expect(await store.read((reads) => reads.due(later(7)))).toEqual(['shop-2']);
        expect(await store.read((reads) => reads.due(later(8)))).toEqual(['shop-2', 'shop-1']);
        expect(await store.read((reads) => reads.timers(later(7)))).toEqual([{ thing: 'shop-1', due: later(8) }]);
        await given((tx) => tx.update(one.id, 1, { state: {}, ended: true, effects: 0, at }));
        await given((tx) => tx.setTimer(taskId('shop', 2), null));
        expect(await store.read((reads) => reads.due(later(99)))).toEqual([]);
      });

      it('are seen with all that is decided from', async () => {
        const [criterion, run] = [aCriterion('SC-1', one), aRun(7, one, { createdAt: later(50) })];
        await given(async (tx) => {
          await tx.insert(run);
          await tx.insert(criterion);
          await tx.decide(anIntent(one.id, 1));
          await tx.decide(anIntent(one.id, 2));
          await tx.settle(effectId(one.id, 1), 1, { kind: 'done', output: 1 });
          await tx.notify({ thing: one.id, at, by: 'person:ada', kind: 'pause', body: { why: 'tea' } });
          await tx.ask(one.id, one.task, aDraft('proceed'), at);
          await tx.claimSlot('shop', 1, one.task, 0, at);
        });
        const view = await store.read((reads) => reads.view(one.id));
        expect(view).toMatchObject({
          thing: { id: one.id, version: 2 },
          parent: null,
          slot: { kind: 'held', slot: 1 },
        });
        expect(view?.children.map(({ id }) => id)).toEqual([criterion.id, run.id]);
        expect(view?.intent).toEqual({ ...anIntent(one.id, 2), result: null });
        expect(view?.notices).toEqual([
          { thing: one.id, seq: 1, at, by: 'person:ada', kind: 'pause', body: { why: 'tea' } },
        ]);
        expect(view?.questions.map(({ key }) => key)).toEqual(['proceed']);
        expect(await store.read((reads) => reads.view(run.id))).toMatchObject({ parent: { id: one.id }, children: [] });
        const edit = aRun(8, run);
        await given((tx) => tx.insert(edit));
        expect((await store.read((reads) => reads.view(run.id)))?.children.map(({ id }) => id)).toEqual([edit.id]);
      });
    });

    describe('facts', () => {
      it('are numbered within their thing and found by task, thing, position and time', async () => {
        const run = aRun(7, one);
        await given(async (tx) => {
          await tx.insert(run);
          await tx.say(one.id, one.task, at, [{ kind: 'slot_granted' }, { kind: 'fix_started', data: { round: 1 } }]);
          await tx.say(run.id, one.task, later(5), [{ kind: 'base_fetched' }]);
          await tx.say(one.id, one.task, later(6), [{ kind: 'slot_freed' }]);
        });
        const facts = await store.read((reads) => reads.facts({ task: one.task, limit: 9 }));
        expect(facts.map(({ kind, number, position }) => [kind, number, position])).toEqual([
          ['slot_granted', 1, 1],
          ['fix_started', 2, 2],
          ['base_fetched', 1, 3],
          ['slot_freed', 3, 4],
        ]);
        expect(facts[1]).toEqual({
          thing: one.id,
          task: one.task,
          number: 2,
          position: 2,
          at,
          kind: 'fix_started',
          data: { round: 1 },
        });
        const kinds = (filter: object) =>
          store.read(async (reads) => (await reads.facts({ limit: 9, ...filter })).map(({ kind }) => kind));
        expect(await kinds({ thing: run.id })).toEqual(['base_fetched']);
        expect(await kinds({ after: 2 })).toEqual(['base_fetched', 'slot_freed']);
        expect(await kinds({ since: later(6) })).toEqual(['slot_freed']);
        expect(await kinds({ limit: 1 })).toEqual(['slot_granted']);
        expect(await kinds({ kind: 'fix_started' })).toEqual(['fix_started']);
        expect(await kinds({ things: [run.id, ...amongMany(one.id)] })).toEqual([
          ...['slot_granted', 'fix_started', 'base_fetched', 'slot_freed'],
        ]);
        expect(await kinds({ things: [], kind: 'fix_started' })).toEqual([]);
        expect(await kinds({ tasks: [...amongMany(one.task)] })).toHaveLength(4);
        expect(await kinds({ tasks: [one.task], things: [run.id] })).toEqual(['base_fetched']);
        expect(await kinds({ tasks: [] })).toEqual([]);
        expect(await kinds({ last: true, limit: 2 })).toEqual(['base_fetched', 'slot_freed']);
        expect(await kinds({ last: true, limit: 0 })).toEqual([]);
        expect(await kinds({ last: true, limit: 3, tasks: amongMany(one.task) })).toEqual([
          ...['fix_started', 'base_fetched', 'slot_freed'],
        ]);
        expect(await store.read((reads) => reads.position())).toBe(4);
      });

      it('are seen in the transaction that says them', async () => {
        expect(await store.read((reads) => reads.position())).toBe(0);
        const seen = await store.transact(async (tx) => {
          await tx.say(one.id, one.task, at, [{ kind: 'slot_granted' }]);
          const facts = await tx.facts({ thing: one.id, limit: 9 });
          expect(await tx.position()).toBe(1);
          await tx.say(one.id, one.task, at, [{ kind: 'slot_freed' }]);
          return facts.length;
        });
        expect(seen).toBe(1);
        expect(await store.read((reads) => reads.facts({ limit: 9 }))).toHaveLength(2);
      });

      it('have no gaps and commit order, whoever speaks at the same time and whoever is rolled back', async () => {
        await given((tx) => tx.insert(aTask(2)));
        const saying = fc.record({
          task: fc.constantFrom(1, 2),
          count: fc.integer({ min: 0, max: 3 }),
          fails: fc.boolean(),
        });
        await fc.assert(
          fc.asyncProperty(fc.array(saying, { maxLength: 12 }), async (sayings) => {
            const all = sayings.map(({ task, count, fails }) =>
              store.transact(async (tx) => {
                const id = taskId('shop', task);
                await tx.touch(id, at);
                await tx.say(
                  id,
                  id,
                  at,
                  Array.from({ length: count }, (): Said => ({ kind: 'resumed' })),
                );
                if (fails) throw new Error('rolled back');
              }),
            );
            await Promise.allSettled(all);
            const facts = await store.read((reads) => reads.facts({ limit: 10_000 }));
            expect(facts.map(({ position }) => position)).toEqual(facts.map((_, index) => index + 1));
            for (const task of [1, 2]) {
              const mine = facts.filter(({ thing }) => thing === taskId('shop', task));
              expect(mine.map(({ number }) => number)).toEqual(mine.map((_, index) => index + 1));
            }
          }),
          { numRuns: 15 },
        );
      });
    });

    describe('long lists', () => {
      const ids = (of: string) => Array.from({ length: 300 }, (_, number) => `test/${of}.test.ts > case ${number}`);
      const ran = (number: number, of: string) =>
        aRun(number, one, { state: { ids: { passed: ids(of), failed: [] } } });
      const onRecord = () => store.transact((tx) => tx.query('select hash from lists order by hash', []));
      const written = (state: unknown) => async (tx: Transaction) => {
        const { version } = (await tx.thing(one.id)) ?? one;
        await tx.update(one.id, version, { state, ended: false, effects: 0, at });
      };

      it('come back as they were, and stand once, however many rows have them', async () => {
        const runs = [ran(1, 'price'), ran(2, 'price'), ran(3, 'order')];
        const evidence = { ...anEvidence(1, 'a'), ids: { passed: ids('price') } };
        for (const run of runs) await given((tx) => tx.insert(run));
        const once = await onRecord();
        await given((tx) => tx.insert(ran(4, 'order')));
        await given((tx) => tx.addEvidence(one.task, evidence));
        await given(written({ seen: [{ ids: ids('price') }, { ids: ids('order') }] }));
        const view = await store.read((reads) => reads.view(one.id));
        expect(view?.children).toEqual([...runs, ran(4, 'order')]);
        expect(view?.thing.state).toEqual({ seen: [{ ids: ids('price') }, { ids: ids('order') }] });
        expect(await store.read((reads) => reads.evidence(one.task))).toEqual([evidence]);
        expect(await onRecord()).toEqual(once);
      });

      it('are one thing in memory, which nobody can change', async () => {
        await given((tx) => tx.insert(ran(1, 'price')));
        await given((tx) => tx.insert(ran(2, 'price')));
        const view = await store.read((reads) => reads.view(one.id));
        const [first, second] = (view?.children ?? []).map(
          ({ state }: { state: unknown }) => state as { ids: { passed: string[] } },
        );
        expect(first?.ids.passed).toBe(second?.ids.passed);
        expect(() => first?.ids.passed.push('another')).toThrow(TypeError);
      });

      it('are on record again where the transaction that wrote them first was rolled back, whoever read them in it', async () => {
        let seen: unknown;
        const rolledBack = store.transact(async (tx) => {
          await tx.insert(ran(1, 'price'));
          seen = (await tx.thing(ran(1, 'price').id))?.state;
          throw new Error('no');
        });
        await expect(rolledBack).rejects.toThrow('no');
        expect(await onRecord()).toEqual([]);
        await given(written(seen));
        expect((await store.read((reads) => reads.thing(one.id)))?.state).toEqual(ran(1, 'price').state);
        const again = await onRecord();
        await given((tx) => tx.insert(ran(1, 'price')));
        expect(again).not.toEqual([]);
        expect(await onRecord()).toEqual(again);
      });

      it('are written by many at once', async () => {
        const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
        const stateOf = (number: number) => (number % 2 ? [ids('a'), ids('b')] : [ids('b'), ids('a')]);
        await Promise.all(
          numbers.map((number) =>
            given(async (tx) => {
              await tx.insert(aRun(number, one, { state: stateOf(number) }));
            }),
          ),
        );
        const children = (await store.read((reads) => reads.view(one.id)))?.children ?? [];
        expect(children.map(({ state }) => state)).toEqual(children.map(({ id }) => stateOf(Number(id.slice(1)))));
        expect(children).toHaveLength(8);
        const once = await onRecord();
        await given((tx) => tx.insert(aRun(9, one, { state: stateOf(9) })));
        expect(await onRecord()).toEqual(once);
      });

      it('nothing that looks like the name of one is taken for it', async () => {
        const key = fc.constantFrom('$list', '$$list', '$$$list', 'list', '__proto__', '$');
        const { tree: state } = fc.letrec((tie) => ({
          tree: fc.oneof(
            { maxDepth: 4 },
            fc.constant('0'.repeat(64)),
            tie('object'),
            tie('array'),
            fc.constant(ids('a')),
          ),
          object: fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
          array: fc.array(tie('tree'), { maxLength: 3 }),
        }));
        const same = async (value: unknown) => {
          await given(written({ value }));
          const read = (await store.read((reads) => reads.thing(one.id)))?.state;
          expect(JSON.stringify(read)).toBe(JSON.stringify({ value }));
        };
        await fc.assert(fc.asyncProperty(state, same), { numRuns: 60 });
      });
    });

    describe('notices and counters', () => {
      it('number notices and touch the thing, however many speak at once', async () => {
        const all = Array.from({ length: 10 }, (_, n) =>
          store.transact((tx) => tx.notify({ thing: one.id, at, by: 'person:ada', kind: 'say', body: `${n}` })),
        );
        const seqs = (await Promise.all(all)).map(({ seq }) => seq).sort((a, b) => a - b);
        expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        expect((await store.read((reads) => reads.thing(one.id)))?.version).toBe(11);
      });

      it('give each count out once and take it back with a roll-back', async () => {
        const counts = await Promise.all(Array.from({ length: 8 }, () => store.transact((tx) => tx.next('task:shop'))));
        expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        const rolledBack = store.transact(async (tx) => {
          await tx.next('task:shop');
          throw new Error('no');
        });
        await expect(rolledBack).rejects.toThrow('no');
        expect(await store.transact((tx) => tx.next('task:shop'))).toBe(9);
        expect(await store.transact((tx) => tx.next('run'))).toBe(1);
      });
    });

    describe('effects', () => {
      const id = effectId(one.id, 1);

      it('have their result recorded once', async () => {
        await given((tx) => tx.decide(anIntent(one.id, 1)));
        const failures = ['1', '2', '3'].map((message) => ({ error_code: 'INTERNAL' as const, message }));
        const answers = await Promise.all(
          failures.map((failure) => store.transact((tx) => tx.settle(id, 1, { kind: 'failed', failure }))),
        );
        expect([...answers].sort()).toEqual(['already', 'already', 'recorded']);
        const [intent] = await store.read((reads) => reads.intents(one.id));
        expect(intent?.result).toEqual({ kind: 'failed', failure: failures[answers.indexOf('recorded')] });
        expect((await store.read((reads) => reads.view(one.id)))?.intent).toBeNull();
      });

      it('keep neither input nor output once they are settled, and why they failed', async () => {
        const failure = { error_code: 'SETUP_FAILED', message: 'npm ended with 1' } as const;
        await given((tx) => tx.decide(anIntent(one.id, 1)));
        await given((tx) => tx.decide(anIntent(one.id, 2)));
        expect((await store.read((reads) => reads.view(one.id)))?.intent?.input).toEqual(anIntent(one.id, 1).input);
        await store.transact((tx) => tx.settle(id, 1, { kind: 'done', output: { path: '/copies/shop-1' } }));
        await store.transact((tx) => tx.settle(effectId(one.id, 2), 1, { kind: 'failed', failure }));
        expect(await store.read((reads) => reads.intents(one.id))).toMatchObject([
          { input: null, result: { kind: 'done', output: null } },
          { input: null, result: { kind: 'failed', failure } },
        ]);
      });

      it('refuse a result that comes after the fence moved, and change nothing', async () => {
        await given((tx) => tx.decide(anIntent(one.id, 1)));
        await given((tx) => tx.raiseFence(one.id));
        expect(await store.transact((tx) => tx.settle(id, 1, { kind: 'done', output: 1 }))).toBe('fenced');
        expect((await store.read((reads) => reads.view(one.id)))?.intent).toMatchObject({ id, result: null });
        expect(await store.transact((tx) => tx.settle(id, 2, { kind: 'done', output: 1 }))).toBe('recorded');
      });

      it('may bring the verdict on a suite of 20,000 tests, with the name of each', async () => {
        const names = (from: string) =>
          Array.from(
            { length: 10_000 },
            (_, at) => `test/of/${from}/part-${at % 97}.test.ts > a suite > case number ${at}`,
          );
        const output = {
          result: { kind: 'gate', ids: { passed: names('some'), failed: [], skipped: names('others') } },
        };
        await given((tx) => tx.decide({ ...anIntent(one.id, 1), name: 'read-run' }));
        expect(await store.transact((tx) => tx.settle(id, 1, { kind: 'done', output }))).toBe('recorded');
      });

      it('refuse a result over 256 KiB with RESULT_TOO_LARGE', async () => {
        await given((tx) => tx.decide(anIntent(one.id, 1)));
        const large = store.transact((tx) => tx.settle(id, 1, { kind: 'done', output: 'ü'.repeat(140_000) }));
        await expect(large).rejects.toMatchObject({ failure: { error_code: 'RESULT_TOO_LARGE' } });
        expect(await store.transact((tx) => tx.settle(id, 1, { kind: 'done', output: 'u'.repeat(200_000) }))).toBe(
          'recorded',
        );
      });

      it('count how often they were begun', async () => {
        await given((tx) => tx.decide(anIntent(one.id, 1)));
        const tries = (change: 'begun' | 'reset') => store.transact((tx) => tx.tries(id, change));
        expect([await tries('begun'), await tries('begun'), await tries('reset'), await tries('begun')]).toEqual([
          1, 2, 0, 1,
        ]);
      });
    });

    describe('one question', () => {
      it('is closed alone, once, and an answer that comes later is told so', async () => {
        const [first, second] = await store.transact(async (tx) => [
          await tx.ask(one.id, one.task, aDraft('a'), at),
          await tx.ask(one.id, one.task, aDraft('b'), at),
        ]);
        const close = () => store.transact((tx) => tx.closeQuestion(first?.id as QuestionId, 'gone', later(1)));
        expect([await close(), await close()]).toEqual([true, false]);
        const late = await store.transact((tx) => tx.answer(first?.id as QuestionId, anAnswer('yes')));
        expect(late).toMatchObject({ kind: 'already', question: { state: { kind: 'closed', why: 'gone' } } });
        expect(await store.read((reads) => reads.question(second?.id as QuestionId))).toMatchObject({
          state: { kind: 'open' },
        });
      });
    });

    describe('questions', () => {
      it('are asked once by their key', async () => {
        const ask = () => store.transact((tx) => tx.ask(one.id, one.task, aDraft('proceed'), at));
        const asked = await Promise.all([ask(), ask(), ask()]);
        expect(new Set(asked.map(({ id }) => id))).toEqual(new Set(['q1']));
        expect(await store.read((reads) => reads.questions({ open: true }))).toEqual([asked[0]]);
        expect((await store.transact((tx) => tx.ask(one.id, one.task, aDraft('submit'), at))).id).toBe('q2');
      });

      it('are answered by the first and tell the others who it was', async () => {
        const { id } = await store.transact((tx) => tx.ask(one.id, one.task, aDraft('proceed'), at));
        const names = ['ada', 'bob', 'cleo'].map((name) => `person:${name}`);
        const answers = await Promise.all(names.map((by) => store.transact((tx) => tx.answer(id, anAnswer(by)))));
        const winner = names[answers.findIndex(({ kind }) => kind === 'recorded')];
        expect(answers.map(({ kind }) => kind).sort()).toEqual(['already', 'already', 'recorded']);
        for (const answer of answers)
          expect(answer).toMatchObject({ question: { state: { kind: 'answered', answer: { by: winner } } } });
        expect((await store.read((reads) => reads.thing(one.id)))?.version).toBe(2);
        expect(await store.transact((tx) => tx.answer('q99' as QuestionId, anAnswer('person:ada')))).toEqual({
          kind: 'unknown',
        });
      });

      it('say anew what they show while they are open, and count how often', async () => {
        const { id } = await store.transact((tx) => tx.ask(one.id, one.task, aDraft('submit'), at));
        const anew = (key: string, text: string) =>
          store.transact((tx) => tx.reword(one.id, { ...aDraft(key), text, choices: [] }));
        expect(await anew('submit', '1 of 2')).toBe(true);
        expect(await anew('submit', '2 of 2')).toBe(true);
        expect(await anew('another', 'nothing')).toBe(false);
        const now = await store.read((reads) => reads.question(id));
        expect(now).toMatchObject({
          id,
          text: '2 of 2',
          choices: [],
          revision: 2,
          askedAt: at,
          state: { kind: 'open' },
        });
        await store.transact((tx) => tx.answer(id, anAnswer('person:ada')));
        expect(await anew('submit', 'too late')).toBe(false);
        expect((await store.read((reads) => reads.question(id)))?.text).toBe('2 of 2');
      });

      it('are closed without an answer', async () => {
        const { id } = await store.transact((tx) => tx.ask(one.id, one.task, aDraft('proceed'), at));
        expect(await store.transact((tx) => tx.closeQuestions(one.id, 'cancelled', later(9)))).toEqual([id]);
        expect(await store.transact((tx) => tx.closeQuestions(one.id, 'cancelled', later(9)))).toEqual([]);
        const closed = { kind: 'closed', why: 'cancelled', at: later(9) };
        expect(await store.transact((tx) => tx.answer(id, anAnswer('person:ada')))).toMatchObject({
          kind: 'already',
          question: { state: closed },
        });
        expect((await store.read((reads) => reads.question(id)))?.state).toEqual(closed);
      });
    });

    describe('slots', () => {
      const task = (number: number) => taskId('shop', number);
      const claim = (number: number, priority = 0, slots = 1) =>
        store.transact((tx) => tx.claimSlot('shop', slots, task(number), priority, later(number)));
      const free = (number: number, slots = 1) =>
        store.transact((tx) => tx.freeSlot('shop', slots, task(number), later(99)));

      it('are held by the first, waited for by priority, then age, and named to who waits', async () => {
        expect(await claim(1)).toEqual({ kind: 'held', slot: 1 });
        expect(await claim(1)).toEqual({ kind: 'held', slot: 1 });
        expect(await claim(2)).toEqual({ kind: 'waiting', ahead: [task(1)] });
        expect(await claim(3)).toEqual({ kind: 'waiting', ahead: [task(1), task(2)] });
        expect(await claim(4, 5)).toEqual({ kind: 'waiting', ahead: [task(1)] });
        expect(await free(1)).toEqual([task(4)]);
        expect(await free(1)).toEqual([]);
        expect(await free(4)).toEqual([task(2)]);
        expect(await store.read((reads) => reads.holders('shop'))).toEqual([task(2)]);
        expect(await store.read((reads) => reads.slot('shop', task(3)))).toEqual({ kind: 'waiting', ahead: [task(2)] });
        expect(await store.read((reads) => reads.slot('shop', task(1)))).toEqual({ kind: 'none' });
      });

      it('WT-122 keep their line where somebody asks again, and a second slot goes to who stands first', async () => {
        await claim(1);
        for (const number of [2, 3, 4]) await claim(number);
        // Asked again after the others: the age of a place is that of the first time.
        expect(await claim(2)).toEqual({ kind: 'waiting', ahead: [task(1)] });
        expect(await claim(4)).toEqual({ kind: 'waiting', ahead: [task(1), task(2), task(3)] });
        // Of two slots one is free, and two stand before this one.
        expect(await claim(4, 0, 2)).toMatchObject({ kind: 'waiting' });
        expect(await claim(3, 0, 2)).toMatchObject({ kind: 'waiting' });
        expect(await claim(2, 0, 2)).toEqual({ kind: 'held', slot: 2 });
        expect(await free(1, 2)).toEqual([task(3)]);
        expect(await free(2, 2)).toEqual([task(4)]);
      });

      it('WT-71 tell who joins a long line the same place as a look at it does: its front by name, the rest by number', async () => {
        await claim(1, 0, 2);
        await claim(2, 0, 2);
        for (let number = 3; number <= 27; number += 1) await claim(number, number % 3, 2);
        for (const number of [1, 3, 4, 23, 27]) {
          const place = await claim(number, number % 3, 2);
          expect(place).toEqual(await store.read((reads) => reads.slot('shop', task(number))));
        }
        expect(await claim(24, 0, 2)).toMatchObject({ kind: 'waiting', more: 5 });
      });

      it('and leases: who looks at them in order to write sees what the one before has done', async () => {
        const { promise: claimed, resolve: told } = Promise.withResolvers<void>();
        const bodies: string[] = [];
        // Two that are connected already.
        await Promise.all([given((tx) => tx.thing(one.id)), given((tx) => tx.thing(one.id))]);
        const first = store.transact(async (tx) => {
          bodies.push('first');
          await tx.takeLease(aLease(task(1)));
          told();
          // Whoever did not wait would have looked by now.
          for (let round = 0; round < 25; round += 1) await tx.thing(one.id);
          return tx.claimSlot('shop', 1, task(1), 0, later(1));
        });
        await claimed;
        const second = store.transact(async (tx) => {
          bodies.push('second');
          const seen = await tx.slot('shop', task(1));
          await tx.takeLease(aLease(task(2)));
          return seen;
        });
        expect([await first, await second]).toEqual([
          { kind: 'held', slot: 1 },
          { kind: 'held', slot: 1 },
        ]);
        expect(bodies).toEqual(['first', 'second']);
      });

      it('touch the thing that gets one by a release', async () => {
        await given((tx) => tx.insert(aTask(2)));
        await claim(1);
        await claim(2);
        await free(1);
        expect(await store.read((reads) => reads.thing(task(2)))).toMatchObject({ version: 2, updatedAt: later(99) });
      });

      it('never have more holders than there are, and nobody waits while one is free', async () => {
        const act = fc.record({
          kind: fc.constantFrom('claim', 'free'),
          number: fc.integer({ min: 1, max: 6 }),
          priority: fc.integer({ min: 0, max: 2 }),
        });
        const rounds = fc.record({
          slots: fc.integer({ min: 1, max: 3 }),
          acts: fc.array(act, { minLength: 1, maxLength: 14 }),
        });
        let round = 0;
        await fc.assert(
          fc.asyncProperty(rounds, async ({ slots, acts }) => {
            round += 1;
            const workspace = `w${round}`;
            const doing = acts.map(({ kind, number, priority }, index) =>
              store.transact(async (tx) => {
                const id = taskId(workspace, number);
                if (kind === 'claim') {
                  const place = await tx.claimSlot(workspace, slots, id, priority, later(index));
                  expect(place).toEqual(await tx.slot(workspace, id));
                }
                if (kind === 'free') await tx.freeSlot(workspace, slots, id, later(index));
                const holders = await tx.holders(workspace);
                expect(holders.length).toBeLessThanOrEqual(slots);
                expect(new Set(holders).size).toBe(holders.length);
                const waiting = await waitingIn(tx, workspace);
                if (waiting.length > 0) expect(holders).toHaveLength(slots);
              }),
            );
            await Promise.all(doing);
          }),
          { numRuns: 25 },
        );
      });

      it('WT-34 of all workspaces at most as many are at work on a host as it may have; the next is the first of all lines', async () => {
        const api = (number: number) => taskId('api', number);
        const claimIn = (workspace: string, id: TaskId, priority: number, age: number, how?: 'by hand') =>
          store.transact((tx) => tx.claimSlot(workspace, 3, id, priority, later(age), how));
        const freeIn = (workspace: string, id: TaskId) =>
          store.transact((tx) => tx.freeSlot(workspace, 3, id, later(99)));
        const tell = (atMost: number) => store.transact((tx) => tx.beat({ id: host, seenAt: later(50), atMost }));
        await given(async (tx) => {
          for (const number of [2, 3]) await tx.insert(aTask(number));
          for (const number of [1, 2, 3]) await tx.insert(aTask(number, {}, 'api'));
        });
        expect(await tell(2)).toEqual([]);
        expect(await claimIn('shop', task(1), 0, 1)).toEqual({ kind: 'held', slot: 1 });
        expect(await claimIn('api', api(1), 0, 2)).toEqual({ kind: 'held', slot: 1 });
        const full = { kind: 'waiting', ahead: [task(1), api(1)], atMost: 2 };
        const place = await claimIn('api', api(2), 0, 3);
        expect({ ...place, ahead: place.kind === 'waiting' ? place.ahead.toSorted().toReversed() : [] }).toEqual(full);
        expect(await claimIn('shop', task(2), 5, 4)).toMatchObject({ kind: 'waiting', atMost: 2 });
        expect(await claimIn('api', api(3), 0, 5)).toMatchObject({ kind: 'waiting', atMost: 2 });
        // What is done by hand takes a slot of its workspace and none of the host.
        expect(await claimIn('shop', task(3), 0, 6, 'by hand')).toEqual({ kind: 'held', slot: 2 });
        expect(await freeIn('api', api(1))).toEqual([task(2)]);
        expect(await freeIn('shop', task(3))).toEqual([]);
        expect(await freeIn('shop', task(1))).toEqual([api(2)]);
        expect(await tell(2)).toEqual([]);
        expect(await tell(3)).toEqual([api(3)]);
        expect(await store.read((reads) => reads.thing(api(3)))).toMatchObject({ version: 2, updatedAt: later(50) });
        expect(await store.read((reads) => reads.hosts())).toMatchObject([{ id: host, atMost: 3 }]);
      });

      it('WT-34 whatever is claimed and given back at once, a host has never more at work, and nobody waits who need not', async () => {
        const acts = fc.array(
          fc.record({
            kind: fc.constantFrom('claim', 'free'),
            place: fc.integer({ min: 0, max: 1 }),
            number: fc.integer({ min: 1, max: 4 }),
            priority: fc.integer({ min: 0, max: 2 }),
          }),
          { minLength: 1, maxLength: 14 },
        );
        let round = 0;
        await fc.assert(
          fc.asyncProperty(acts, fc.integer({ min: 1, max: 3 }), async (all, atMost) => {
            round += 1;
            const own = `host-${round}` as HostId;
            const names = [`one${round}`, `two${round}`];
            await given(async (tx) => {
              await tx.beat({ id: own, seenAt: at, atMost });
              for (const name of names)
                for (const number of [1, 2, 3, 4]) await tx.insert(aTask(number, { host: own }, name));
            });
            const doing = all.map(({ kind, place, number, priority }, index) =>
              store.transact(async (tx) => {
                const name = names[place] ?? '';
                const id = taskId(name, number);
                if (kind === 'claim') {
                  const place = await tx.claimSlot(name, 2, id, priority, later(index));
                  expect(place).toEqual(await tx.slot(name, id));
                }
                if (kind === 'free') await tx.freeSlot(name, 2, id, later(index));
                const holders = await Promise.all(names.map((each) => tx.holders(each)));
                expect(holders.flat().length).toBeLessThanOrEqual(atMost);
                for (const [index, each] of names.entries())
                  if ((await waitingIn(tx, each)).length > 0 && (holders[index] ?? []).length < 2)
                    expect(holders.flat()).toHaveLength(atMost);
              }),
            );
            await Promise.all(doing);
          }),
          { numRuns: 25 },
        );
      });

      it('are given by priority, then age, in whatever order they were asked for', async () => {
        const waiters = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 8 });
        let round = 0;
        await fc.assert(
          fc.asyncProperty(waiters, async (priorities) => {
            round += 1;
            const workspace = `line${round}`;
            const id = (number: number) => taskId(workspace, number);
            await given((tx) => tx.claimSlot(workspace, 1, id(0), 0, at));
            for (const [index, priority] of priorities.entries())
              await given((tx) => tx.claimSlot(workspace, 1, id(index + 1), priority, later(index)));
            const expected = priorities
              .map((priority, index) => ({ priority, id: id(index + 1) }))
              .sort((a, b) => b.priority - a.priority);
            const got: TaskId[] = [];
            for (let holder = [id(0)] as readonly TaskId[]; holder[0] !== undefined; ) {
              const [leaving] = holder;
              holder = await store.transact((tx) => tx.freeSlot(workspace, 1, leaving, later(50)));
              got.push(...holder);
            }
            expect(got).toEqual(expected.map((waiter) => waiter.id));
          }),
          { numRuns: 15 },
        );
      });
    });

    describe('leases', () => {
      const claimFree = (number: number, workspace: string): Promise<Result<Lease>> =>
        store.transact(async (tx) => {
          const [holder] = await tx.leases(workspace);
          if (holder !== undefined) return fail('WORKSPACE_LOCKED', `${holder.task} holds ${workspace}.`);
          return ok(await tx.takeLease(aLease(taskId(workspace, number), workspace)));
        });

      it('CM-21 20 parallel claims of one free workspace give exactly one winner and 19 WORKSPACE_LOCKED, 20 times; CM-23 no loser sees another error', async () => {
        for (let round = 1; round <= 20; round += 1) {
          const claims = await Promise.all(Array.from({ length: 20 }, (_, number) => claimFree(number, `cm${round}`)));
          expect(claims.filter(({ ok: won }) => won)).toHaveLength(1);
          const codes = claims.flatMap((claim) => (claim.ok ? [] : [claim.failure.error_code]));
          expect(codes).toEqual(Array.from({ length: 19 }, () => 'WORKSPACE_LOCKED'));
        }
      });

      it('get a higher fence with every new holder, and refuse a writer with an old one', async () => {
        const first = await store.transact((tx) => tx.takeLease(aLease(one.task)));
        expect(first.fence).toBe(1);
        expect(
          await store.transact((tx) => tx.changeLease(one.task, 1, { phase: 'test', artifacts: { a: 'b' } })),
        ).toBe(true);
        expect(await store.read((reads) => reads.lease(one.task))).toEqual({
          ...first,
          phase: 'test',
          artifacts: { a: 'b' },
        });
        expect(await store.transact((tx) => tx.changeLease(one.task, 1, { releasedAt: later(5) }))).toBe(true);
        expect(await store.transact((tx) => tx.changeLease(one.task, 1, { phase: 'submit' }))).toBe(false);
        const second = await store.transact((tx) => tx.takeLease(aLease(one.task)));
        expect(second.fence).toBe(2);
        expect(await store.transact((tx) => tx.changeLease(one.task, 1, { phase: 'submit' }))).toBe(false);
        expect(await store.transact((tx) => tx.changeLease(taskId('shop', 77), 1, { phase: 'submit' }))).toBe(false);
        expect(await store.read((reads) => reads.lease(one.task))).toEqual(second);
      });

      it('are open until they are released, expired or not', async () => {
        await given((tx) => tx.takeLease({ ...aLease(one.task), expiresAt: instant(1) }));
        await given((tx) => tx.takeLease(aLease(taskId('blog', 1), 'blog')));
        expect((await store.read((reads) => reads.leases('shop'))).map(({ task }) => task)).toEqual([one.task]);
        await given((tx) => tx.changeLease(one.task, 1, { releasedAt: later(1) }));
        expect(await store.read((reads) => reads.leases('shop'))).toEqual([]);
        expect(await store.read((reads) => reads.lease(one.task))).toMatchObject({ releasedAt: later(1) });
      });
    });

    describe('sessions', () => {
      const fox = aSession(1);

      it('are found by repository, name, run and credential, the newest first', async () => {
        const owl = aSession(2, { key: 'blue-owl', repository: '/other' });
        await given(async (tx) => {
          await tx.insert(fox);
          await tx.insert(owl);
        });
        const found = (filter: Parameters<Reads['sessions']>[0]) =>
          store.read(async (reads) => (await reads.sessions(filter)).map(({ id }) => id));
        expect(await found({})).toEqual([owl.id, fox.id]);
        expect(await found({ limit: 1 })).toEqual([owl.id]);
        expect(await found({ repository: '/repo' })).toEqual([fox.id]);
        expect(await found({ key: 'blue-owl' })).toEqual([owl.id]);
        expect(await found({ run: fox.spec.run })).toEqual([fox.id]);
        expect(await found({ credential: owl.spec.credential })).toEqual([owl.id]);
        expect(await found({ ended: true })).toEqual([]);
        expect(await store.read((reads) => reads.thing(fox.id))).toEqual(fox);
        expect(await store.read((reads) => reads.unended(host))).toEqual(expect.arrayContaining([fox.id, owl.id]));
      });

      it('WT-71 are seen as they are, whoever looked at them before, and what is as it was is read once', async () => {
        const owl = aSession(2, { key: 'blue-owl' });
        const seen = () => store.read((reads) => reads.sessions({}));
        const change = (why: string, expected: number) => (tx: Transaction) =>
          tx.update(fox.id, expected, { state: { kind: why }, ended: false, effects: 0, at });
        await given(async (tx) => {
          await tx.insert(fox);
          await tx.insert(owl);
        });
        const [first, second] = [await seen(), await seen()];
        expect(first).toEqual([owl, fox]);
        expect(second[1]?.state).toBe(first[1]?.state);
        const rolledBack = store.transact(async (tx) => {
          await change('lost', 1)(tx);
          expect(await tx.sessions({ key: fox.spec.key })).toMatchObject([{ version: 2, state: { kind: 'lost' } }]);
          throw new Error('no');
        });
        await expect(rolledBack).rejects.toThrow('no');
        await given(change('passed', 1));
        await given((tx) => tx.raiseFence(owl.id));
        const [changed, kept] = [(await seen())[1], (await seen())[0]];
        expect(changed).toMatchObject({ id: fox.id, version: 2, state: { kind: 'passed' } });
        expect(kept).toEqual({ ...owl, fence: 2 });
        expect(kept?.state).toBe(second[0]?.state);
      });

      it('WT-71 tasks are listed as they are as well, and one that is as it was is read once', async () => {
        const two = aTask(2);
        const listed = () => store.read((reads) => reads.things({ kind: 'task' }));
        const change = (number: number) => (tx: Transaction) =>
          tx.update(one.id, 1, { state: { number }, ended: false, effects: 0, at });
        await given((tx) => tx.insert(two));
        const [first, second] = [await listed(), await listed()];
        expect(first).toEqual([two, one]);
        expect(second[1]?.spec).toBe(first[1]?.spec);
        const rolledBack = store.transact(async (tx) => {
          await change(7)(tx);
          expect(await tx.things({ kind: 'task' })).toMatchObject([
            { version: 1 },
            { version: 2, state: { number: 7 } },
          ]);
          throw new Error('no');
        });
        await expect(rolledBack).rejects.toThrow('no');
        await given(change(8));
        await given((tx) => tx.raiseFence(two.id));
        const [kept, changed] = await listed();
        expect(changed).toMatchObject({ id: one.id, version: 2, state: { number: 8 } });
        expect(kept).toEqual({ ...two, fence: 2 });
        expect(kept?.spec).toBe(first[0]?.spec);
      });

      it('have a name of their own while they live: of two that come at once, one is refused', async () => {
        const twin = aSession(2);
        const both = await Promise.allSettled([fox, twin].map((session) => given((tx) => tx.insert(session))));
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        const refused = both.find((each) => each.status === 'rejected');
        expect(refused?.reason).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
        const [won] = await store.read((reads) => reads.sessions({}));
        await given((tx) => tx.insert(aSession(3, { repository: '/other' })));
        await given((tx) =>
          tx.update(won?.id ?? fox.id, 1, { state: { kind: 'ended' }, ended: true, effects: 0, at: later(9) }),
        );
        await given((tx) => tx.insert(aSession(4)));
      });

      it('have runs of their own, which need no task', async () => {
        await given(async (tx) => {
          await tx.insert(fox);
          await tx.insert(aRun(1, fox));
          await tx.insert(aRun(2, fox, { parent: null }));
        });
        expect(await store.read((reads) => reads.things({ kind: 'run', parent: fox.id }))).toHaveLength(1);
      });

      it('are looked at without their messages and hooks', async () => {
        await given(async (tx) => {
          await tx.insert(fox);
          await tx.insert(aRun(1, fox));
          await tx.insert(aMessage(1, fox));
        });
        expect(await store.read((reads) => reads.view(fox.id))).toMatchObject({ thing: { id: fox.id }, children: [] });
      });
    });

    describe('inboxes', () => {
      const fox = aSession(1);
      const pending = () =>
        store.read(async (reads) =>
          (await reads.messages({ session: fox.id as SessionId, pending: true })).map(({ id }) => id),
        );

      it('keep messages in the order they came, also beyond the ninth', async () => {
        await given(async (tx) => {
          await tx.insert(fox);
          await tx.insert(aSession(2, { key: 'blue-owl' }));
          await tx.insert(aMessage(99, aSession(2)));
          for (let number = 1; number <= 12; number += 1) await tx.insert(aMessage(number, fox));
        });
        expect(await pending()).toEqual(Array.from({ length: 12 }, (_, index) => `m${index + 1}`));
        const last = await store.read((reads) => reads.messages({ session: fox.id as SessionId, last: 2 }));
        expect(last.map(({ id }) => id)).toEqual(['m11', 'm12']);
        const first = await store.read((reads) => reads.messages({ session: fox.id as SessionId, limit: 2 }));
        expect(first.map(({ id }) => id)).toEqual(['m1', 'm2']);
      });

      it('tell a message whether it is the first that waits or is being delivered', async () => {
        const [one_, two] = [aMessage(1, fox), aMessage(2, fox)];
        await given(async (tx) => {
          for (const thing of [fox, one_, two]) await tx.insert(thing);
        });
        const isFirst = async (id: ThingId) => (await store.read((reads) => reads.view(id)))?.first;
        const become = (id: ThingId, version: number, kind: string, ended = false) =>
          given((tx) => tx.update(id, version, { state: { kind }, ended, effects: 0, at }));
        expect([await isFirst(one_.id), await isFirst(two.id), await isFirst(fox.id)]).toEqual([
          true,
          false,
          undefined,
        ]);
        await become(one_.id, 1, 'delivering');
        expect(await isFirst(two.id)).toBe(false);
        await become(one_.id, 2, 'delivered');
        expect(await isFirst(two.id)).toBe(true);
        expect(await pending()).toEqual([two.id]);
        expect(
          await store.read((reads) => reads.messages({ session: fox.id as SessionId, ended: false })),
        ).toHaveLength(2);
        await become(two.id, 1, 'queued', true);
        expect(await pending()).toEqual([]);
      });
    });

    describe('permissions', () => {
      it('are kept for a repository, and the first stays', async () => {
        const permission = { repository: '/repo', pattern: 'Bash(make)', by: 'person:Ada', at };
        await given((tx) => tx.allow(permission));
        await given((tx) => tx.allow({ ...permission, by: 'person:Bob', at: later(1) }));
        expect(await store.read((reads) => reads.permissions('/repo'))).toEqual([permission]);
        expect(await store.read((reads) => reads.permissions('/other'))).toEqual([]);
      });
    });

    describe('rows of channels', () => {
      const row = (key: string, ms: number, body: unknown = { key }, channel = 'telegram') => ({
        ...{ channel, kind: 'update', key, at: later(ms), body },
      });

      it('are listed by their time, by channel and kind, and the newest of a key stands', async () => {
        await given((tx) => tx.putChannelRow(row('b', 2)));
        await given((tx) => tx.putChannelRow(row('a', 3)));
        await given((tx) => tx.putChannelRow(row('a', 1, { again: true })));
        await given((tx) => tx.putChannelRow(row('a', 1, {}, 'mail')));
        expect(await store.read((reads) => reads.channelRows('telegram', 'update'))).toEqual([
          row('a', 1, { again: true }),
          row('b', 2),
        ]);
        expect(await store.read((reads) => reads.channelRows('telegram', 'user'))).toEqual([]);
      });

      it('are added once, and dropped once', async () => {
        expect(await store.transact((tx) => tx.addChannelRow(row('a', 1)))).toBe(true);
        expect(await store.transact((tx) => tx.addChannelRow(row('a', 2, { other: true })))).toBe(false);
        expect(await store.read((reads) => reads.channelRow('telegram', 'update', 'a'))).toEqual(row('a', 1));
        expect(await store.transact((tx) => tx.dropChannelRow('telegram', 'update', 'a'))).toBe(true);
        expect(await store.transact((tx) => tx.dropChannelRow('telegram', 'update', 'a'))).toBe(false);
        expect(await store.read((reads) => reads.channelRow('telegram', 'update', 'a'))).toBeNull();
      });
    });

    describe('old rows of channels', () => {
      it('are dropped by channel and kind, those of the moment itself stay', async () => {
        const row = (channel: string, kind: string, ms: number) => ({
          ...{ channel, kind, key: `${ms}`, at: later(ms), body: {} },
        });
        const all = [row('http', 'asked', 1), row('http', 'asked', 2), row('http', 'made', 1), row('mail', 'asked', 1)];
        for (const each of all) await given((tx) => tx.putChannelRow(each));
        await store.transact((tx) => tx.dropChannelRows('http', 'asked', later(2)));
        const left = ({ channel, kind }: (typeof all)[number]) =>
          store.read((reads) => reads.channelRows(channel, kind));
        expect([await left(all[0]!), await left(all[2]!), await left(all[3]!)]).toEqual(
          all.slice(1).map((each) => [each]),
        );
      });
    });

    describe('records', () => {
      it('leaves the evidence that has a number already', async () => {
        await given((tx) => tx.addEvidence(one.task, anEvidence(1, 'first')));
        await given((tx) => tx.addEvidence(one.task, anEvidence(1, 'second')));
        await given((tx) => tx.addEvidence(one.task, anEvidence(2, 'third')));
        expect(await store.read((reads) => reads.evidence(one.task))).toEqual([
          anEvidence(1, 'first'),
          anEvidence(2, 'third'),
        ]);
      });

      it('gives what there is of one tree, and the last', async () => {
        const [first, second] = [anEvidence(1, 'first'), { ...anEvidence(2, 'of t'), tree: 'u' }];
        await given((tx) => tx.addEvidence(one.task, first));
        await given((tx) => tx.addEvidence(one.task, second));
        const of = (some: Parameters<Reads['evidence']>[1]) => store.read((reads) => reads.evidence(one.task, some));
        expect(await of({ tree: 't' })).toEqual([first]);
        expect(await of({ tree: 'first' })).toEqual([]);
        expect(await of({ gate: first.result.gate })).toEqual([first, second]);
        expect(await of({ gate: first.result.gate, tree: 'u' })).toEqual([second]);
        expect(await of({ gate: 'another' })).toEqual([]);
        expect(await of('last')).toEqual([second]);
      });

      it('keeps copies, conversations and hosts', async () => {
        const copy = {
          task: one.task,
          path: '/c',
          branch: 'b',
          base: 'x',
          isolation: 'clone',
          host,
          createdAt: at,
          removedAt: null,
        } as const;
        const talk = {
          task: one.task,
          agent: 'claude',
          id: 'u',
          inputTokens: 1,
          cachedTokens: 0,
          outputTokens: 2,
          usedAt: at,
        };
        await given(async (tx) => {
          await tx.putCopy(copy);
          await tx.putConversation({ ...talk, id: 'old' });
          await tx.putConversation(talk);
          await tx.beat({ id: host, seenAt: at });
          await tx.beat({ id: host, seenAt: later(1) });
        });
        expect(await store.read((reads) => reads.copies({ removed: false }))).toEqual([copy]);
        const ofEnded = () => store.read((reads) => reads.copies({ removed: false, ended: true }));
        expect(await ofEnded()).toEqual([]);
        await given((tx) => tx.update(one.id, one.version, { state: one.state, ended: true, effects: 0, at }));
        expect(await ofEnded()).toEqual([copy]);
        await given((tx) => tx.putCopy({ ...copy, removedAt: later(3) }));
        expect(await store.read((reads) => reads.copies({ removed: false }))).toEqual([]);
        expect(await store.read((reads) => reads.copy(one.task))).toEqual({ ...copy, removedAt: later(3) });
        expect(await store.read((reads) => reads.conversation(one.task, 'claude'))).toEqual(talk);
        expect(await store.read((reads) => reads.conversation(one.task, 'codex'))).toBeNull();
        expect(await store.read((reads) => reads.hosts())).toEqual([{ id: host, seenAt: later(1) }]);
      });
    });
  });
}

async function waitingIn(tx: Transaction, workspace: string): Promise<readonly TaskId[]> {
  const rows = await tx.query('select task from slot_claims where workspace = ? and slot is null', [workspace]);
  return rows.map(({ task }) => task as TaskId);
}
