// What must not happen at the same time to one thing happens one after the other, in the order in which it was asked for.

export type InTurn<Key> = <T>(key: Key, act: () => Promise<T>) => Promise<T>;

/** What fails ends its own turn alone. Of a key whose turns are over nothing is kept. */
export function createInTurn<Key>(): InTurn<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return (key, act) => {
    const next = (last.get(key) ?? Promise.resolve()).then(act, act);
    last.set(key, next);
    void next.catch(() => undefined).finally(() => last.get(key) === next && last.delete(key));
    return next;
  };
}
