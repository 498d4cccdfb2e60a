// The store, with the bell rung after every transaction that committed.
import type { Store } from '../ports/store.ts';
import type { Bell } from './bell.ts';

export const ringOnCommit = (store: Store, bell: Bell): Store => ({
  read: (work) => store.read(work),
  async transact(work) {
    const value = await store.transact(work);
    bell.ring();
    return value;
  },
  describe: () => store.describe(),
  check: () => store.check(),
  backUp: (to) => store.backUp(to),
  close: () => store.close(),
});
