// Where the secret of a lease is kept for who took it, in the state folder.
import type { ThingId } from '../domain/ids.ts';

export const tokenPath = (task: ThingId): string => `leases/${task}.token`;
