// The journal as it is written, from one position on, over as many connections as it takes.

import type { JournalEvent } from '../../../src/contract/session.ts';
import { cleanAll } from '../../../src/contract/text/clean.ts';
import { heedDate } from '../state/clock.ts';
import { pageKey } from './ask.ts';
import { pause, waitOf } from './pause.ts';
import { readEvents } from './read-events.ts';

export type Ear = {
  /** What was heard last; asked at every connection. Rejects where nothing can be had now. */
  readonly begin: () => Promise<number>;
  readonly hear: (event: JournalEvent) => void;
  /** The daemon lives, and nothing happened. */
  readonly quiet: () => void;
  readonly standing: (standing: Standing) => void;
};
export type Standing = 'connecting' | 'live' | 'lost' | 'signed_out';

/** The daemon says something every 15 s. */
const silentMs = 40_000;

export class SignedOut extends Error {}

/** Goes on until it is told to stop, or nobody knows us any more. */
export async function follow(ear: Ear, stop: AbortSignal): Promise<void> {
  for (let tries = 0; !stop.aborted; tries += 1) {
    try {
      await listen(ear, stop, () => {
        tries = 0;
      });
    } catch (error) {
      if (error instanceof SignedOut) return ear.standing('signed_out');
    }
    if (stop.aborted) return;
    ear.standing('lost');
    await pause(waitOf(tries), stop);
  }
}

/** One connection, to its end. */
async function listen({ begin, hear, quiet, standing }: Ear, stop: AbortSignal, opened: () => void): Promise<void> {
  const from = await begin();
  const silence = new AbortController();
  const signal = AbortSignal.any([stop, silence.signal]);
  const response = await fetch('/v1/events', {
    headers: { accept: 'text/event-stream', 'last-event-id': String(from), ...pageKey() },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  heedDate(response.headers);
  if (response.status === 401) throw new SignedOut();
  if (!response.ok || response.body === null) throw new Error(String(response.status));
  opened();
  standing('live');
  const silent = () => silence.abort();
  let timer = setTimeout(silent, silentMs);
  try {
    for await (const told of readEvents(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(silent, silentMs);
      if (told?.type === 'end') return;
      if (told === null) quiet();
      else hear(cleanAll(JSON.parse(told.data) as JournalEvent));
    }
  } finally {
    clearTimeout(timer);
  }
}
