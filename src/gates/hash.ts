// SHA-256 of a value, whatever the order of its keys.

import { createHash } from 'node:crypto';
import { canonical } from '../domain/evidence/canonical.ts';

/** Hex. */
export const hashValue = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');
export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
