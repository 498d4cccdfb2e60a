// Randomness from the kernel.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids } from '../ports/system.ts';

export const randomIds: Ids = { secret: () => randomBytes(32).toString('base64url'), uuid: () => randomUUID() };
