// Ports for a copy: free on this machine, and of no other living copy. They stand in the copy's row, and are free again with it.
import { failed } from '../domain/error.ts';
import type { HostId, TaskId } from '../domain/ids.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Copy, Reads, Transaction } from '../ports/store.ts';

/** Below those that the kernel gives out by itself. */
const [first, last] = [21_000, 28_999];

/** Writes the row with as many ports as wanted; those it has stay its own. */
export async function keepCopy(
  { store, localPorts }: Pick<EffectPorts, 'store' | 'localPorts'>,
  copy: Copy,
  wanted: number,
  and: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const known = (await store.read((reads) => reads.copy(copy.task)))?.ports ?? [];
  const busy = new Set<number>();
  for (;;) {
    const taken = await store.read((reads) => portsOfOthers(reads, copy));
    const ports = known.slice(0, wanted);
    for (let port = first; port <= last && ports.length < wanted; port += 1) {
      if (taken.has(port) || busy.has(port) || ports.includes(port)) continue;
      if (await localPorts.isFree(port)) ports.push(port);
      else busy.add(port);
    }
    if (ports.length < wanted) throw failed('PORT_BUSY', `There are no ${wanted} free ports from ${first} to ${last}.`);
    const kept = await store.transact(async (tx) => {
      const others = await portsOfOthers(tx, copy);
      if (ports.some((port) => others.has(port))) return false;
      await tx.putCopy(ports.length === 0 ? copy : { ...copy, ports });
      await and(tx);
      return true;
    });
    if (kept) return;
  }
}

async function portsOfOthers(
  reads: Reads,
  { task, host }: { readonly task: TaskId; readonly host: HostId },
): Promise<ReadonlySet<number>> {
  const living = await reads.copies({ removed: false });
  return new Set(living.filter((copy) => copy.host === host && copy.task !== task).flatMap(({ ports = [] }) => ports));
}
