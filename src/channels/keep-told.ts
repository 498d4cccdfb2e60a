// Keeps people told: what is open is shown to all of them, what is over is closed everywhere, who does not answer is reminded. Rows are looked at, no event is trusted.
import { hasPassed } from '../domain/has-passed.ts';
import type { Instant } from '../domain/ids.ts';
import type { Question } from '../domain/question/question.ts';
import { digestOf, type Quiet, quietFor, remindAt } from '../domain/question/remind.ts';
import type { Channel, Rings, Shown } from '../ports/channel.ts';
import type { Reads, Store } from '../ports/store.ts';
import type { Clock, Log } from '../ports/system.ts';
import { keepRounds, longestMs, retryMs } from './keep-rounds.ts';

export type Telling = {
  readonly store: Store;
  readonly clock: Clock;
  readonly rings: Rings;
  readonly log: Log;
  /** In the order in which they are used. */
  readonly channels: () => readonly Channel[];
  readonly quiet: () => Quiet | null;
  /** Minutes of local time ahead of UTC. */
  readonly offset: () => number;
};

/** Whoever has not answered on one channel hears of it on the next. */
const nextChannelMs = 30 * 60_000;
const pauseMs = 300;

/** Until the signal fires. */
export async function keepTold(telling: Telling, signal: AbortSignal): Promise<void> {
  const { clock, rings, log } = telling;
  const round = (ended: AbortSignal) => tellAll(telling, ended);
  await keepRounds({ clock, rings, log, round, failing: 'people could not be told', pauseMs }, signal);
}

/** One round; returns after how long at the latest another one is wanted. */
export async function tellAll(telling: Telling, signal: AbortSignal): Promise<number> {
  const { store } = telling;
  if (telling.channels().length === 0) return longestMs;
  const questions = await store.read((reads) => reads.questions({ open: true }));
  const placed = await inOrder(telling.channels());
  // One that is slow holds up no other.
  const next = await allOf(placed.map((each) => tellOn(telling, each, questions, signal)));
  return Math.max(pauseMs, Math.min(longestMs, ...next));
}

/** `place`: so many that reach somebody stand before it. */
type Placed = { readonly channel: Channel; readonly place: number };

/** One that reaches nobody keeps nobody waiting for the next. */
async function inOrder(channels: readonly Channel[]): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  let place = 0;
  for (const channel of channels) {
    if (channel.state().kind === 'refused') continue;
    placed.push({ channel, place });
    if ((await channel.people('')).length > 0) place += 1;
  }
  return placed;
}

/** As `tellAll`, of one channel. */
async function tellOn(
  telling: Telling,
  { channel, place }: Placed,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<number> {
  if (signal.aborted) return longestMs;
  const shown = await channel.shown();
  const next = [longestMs, await closeOver(telling, channel, shown)];
  for (const question of questions) next.push(await tellOne(telling, channel, place, question, shown));
  const kept = await channel.keepUp();
  if (!kept.ok) next.push(retryMs);
  await digest(telling, channel, questions);
  return Math.min(...next);
}

/** To the end of all, also where one fails. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

async function closeOver({ store }: Telling, channel: Channel, shown: readonly Shown[]): Promise<number> {
  let next = longestMs;
  for (const { question: id, to } of shown) {
    const question = await store.read((reads) => reads.question(id as Question['id']));
    if (question === null || question.state.kind === 'open') continue;
    const closed = await channel.closeQuestion(to, question);
    if (!closed.ok) next = retryMs;
  }
  return next;
}

/** Milliseconds until it is looked at again. */
async function tellOne(
  telling: Telling,
  channel: Channel,
  place: number,
  question: Question,
  shown: readonly Shown[],
): Promise<number> {
  const { clock, store } = telling;
  const now = clock.now();
  const { askedAt } = question;
  if (!hasPassed(askedAt, place * nextChannelMs, now)) return askedAt + place * nextChannelMs - now;
  const about = await store.read((reads) => aboutOf(reads, question));
  const silent = quietFor(telling.quiet(), now, telling.offset()) > 0;
  const tellTo = async (to: string): Promise<number> => {
    const there = shown.find((each) => each.question === question.id && each.to === to && each.unsure !== true);
    let next = longestMs;
    if (there !== undefined && (question.revision ?? 0) > (there.revision ?? 0)) {
      const anew = await channel.showAnew?.(to, question);
      if (anew?.ok === false) next = retryMs;
    }
    const due = there === undefined ? now : remindAt(question.kind, there, telling.quiet(), telling.offset(), now);
    if (due === null) return next;
    if (due > now) return Math.min(next, due - now);
    const again = there === undefined ? 0 : there.again + 1;
    const told = await channel.showQuestion(to, question, { about, again, silent });
    return told.ok || told.failure.error_code === 'CHANNEL_REFUSED' ? next : retryMs;
  };
  return Math.min(longestMs, ...(await allOf((await channel.people(question.task)).map(tellTo))));
}

/** A session by its name. */
async function aboutOf(reads: Reads, { task }: Question): Promise<string> {
  const thing = await reads.thing(task);
  const name = (thing?.spec as { readonly name?: unknown } | undefined)?.name;
  return thing?.kind === 'session' && typeof name === 'string' ? name : task;
}

async function digest({ store, clock, offset }: Telling, channel: Channel, questions: readonly Question[]) {
  const now = clock.now();
  const number = digestOf(now, offset());
  const row = { channel: channel.name, kind: 'digest', key: 'last', at: now as Instant, body: number };
  const last = await store.read((reads) => reads.channelRow(channel.name, 'digest', 'last'));
  if (last !== null && Number(last.body) >= number) return;
  const old = questions.filter(({ askedAt }) => now - askedAt > 24 * 60 * 60_000);
  if (last !== null && old.length > 0)
    for (const to of await channel.people('')) await channel.showDigest(to, { number, questions: old });
  await store.transact((tx) => tx.putChannelRow(row));
}
