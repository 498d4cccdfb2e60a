// Sessions in terminals while daemon and keeper are killed at random: each message reaches its agent at most once, and one that did not is told of.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import type { Inbox, MessageView } from '../../src/contract/session.ts';
import { findLeftovers } from '../../src/local/demo.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { createRandom, type Kill, killAtRandom, type Random } from './storm.ts';

export type Seen = {
  readonly kills: readonly Kill[];
  /** State to how many messages had it at the end. */
  readonly states: Readonly<Record<string, number>>;
  readonly sessions: number;
};

type Options = { readonly sessions: number; readonly seconds: number; readonly seed: number; readonly config?: string };

/** A place of which the agent dies with the keeper: the person then starts another one there, under the next name. */
type Seat = { readonly number: number; life: number };
const nameOf = ({ number, life }: Seat): string => `s${number}-${life}`;

export async function chaosOfSessions({ sessions, seconds, seed, config = '' }: Options): Promise<Seen> {
  const world = await openSessionWorld(config === '' ? {} : { config });
  const random = createRandom(seed);
  const stop = new AbortController();
  const seats = Array.from({ length: sessions }, (_, at): Seat => ({ number: at + 1, life: 1 }));
  try {
    const talks = seats.map((seat) => talk(world, seat, random, stop.signal));
    const kills = await killAtRandom(world, random, seconds * 1000, () => world.ask(['ps']));
    stop.abort();
    const sent = (await Promise.all(talks)).flat();
    const messages = await settled(world, seats);
    expectTold(world, sent, messages);
    await world.drover(['down', '--all', '--yes', '--json']);
    expect(await findLeftovers(`HOME=${world.env.HOME}`, 30_000)).toEqual([]);
    const states: Record<string, number> = {};
    for (const { state } of messages) states[state] = (states[state] ?? 0) + 1;
    return { kills, states, sessions: seats.reduce((sum, { life }) => sum + life, 0) };
  } finally {
    await world.close();
  }
}

/** What a person sent; `accepted`: Drover said that it has it. */
type Sent = { readonly session: string; readonly text: string; readonly accepted: boolean };

async function talk(world: SessionWorld, seat: Seat, random: Random, signal: AbortSignal): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (let nth = 1; !signal.aborted; await pause(200 + random() * 800)) {
    const session = nameOf(seat);
    if (!(await lives(world, seat))) continue;
    const text = `${session} message ${nth}`;
    nth += 1;
    const reply = await world.ask(['send', session, text, '--no-wait']);
    sent.push({ session, text, accepted: reply.ok });
  }
  return sent;
}

/** Longer than a message waits that can be delivered; what waits for ever is given up, and that is told. */
const patience = '60s';

/** Starts one where none is, or where the last one ended. One of which nobody knows how it stands, for words may be typed and not sent, is ended as a person would. */
async function lives(world: SessionWorld, seat: Seat): Promise<boolean> {
  const ps = await world.ask<Ps>(['ps', '--all']);
  if (!ps.ok) return false;
  const there = ps.data.sessions.find(({ id }) => id === nameOf(seat));
  if (there?.state === 'unknown' && Date.now() - there.since > 10_000) {
    await world.ask(['stop', there.id]);
    return false;
  }
  if (there !== undefined && there.state !== 'ended') return true;
  if (there !== undefined) seat.life += 1;
  await world.ask(world.words(nameOf(seat), ['-d', '--inbox-ttl', patience]));
  return false;
}

/** Every message, once nothing is on its way any more; sessions that end take theirs with them. */
async function settled(world: SessionWorld, seats: readonly Seat[]): Promise<readonly MessageView[]> {
  const names = seats.flatMap(({ number, life }) =>
    Array.from({ length: life }, (_, at) => nameOf({ number, life: at + 1 })),
  );
  const all: MessageView[] = [];
  for (const name of names) {
    const inbox = await world.until(
      () => world.ask<Inbox>(['inbox', 'list', name, '--all']),
      (told) =>
        told.ok
          ? told.data.messages.every(
              ({ state }) => state !== 'queued' && state !== 'delivering' && state !== 'delivered',
            )
          : told.error_code === 'SESSION_NOT_FOUND',
      300_000,
    );
    if (inbox.ok) all.push(...inbox.data.messages);
  }
  return all;
}

function expectTold(world: SessionWorld, sent: readonly Sent[], messages: readonly MessageView[]): void {
  for (const { session, text, accepted } of sent) {
    const came = world.lines(session).filter((line) => line === text).length;
    const kept = messages.filter((message) => message.text === text);
    expect([text, came <= 1, kept.length <= 1], `${text} came ${came} times, is kept ${kept.length} times`).toEqual([
      text,
      true,
      true,
    ]);
    const state = kept[0]?.state;
    // Nothing that Drover said it has is lost from its records, and nothing came of which they know nothing.
    if (accepted || came > 0)
      expect([text, state], `accepted: ${accepted}, came: ${came}`).not.toEqual([text, undefined]);
    if (state === 'turn_ended') expect([text, state, came]).toEqual([text, state, 1]);
    // That it did not come, or that nobody knows, is said with its reason.
    if (came === 0 && state !== undefined) {
      expect([text, ['failed', 'expired', 'dropped', 'uncertain'].includes(state)], state).toEqual([text, true]);
      expect([text, kept[0]?.why]).not.toEqual([text, '']);
    }
  }
}
