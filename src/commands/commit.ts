// A transaction of a request; whoever watches hears of it.
import type { Transaction } from '../ports/store.ts';
import type { CommandPorts } from './ports.ts';

export const commit = <T>(
  { store, bell }: Pick<CommandPorts, 'store' | 'bell'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  store.transact(async (tx) => {
    tx.afterCommit(() => bell.ring());
    return work(tx);
  });
