// Acts that wait for room or for a store, with their reason; in memory only.
import type { ThingId } from '../domain/ids.ts';
import type { PutOff, PutOffs } from '../ports/put-off.ts';

export function createPutOffs(): PutOffs {
  const all = new Map<ThingId, PutOff>();
  return {
    note: (putOff) => {
      const before = all.get(putOff.thing);
      const isNews = before === undefined || before.effect !== putOff.effect || before.why !== putOff.why;
      all.set(putOff.thing, { ...putOff, since: before?.since ?? putOff.since });
      return isNews;
    },
    forget: (thing) => void all.delete(thing),
    all: () => [...all.values()],
  };
}
