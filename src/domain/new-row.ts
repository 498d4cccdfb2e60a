import type { HostId, Instant } from './ids.ts';

/** What every driven row has in common when it is first written down; one that belongs to another says which, and by what name. */
export const newRow = (host: HostId, at: Instant) => ({
  parent: null,
  key: '',
  host,
  version: 1,
  fence: 1,
  effects: 0,
  ended: false,
  createdAt: at,
  updatedAt: at,
});
