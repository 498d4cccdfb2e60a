// Acts upon what was stored: each person's words one after another, each update once, also over a crash in the middle.
import { Failed } from '../../domain/error.ts';
import type { Acting, Known } from './acting.ts';
import { mustArrive, tokenFrom } from './drafts.ts';
import { channel, get, type Heard, list, put, type Row } from './kept.ts';
import { onPin } from './on-pin.ts';
import { onSaid } from './on-said.ts';
import { onTap } from './on-tap.ts';
import { textsOf } from './texts.ts';

/** Longer is not heard: somebody's finger, or their program. */
const mostWaiting = 60;
/** Requests under way when the daemon ends. */
const graceMs = 2_000;
/** The service itself forgets after a day. */
const keptMs = 2 * 24 * 60 * 60_000;
/** Buttons, drafts, subjects, PINs that nobody gave. */
const oldMs = 60 * 24 * 60 * 60_000;

export class Actor {
  readonly #acting: Acting;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #taken = new Set<string>();

  readonly #signal: AbortSignal;

  constructor(acting: Acting, signal: AbortSignal) {
    this.#acting = acting;
    this.#signal = signal;
  }

  /** What is stored and nobody has acted upon. */
  async look(): Promise<void> {
    const rows = await this.#acting.store.read((reads) => list(reads, 'update'));
    const fresh = rows
      .filter(({ key }) => !this.#taken.has(key))
      .sort((one, other) => one.key.localeCompare(other.key));
    const counts = new Map<string, number>();
    for (const row of fresh) {
      const { heard } = row.body;
      const lane = laneOf(heard);
      const waits = (counts.get(lane) ?? 0) + 1;
      if (heard.kind === 'said') counts.set(lane, waits);
      this.#take(row, lane, heard.kind === 'said' && waits > mostWaiting);
    }
  }

  /** Resolves when nothing is acted upon any more, or not soon. */
  async close(): Promise<void> {
    const enough = new AbortController();
    await Promise.race([Promise.all(this.#lanes.values()), this.#acting.clock.wait(graceMs, enough.signal)]);
    enough.abort();
  }

  /** Every so often. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#acting;
    const now = clock.now();
    await store.transact(async (tx) => {
      for (const [kind, ms] of [
        ['seen', keptMs],
        ['button', oldMs],
        ['draft', oldMs],
        ['subject', oldMs],
        ['pin', oldMs],
      ] as const)
        for (const { key, at } of await list(tx, kind)) if (now - at > ms) await tx.dropChannelRow(channel, kind, key);
    });
  }

  #take(row: Row<'update'>, lane: string, tooMuch: boolean): void {
    this.#taken.add(row.key);
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const done = before.then(() => this.#act(row, tooMuch));
    this.#lanes.set(lane, done);
    void done.then(() => this.#lanes.get(lane) === done && this.#lanes.delete(lane));
  }

  async #act({ key, body: { heard } }: Row<'update'>, tooMuch: boolean): Promise<void> {
    if (this.#signal.aborted) return;
    const { store, clock, log } = this.#acting;
    try {
      await act(this.#acting, heard, key, tooMuch);
    } catch (error) {
      // Nothing was lost: it is acted upon once more, a moment later or after the next start.
      if (error instanceof Failed) {
        this.#taken.delete(key);
        return void log.warn('what was heard waits', { why: error.failure.message });
      }
      await this.#broken(heard, log.bug(error, { heard: heard.kind }));
    }
    // Whoever was about to be told was not.
    if (this.#signal.aborted) return;
    await store
      .transact(async (tx) => {
        await tx.dropChannelRow(channel, 'update', key);
        await put(tx, 'seen', key, clock.now(), {});
      })
      .then(
        () => this.#taken.delete(key),
        (error) => log.warn('what was acted upon could not be noted', { why: String(error) }),
      );
  }

  async #broken({ user, chat }: Heard, id: string): Promise<void> {
    const known = await this.#acting.store.read((reads) => get(reads, 'user', user)).catch(() => null);
    await this.#acting.client.send(chat, textsOf(known?.language ?? 'en').broken(id));
  }
}

/** Nothing is before a `/panic`. */
const laneOf = (heard: Heard): string =>
  heard.kind === 'said' && /^\/panic\b/i.test(heard.text.trim()) ? `panic ${heard.user}` : heard.user;

async function act(acting: Acting, heard: Heard, key: string, tooMuch: boolean): Promise<void> {
  const found = await acting.store.read((reads) => get(reads, 'user', heard.user));
  if (found === null) return;
  const user: Known = { ...found, id: heard.user };
  if (tooMuch) return void (await acting.client.send(heard.chat, textsOf(user.language).rate));
  switch (heard.kind) {
    case 'paired':
      return greet(acting, user, heard.chat);
    case 'said':
      return onSaid(acting, user, heard, key);
    case 'secret':
      return onPin(acting, user, heard, key);
    case 'tapped':
      return onTap(acting, user, heard);
  }
}

async function greet({ client, store, clock, ids }: Acting, user: Known, chat: number): Promise<void> {
  const texts = textsOf(user.language);
  mustArrive(await client.send(chat, texts.hello(user.name)));
  const token = tokenFrom(ids.secret());
  await store.transact((tx) =>
    put(tx, 'button', token, clock.now(), { user: user.id, of: { kind: 'test' }, choices: ['yes'], used: null }),
  );
  mustArrive(await client.send(chat, texts.test, { keys: [[{ text: texts.testYes, data: `${token}:0` }]] }));
}
