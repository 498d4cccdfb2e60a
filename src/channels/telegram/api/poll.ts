// Asks for updates for as long as it is wanted: what was given is stored, and only then the next are asked for.
import type { Update } from 'grammy/types';
import type { Failure } from '../../../domain/error.ts';
import type { Store } from '../../../ports/store.ts';
import type { Clock } from '../../../ports/system.ts';
import { list } from '../kept.ts';
import type { Client } from './client.ts';

export type Polling = {
  readonly client: Client;
  readonly store: Store;
  readonly clock: Clock;
  /** Rejects where they could not be stored. */
  readonly take: (updates: readonly Update[]) => Promise<void>;
  /** Null: it goes well. */
  readonly tell: (failure: Failure | null) => void;
};

const seconds = 25;
const shortest = 1_000;
const longest = 30_000;
/** After a week of silence the service may begin to count anew. */
const silentMs = 6 * 24 * 60 * 60_000;

export async function poll({ client, store, clock, take, tell }: Polling, signal: AbortSignal): Promise<void> {
  for (let pause = shortest; !signal.aborted; ) {
    const got = await client.updates(await nextOffset(store, clock), seconds);
    if (signal.aborted) return;
    let failure = got.ok ? null : got.failure;
    if (got.ok && got.value.length > 0)
      await take(got.value).catch((error) => {
        failure = { error_code: 'STORE_FAILED', message: `what was heard could not be kept: ${String(error)}` };
      });
    tell(failure);
    if (failure === null) pause = shortest;
    else {
      if (failure.error_code === 'CHANNEL_AUTH') return;
      await clock.wait(Number(failure.details?.retryAfterMs ?? pause), signal);
      pause = Math.min(pause * 2, longest);
    }
  }
}

async function nextOffset(store: Store, clock: Clock): Promise<number> {
  const row = await store.read(async (reads) => (await list(reads, 'offset'))[0] ?? null);
  if (row === null || clock.now() - row.at > silentMs) return 0;
  return row.body.next;
}
