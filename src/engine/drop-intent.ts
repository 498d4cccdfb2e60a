// What was being done on a silent host is done anew from here; a late result is refused.
import type { HostId } from '../domain/ids.ts';
import type { Transaction, View } from '../ports/store.ts';

/** Before the fence is raised: whoever has the old one settles nothing after that. */
export async function dropIntent(tx: Transaction, { thing, intent }: View, from: HostId): Promise<void> {
  if (intent === null) return;
  const failure = { error_code: 'LEASE_EXPIRED', message: `${from} is silent; it begins anew elsewhere` } as const;
  await tx.settle(intent.id, thing.fence, { kind: 'failed', failure });
}
