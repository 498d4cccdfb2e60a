import { expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import { ok } from '../domain/error.ts';
import type { Instant } from '../domain/ids.ts';
import type { Question } from '../domain/question/question.ts';
import type { Channel, Shown } from '../ports/channel.ts';
import type { Store } from '../ports/store.ts';
import { tellAll } from './keep-told.ts';

const minute = 60_000;
const hour = 60 * minute;

/** One question that is open, and a channel that remembers what it showed. */
function open({ before = [] as readonly string[] } = {}) {
  const clock = manualClock();
  const question = {
    ...{ id: 'q1', task: 'shop-1', thing: 'shop-1', kind: 'stuck', askedAt: clock.now() },
    state: { kind: 'open' },
  } as unknown as Question;
  const rows = {
    questions: async () => [question],
    question: async () => question,
    thing: async () => null,
    channelRow: async () => ({ body: Number.POSITIVE_INFINITY }),
  };
  const store = { read: (work: (reads: typeof rows) => unknown) => work(rows) } as unknown as Store;
  let shown: readonly Shown[] = [];
  const reminders: number[] = [];
  const anew: (number | undefined)[] = [];
  const channel = {
    ...{ name: 'paper', state: () => ({ kind: 'running', as: 'paper' }), people: async () => ['ada'] },
    showAnew: async (_: string, { id, revision }: Question) => {
      anew.push(revision);
      shown = shown.map((each) => (each.question === id ? { ...each, revision: revision ?? 0 } : each));
      return ok(undefined);
    },
    ...{ shown: async () => shown, keepUp: async () => ok(undefined) },
    async showQuestion(to: string, { id }: Question, { again }: { readonly again: number }) {
      reminders.push(again);
      shown = [{ question: id, to, told: clock.now() as Instant, again }];
      return ok(undefined);
    },
  } as unknown as Channel;
  /** It stands before, and reaches these. */
  const first = {
    ...{ name: 'wall', state: () => ({ kind: 'running', as: 'wall' }), people: async () => before },
    ...{
      shown: async () => before.map((to) => ({ question: 'q1', to, told: clock.now(), again: 0 })),
      keepUp: async () => ok(undefined),
    },
    showQuestion: async () => ok(undefined),
  } as unknown as Channel;
  const log = { info() {}, warn() {}, bug: String };
  const rings = { wait: async () => {} };
  const telling = { store, clock, log, rings, channels: () => [first, channel], quiet: () => null, offset: () => 0 };
  const round = () => tellAll(telling, new AbortController().signal);
  return { clock, reminders, anew, question, telling, round };
}

it('WT-69 a question that was asked before the clock was set back an hour is shown at once', async () => {
  const { clock, reminders, round } = open();
  await clock.jump(-hour);
  await round();
  expect(reminders).toEqual([0]);
});

it('what a question shows anew is shown once, where it was shown, and reminds nobody', async () => {
  const { anew, question, reminders, round } = open();
  await round();
  Object.assign(question, { revision: 2 });
  await round();
  await round();
  expect([anew, reminders]).toEqual([[2], [0]]);
});

it('WT-69 a reminder is not an hour late because the clock was set back: it comes early once, then at its pace', async () => {
  const { clock, reminders, round } = open();
  await round();
  await clock.advance(10 * minute);
  await clock.jump(-hour);
  expect(await round()).toBeLessThanOrEqual(hour);
  await round();
  expect(reminders).toEqual([0, 1]);
  await clock.advance(2 * hour);
  await round();
  expect(reminders).toEqual([0, 1, 2]);
});

it('who is not answered on one channel hears of it on the next after half an hour, and at once where the one before reaches nobody', async () => {
  const reached = open({ before: ['bob'] });
  await reached.round();
  expect(reached.reminders).toEqual([]);
  await reached.clock.advance(31 * minute);
  await reached.round();
  expect(reached.reminders).toEqual([0]);
  const empty = open();
  await empty.round();
  expect(empty.reminders).toEqual([0]);
});

it('a channel whose server stalls for one person keeps neither the others of it nor another channel waiting', async () => {
  const { promise: stalled, resolve: goOn } = Promise.withResolvers<void>();
  const told: string[] = [];
  const { telling } = open();
  const channelOf = (name: string, people: readonly string[]) =>
    ({
      ...{
        name,
        state: () => ({ kind: 'running', as: name }),
        people: async (task: string) => (task === '' ? [] : people),
      },
      ...{ shown: async () => [], keepUp: async () => ok(undefined) },
      async showQuestion(to: string) {
        if (to === 'slow') await stalled;
        told.push(to);
        if (told.length === 2) goOn();
        return ok(undefined);
      },
    }) as unknown as Channel;
  const channels = () => [channelOf('post', ['slow', 'ada']), channelOf('chat', ['bob'])];
  await tellAll({ ...telling, channels }, new AbortController().signal);
  expect(told.toSorted()).toEqual(['ada', 'bob', 'slow']);
  expect(told.at(-1)).toBe('slow');
});
