// What a key of the configuration is: as the file says, else what holds without it.
import { listConfig } from './list-config.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const getConfig: Command<'config.get'> = async (ports, { key }, peer, signal) => {
  const found = orFail(await ports.config.get(key));
  if (found !== undefined) return { key, value: masked(key, found), set: true };
  let value: unknown = await listConfig(ports, {}, peer, signal);
  for (const part of key.split('.')) value = partOf(value, part);
  return { key, value: value ?? null, set: false };
};

const partOf = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? (value as Record<string, unknown>)[part]
    : undefined;

/** An address may hold a password. */
const masked = (key: string, value: unknown): unknown => (key === 'store' && value !== 'sqlite' ? 'postgres' : value);
