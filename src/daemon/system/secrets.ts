// A PIN as it is kept: scrypt with a salt of its own, slow to guess.
import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HostId } from '../../domain/ids.ts';
import type { Files } from '../../ports/files.ts';
import type { Store } from '../../ports/store.ts';
import type { Ids } from '../../ports/system.ts';

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

// Randomness from the kernel.

export const randomIds: Ids = { secret: () => randomBytes(32).toString('base64url'), uuid: () => randomUUID() };

// Under which name this machine's copies and runs are bound to it.

/** Given once and kept in the state folder: a machine that is renamed is still the same. */
export async function hostId(files: Pick<Files, 'read' | 'write'>, fresh: string): Promise<HostId> {
  const kept = await files.read('host');
  const name = kept === null ? '' : new TextDecoder().decode(kept).trim();
  if (name !== '') return name as HostId;
  await files.write('host', `${fresh}\n`);
  return fresh as HostId;
}

/** A database that came from another machine says whose place this one takes. Safe to repeat: the name is written before the note goes. */
export async function takeHostOver(
  store: Pick<Store, 'read' | 'transact'>,
  files: Pick<Files, 'write'>,
): Promise<void> {
  const host = await store.read((reads) => reads.hostOfBackup());
  if (host === null) return;
  await files.write('host', `${host}\n`);
  await store.transact((tx) => tx.forgetHostOfBackup());
}
