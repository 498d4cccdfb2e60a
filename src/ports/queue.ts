import type { HostId, ThingId } from '../domain/ids.ts';
import type { Wake } from '../domain/thing.ts';
import type { OpenTransaction } from './store.ts';

/**
 * Delivers wakes, one at a time per thing, routed by host.
 * A wake before, during or after a drive is never lost; a wake while it runs gives exactly one more round; two drives of one thing never overlap;
 * a later wake never delays an earlier one. Delivery is at least once: the truth is in the rows.
 */
export interface Queue {
  /** In the transaction that causes them; delivered after its commit, forgotten with its roll-back. */
  add(tx: OpenTransaction, wakes: readonly Wake[]): Promise<void>;
  /** Begins delivering to this host. `drive` may reject: it is delivered again after a back-off. Jobs are short. */
  work(
    host: HostId,
    drive: (thing: ThingId) => Promise<void>,
    options: { readonly concurrency: number },
  ): Promise<void>;
  /** Takes over the free wakes of a host that is gone. */
  takeOver(host: HostId, to: HostId): Promise<void>;
  /** Stops delivering and waits for the drives under way. */
  close(): Promise<void>;
}
