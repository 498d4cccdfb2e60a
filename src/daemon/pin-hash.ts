// A PIN as it is kept: scrypt with a salt of its own, slow to guess.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const bytes = 32;

export const pinHash = {
  async hash(pin: string): Promise<string> {
    const salt = randomBytes(16);
    return `scrypt:${salt.toString('hex')}:${(await derive(pin, salt, bytes, cost)).toString('hex')}`;
  },
  /** False for what is no hash of ours. */
  async matches(pin: string, hash: string): Promise<boolean> {
    const [, salt = '', kept = ''] = /^scrypt:([0-9a-f]{32}):([0-9a-f]{64})$/.exec(hash) ?? [];
    if (kept === '') return false;
    return timingSafeEqual(await derive(pin, Buffer.from(salt, 'hex'), bytes, cost), Buffer.from(kept, 'hex'));
  },
};
