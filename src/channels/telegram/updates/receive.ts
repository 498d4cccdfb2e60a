// Updates are stored before they are acknowledged, each once. Of strangers nothing is stored but that one with a valid code is none any more.
import type { Update } from 'grammy/types';
import { type PairedUser, plainCode } from '../../../domain/channel/pairing.ts';
import type { Instant } from '../../../domain/ids.ts';
import type { Store, Transaction } from '../../../ports/store.ts';
import type { Clock } from '../../../ports/system.ts';
import { type Readable, readUpdate, type Stranger } from '../api/read-update.ts';
import { channel, get, type Heard, put, type Said } from '../kept.ts';
import { pinAskedOf } from './ask-for-pin.ts';
import type { Guesses } from './understand.ts';

export type Receiving = {
  readonly store: Store;
  readonly clock: Clock;
  readonly sha256: (text: string) => string;
  readonly secrets: Map<string, string>;
  readonly guesses: Guesses;
};

/** `odd`: what could not be read, one line each. */
export type Received = {
  readonly stored: number;
  readonly strangers: readonly Stranger[];
  readonly odd: readonly string[];
};

/** Rejects where the store does: then nothing of it is acknowledged. `offset`: the next update to be asked for is kept as well. */
export function receive(ports: Receiving, updates: readonly Update[]): Promise<Received> {
  const { store, clock } = ports;
  return store.transact(async (tx) => {
    const strangers: Stranger[] = [];
    const odd: string[] = [];
    let stored = 0;
    const numbered = updates.filter((update) => Number.isSafeInteger(update?.update_id) && update.update_id >= 0);
    if (numbered.length < updates.length) odd.push('without a number');
    for (const update of numbered.sort((one, other) => one.update_id - other.update_id)) {
      const key = keyOf(update.update_id);
      if (((await get(tx, 'update', key)) ?? (await get(tx, 'seen', key))) !== null) continue;
      const read = readUpdate(update);
      if (read.kind === 'nothing') continue;
      if (read.kind === 'odd') {
        odd.push(`${update.update_id}: ${read.why}`);
        const known = read.from !== null && (await get(tx, 'user', read.from)) !== null;
        const text = known ? { update: JSON.stringify(update).slice(0, mostOdd) } : {};
        await put(tx, 'odd', key, clock.now(), { why: read.why, ...text });
        await put(tx, 'seen', key, clock.now(), {});
        continue;
      }
      const heard = await hear(ports, tx, read, key);
      if (heard === null) strangers.push(read.stranger);
      else {
        await put(tx, 'update', key, clock.now(), { heard });
        stored += 1;
      }
    }
    const next = Math.max(0, ...numbered.map(({ update_id }) => update_id + 1));
    if (numbered.length > 0) await put(tx, 'offset', 'updates', clock.now(), { next });
    return { stored, strangers, odd };
  });
}

const mostOdd = 4_000;

/** In the order in which they were sent, as text too. */
const keyOf = (id: number): string => String(id).padStart(16, '0');

/** Null: somebody who is not known. */
async function hear(ports: Receiving, tx: Transaction, read: Readable, key: string): Promise<Heard | null> {
  const now = ports.clock.now();
  const { user } = read.stranger;
  const known = await get(tx, 'user', user);
  if (known === null) return read.pairs === null ? null : pairWith(ports, tx, read.pairs, now);
  if (known.gone === true) {
    const { gone: _, ...back } = known;
    await put(tx, 'user', user, now, back);
  }
  return read.heard.kind === 'said' ? notKept(ports, tx, read.heard, key, now) : read.heard;
}

async function pairWith(
  { sha256, guesses }: Receiving,
  tx: Transaction,
  { user, chat, typed, name, language }: NonNullable<Readable['pairs']>,
  now: Instant,
): Promise<Heard | null> {
  if (!guesses.mayTry(user)) return null;
  const key = sha256(plainCode(typed));
  const code = await get(tx, 'code', key);
  if (code === null || code.until <= now) {
    guesses.wasWrong(user);
    return null;
  }
  await tx.dropChannelRow(channel, 'code', key);
  const paired: PairedUser = { name, right: code.right, language };
  await put(tx, 'user', user, now, paired);
  return { kind: 'paired', user, chat };
}

/** A PIN is heard without its words. */
async function notKept({ secrets }: Receiving, tx: Transaction, said: Said, key: string, now: Instant): Promise<Heard> {
  const asked = await pinAskedOf(tx, said, now);
  if (asked === null) return said;
  secrets.set(key, said.text);
  const { user, chat, message } = said;
  return { kind: 'secret', user, chat, message, asked };
}
