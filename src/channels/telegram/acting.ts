// What it takes to act upon what was heard.
import type { PairedUser } from '../../domain/channel/pairing.ts';
import type { Confirmed } from '../../domain/task/task.ts';
import type { Answered, Dispatch } from '../../ports/channel.ts';
import type { Config, TelegramWords } from '../../ports/config.ts';
import type { Files } from '../../ports/files.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock, Ids, Log } from '../../ports/system.ts';
import type { Client } from './api/client.ts';
import type { Guesses } from './updates/understand.ts';

export type Acting = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly files: Files;
  readonly config: Config;
  readonly sha256: (text: string) => string;
  readonly client: Client;
  readonly ask: Dispatch;
  /** By update: secrets that must not be stored, until they are acted upon. */
  readonly secrets: Map<string, string>;
  readonly guesses: Guesses;
  /** Its own name. */
  readonly bot: string;
  readonly words: TelegramWords;
  /** What a person sees before a task starts there; null where it cannot be looked at. */
  readonly lookAt: (workspace: string) => Promise<Omit<Confirmed, 'by' | 'channel' | 'env'> | null>;
};

export type Known = PairedUser & { readonly id: string };

/** As that person, through the door that everybody uses. */
export const request = <Data>({ ask }: Acting, { id, name }: Known, command: string, input: object) =>
  ask({ id, name }, command, input) as Promise<
    Extract<Answered, { ok: false }> | { readonly ok: true; readonly data: Data }
  >;

/** `used`: the buttons are worth nothing any more. */
export type Outcome = { readonly said: string; readonly used: string | null };
