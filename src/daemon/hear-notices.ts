// The store, with everybody told whose thing something was said to, once it is durable.
import type { ThingId } from '../domain/ids.ts';
import type { Store } from '../ports/store.ts';

export const hearNotices = (store: Store, hear: (thing: ThingId) => void): Store => ({
  read: (work) => store.read(work),
  transact: (work) =>
    store.transact((tx) =>
      work({
        ...tx,
        notify(notice) {
          tx.afterCommit(() => hear(notice.thing));
          return tx.notify(notice);
        },
      }),
    ),
  describe: () => store.describe(),
  check: () => store.check(),
  backUp: (to) => store.backUp(to),
  close: () => store.close(),
});
