// How a program presents itself to who only looks: its help, and the first words of its protocol. They cost nothing and leave nothing behind.
import { asRecord, type Json } from '../json.ts';
import type { Environment } from './profile.ts';

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
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    },
  },
  answer: (line) => (line.id === 1 && line.result !== undefined ? asRecord(line.result) : null),
});

/** A program that speaks it for another one. */
export const bridge = (quiet: Environment = {}): Presence => ({ helps: false, handshake: helloAcp(), quiet });
