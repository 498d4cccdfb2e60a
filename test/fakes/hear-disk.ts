// A store, and what its transactions say of the disk.
import type { Store } from '../../src/ports/store.ts';

/** `told`: each word in the order in which they were said; a transaction that waits for the disk says none. */
export function hearDisk(store: Store): { readonly store: Store; readonly told: readonly string[] } {
  const told: string[] = [];
  const transact: Store['transact'] = (work) =>
    store.transact((tx) => {
      const spied = { later: () => told.push('later'), soon: () => told.push('soon'), ahead: () => told.push('ahead') };
      return work(new Proxy(tx, { get: (own, key) => Reflect.get(key in spied ? spied : own, key) }));
    });
  return { store: { ...store, read: store.read.bind(store), transact }, told };
}
