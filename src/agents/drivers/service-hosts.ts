// With whom an agent speaks about its model: the usual hosts of its service, and what its own settings name.
import { open } from 'node:fs/promises';
import type { Environment } from './profile.ts';

export type ServiceHosts = (env: Environment) => Promise<readonly string[]>;

const most = 256 * 1024;
const named = /base_?url["']?\s*[:=]\s*["'](https?:\/\/[^"'\s]+)/gi;

/** `settings`: files of the agent's own in which a person may name another address; what is missing names none. */
export const serviceHosts =
  (usual: readonly string[], settings: (env: Environment) => readonly string[]): ServiceHosts =>
  async (env) => {
    const texts = await Promise.all(settings(env).map((file) => beginning(file)));
    const addresses = texts.flatMap((text) => [...text.matchAll(named)].map(([, address = '']) => address));
    return [...new Set([...usual, ...addresses.flatMap((address) => hostOf(address))])];
  };

/** `host:port`, where the address names a port or none that goes without saying. */
export function hostOf(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null || url.hostname === '') return [];
  return [url.port === '' ? url.hostname : `${url.hostname}:${url.port}`];
}

async function beginning(file: string): Promise<string> {
  try {
    await using opened = await open(file);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(most), 0, most, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}
