// One agent with all the ways it can be driven, the one its runs of tasks use first; and the programs behind it by their commands, its own first.
import { open } from 'node:fs/promises';
import type { Agent, Footprint } from '../../ports/agent.ts';
import { asRecord, type Json } from '../json.ts';
import type { Environment } from './plain/profile.ts';

export type Kit = {
  readonly name: string;
  readonly agents: readonly Agent[];
  /** It thinks nothing: what it says is written down before. */
  readonly plays?: true;
  /** Absent: nobody knows with whom it speaks. */
  readonly hosts?: ServiceHosts;
  /** Absent: it is not looked at. */
  readonly programs?: Readonly<Record<string, Presence>>;
};

/** One that is known here, and not by a person's configuration alone. */
export type OwnKit = Kit & { readonly footprint: Footprint };

// How a program presents itself to who only looks: its help, and the first words of its protocol. They cost nothing and leave nothing behind.

export type Handshake = {
  readonly argv: readonly string[];
  readonly say: Json;
  /** The part of its answer whose form is compared; null: this line is no answer. */
  answer(line: Json): Json | null;
};

export type Presence = {
  /** It knows `--help`; else it would just start. */
  readonly helps: boolean;
  readonly handshake: Handshake;
  /** No updates, no news, no lists of models from elsewhere. */
  readonly quiet?: Environment;
};

/** The first words of the Agent Client Protocol. */
export const helloAcp = (...argv: readonly string[]): Handshake => ({
  argv,
  say: {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    },
  },
  answer: (line) => (line.id === 1 && line.result !== undefined ? asRecord(line.result) : null),
});

/** A program that speaks it for another one. */
export const bridge = (quiet: Environment = {}): Presence => ({ helps: false, handshake: helloAcp(), quiet });

// With whom an agent speaks about its model: the usual hosts of its service, and what its own settings name.

type ServiceHosts = (env: Environment) => Promise<readonly string[]>;

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
