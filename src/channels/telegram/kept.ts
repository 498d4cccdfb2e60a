// What the bot keeps between restarts, by kind of row.
import type { PairedUser, PairingCode } from '../../domain/channel/pairing.ts';
import type { Instant } from '../../domain/ids.ts';
import type { Confirmed } from '../../domain/task/task.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { Sending } from './api/client.ts';

export const channel = 'telegram';

export type FileRef = { readonly id: string; readonly name: string; readonly bytes: number };

/** What was heard of somebody who is paired, short. */
export type Heard =
  | Said
  | Tapped
  | Secret
  | Edited
  | { readonly kind: 'paired'; readonly user: string; readonly chat: number };

export type Said = {
  readonly kind: 'said';
  readonly user: string;
  readonly chat: number;
  readonly group: boolean;
  readonly message: number;
  readonly replyTo: number | null;
  readonly text: string;
  readonly files: readonly FileRef[];
  /** Several files of one message have this in common. */
  readonly album: string | null;
  /** These are the words of somebody else. */
  readonly forwarded: boolean;
  /** When it was written: seconds, by the service's clock. Absent: an earlier version heard it. */
  readonly date?: number;
};

/** A message that a person edits later is not said anew. */
export type Edited = { readonly kind: 'edited'; readonly user: string; readonly chat: number };

/** A message that is not kept: its words are in memory alone, under the key of the update. */
export type Secret = {
  readonly kind: 'secret';
  readonly user: string;
  readonly chat: number;
  readonly message: number;
  /** The row that says what it was asked for. */
  readonly asked: string;
};

export type Given = {
  readonly question: string;
  readonly binding: string;
  readonly choice: string;
  readonly words: string | null;
};

/** A change of the configuration that a person confirmed. */
export type Change = { readonly command: string; readonly input: Readonly<Record<string, string>> };

/** `message`: which one asks; null until it is known to be there. */
export type PinAsked = {
  readonly user: string;
  readonly chat: number;
  readonly given: Given | Change;
  readonly message: number | null;
};

export type Tapped = {
  readonly kind: 'tapped';
  readonly user: string;
  readonly chat: number;
  /** By which the tap itself is answered. */
  readonly id: string;
  readonly data: string;
  /** Whose buttons were tapped. Absent: the service did not say, or an earlier version did not keep it. */
  readonly message?: number;
};

export type Draft = {
  readonly user: string;
  readonly chat: number;
  readonly text: string;
  /** Null: to be chosen from `workspaces`. */
  readonly workspace: string | null;
  readonly workspaces: readonly string[];
  readonly env: string | null;
  readonly files: readonly FileRef[];
  readonly album: string | null;
  /** What is shown with it; null where it could not be looked at. */
  readonly seen: Omit<Confirmed, 'by' | 'channel'> | null;
  readonly message: number | null;
  /** When that message arrived: seconds, by the service's clock. */
  readonly arrived?: number;
  /** Words of somebody else take part. */
  readonly forwarded?: true;
  readonly state:
    | { readonly kind: 'open' }
    | { readonly kind: 'dropped' }
    | { readonly kind: 'made'; readonly task: string };
};

/** A row of buttons; its key is what a tap carries, with the number of the button. */
export type Buttons = {
  /** Who alone may tap. */
  readonly user: string;
  readonly of:
    | { readonly kind: 'question'; readonly question: string; readonly binding: string; readonly words?: string }
    | { readonly kind: 'draft'; readonly draft: string }
    /** Words that may be meant for a question, or as a task: `question` or `task`. */
    | { readonly kind: 'words'; readonly question: string; readonly said: Said; readonly key: string }
    /** A change of the configuration: `yes` or `no`. */
    | { readonly kind: 'request'; readonly command: string; readonly input: Readonly<Record<string, string>> }
    /** The whole of what a question shows; as often as it is tapped. */
    | { readonly kind: 'more'; readonly question: string }
    | { readonly kind: 'test' };
  readonly choices: readonly string[];
  /** What came of them: they are worth nothing any more. */
  readonly used: string | null;
};

/** Written before it is sent; `sent` are the parts known to have arrived. */
export type Outgoing = {
  readonly chat: number;
  readonly user: string;
  readonly state: 'sending' | 'shown';
  readonly sent: readonly number[];
  readonly buttons: string | null;
  readonly told: Instant;
  readonly again: number;
  /** When the last part arrived: seconds, by the service's clock. */
  readonly arrived?: number;
  /** Of a question, as its last part shows it; absent: as it was asked. */
  readonly revision?: number;
  /** Of a note: what stands there. */
  readonly text?: string;
};

/** What could not be told yet. `sent`: parts of it that arrived. */
export type Reply = { readonly chat: number; readonly text: string; readonly how: Sending; readonly sent: number };

export type Kept = {
  /** Of updates: the next number to be asked for, and when the last came. */
  offset: { readonly next: number };
  /** Which bot the rest is about. */
  bot: { readonly id: string };
  code: PairingCode;
  user: PairedUser;
  update: { readonly heard: Heard };
  /** An update that was acted upon. */
  seen: Record<string, never>;
  /** An update that could not be read; of strangers its number alone. */
  odd: { readonly why: string; readonly update?: string };
  /** By time, so that they are told in their order. */
  reply: Reply;
  draft: Draft;
  button: Buttons;
  /** An answer that waits for a PIN. */
  pin: PinAsked;
  /** By `QUESTION/PLACE`, `note/KEY/PLACE`. */
  message: Outgoing;
  /** By `CHAT/MESSAGE`: what a reply to it is about. */
  subject:
    | { readonly question: string; readonly choice: string | null; readonly binding: string }
    | { readonly task: string }
    | { readonly draft: string };
  /** By task that has not ended: where it was stated, and which addresses were told there. */
  task: { readonly chat: number; readonly user: string; readonly told?: readonly string[] };
};

export type Row<K extends keyof Kept> = { readonly key: string; readonly at: Instant; readonly body: Kept[K] };

export const get = async <K extends keyof Kept>(reads: Reads, kind: K, key: string): Promise<Kept[K] | null> =>
  ((await reads.channelRow(channel, kind, key))?.body as Kept[K] | undefined) ?? null;

export const list = async <K extends keyof Kept>(reads: Reads, kind: K): Promise<readonly Row<K>[]> =>
  (await reads.channelRows(channel, kind)).map(({ key, at, body }) => ({ key, at, body: body as Kept[K] }));

export const put = <K extends keyof Kept>(
  tx: Transaction,
  kind: K,
  key: string,
  at: Instant,
  body: Kept[K],
): Promise<void> => tx.putChannelRow({ channel, kind, key, at, body });

/** A private chat is its user's number; another place names the user for whom it is. */
export const placeOf = (chat: number, user: string): string => (String(chat) === user ? user : `${chat}:${user}`);

export function chatOf(place: string): { readonly chat: number; readonly user: string } {
  const [chat = '', user = chat] = place.split(':');
  return { chat: Number(chat), user };
}
