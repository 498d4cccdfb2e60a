// Updates are stored before they are acknowledged, each once. Of strangers nothing is stored but that one with a valid code is none any more.
import type { Message, Update } from 'grammy/types';
import { type PairedUser, plainCode } from '../../domain/channel/pairing.ts';
import type { Instant } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store, Transaction } from '../../ports/store.ts';
import { pinAskedOf } from './ask-for-pin.ts';
import type { Guesses } from './guesses.ts';
import { channel, type FileRef, get, type Heard, put, type Said, type Tapped } from './kept.ts';
import { languageOf } from './texts.ts';

export type Receiving = {
  readonly store: Store;
  readonly clock: Clock;
  readonly sha256: (text: string) => string;
  readonly secrets: Map<string, string>;
  readonly guesses: Guesses;
};

export type Stranger = {
  readonly user: string;
  readonly language: 'en' | 'zh';
  /** Null: in a group, where nobody is bothered. */
  readonly chat: number | null;
  /** To be answered where it was a tap. */
  readonly tap: string | null;
  /** It tried a code that is not valid. */
  readonly tried: boolean;
};

export type Received = { readonly stored: number; readonly strangers: readonly Stranger[] };

/** Rejects where the store does: then nothing of it is acknowledged. `offset`: the next update to be asked for is kept as well. */
export function receive(ports: Receiving, updates: readonly Update[]): Promise<Received> {
  const { store, clock } = ports;
  return store.transact(async (tx) => {
    const strangers: Stranger[] = [];
    let stored = 0;
    for (const update of [...updates].sort((one, other) => one.update_id - other.update_id)) {
      const key = keyOf(update.update_id);
      if (((await get(tx, 'update', key)) ?? (await get(tx, 'seen', key))) !== null) continue;
      const who = update.message?.from ?? update.callback_query?.from;
      if (who === undefined || who.is_bot) continue;
      const heard = await hear(ports, tx, update, clock.now());
      if (heard === null) strangers.push(strangerOf(update));
      else if (heard !== 'nothing') {
        await put(tx, 'update', key, clock.now(), { heard });
        stored += 1;
      }
    }
    const next = Math.max(0, ...updates.map(({ update_id }) => update_id + 1));
    if (updates.length > 0) await put(tx, 'offset', 'updates', clock.now(), { next });
    return { stored, strangers };
  });
}

/** In the order in which they were sent, as text too. */
const keyOf = (id: number): string => String(id).padStart(16, '0');

/** Null: somebody who is not known. */
async function hear(
  ports: Receiving,
  tx: Transaction,
  update: Update,
  now: Instant,
): Promise<Heard | null | 'nothing'> {
  const { message, callback_query: tap } = update;
  const from = message?.from ?? tap?.from;
  if (from === undefined) return 'nothing';
  const user = String(from.id);
  const known = await get(tx, 'user', user);
  if (known === null) return message === undefined ? null : pairWith(ports, tx, message, now);
  if (known.gone === true) {
    const { gone: _, ...back } = known;
    await put(tx, 'user', user, now, back);
  }
  if (message !== undefined) return notKept(ports, tx, saidOf(message, user), keyOf(update.update_id), now);
  if (tap === undefined) return 'nothing';
  const heard: Tapped = {
    ...{ kind: 'tapped', user, chat: tap.message?.chat.id ?? from.id, id: tap.id, data: tap.data ?? '' },
    ...(tap.message !== undefined && { message: tap.message.message_id }),
  };
  return heard;
}

const attempt = /^\/start(?:@\w+)?\s+(\S[\s\S]{0,40})$/;

async function pairWith(
  { sha256, guesses }: Receiving,
  tx: Transaction,
  message: Message,
  now: Instant,
): Promise<Heard | null> {
  const [, typed] = attempt.exec(message.text?.trim() ?? '') ?? [];
  const { from, chat } = message;
  if (typed === undefined || from === undefined || chat.type !== 'private') return null;
  const user = String(from.id);
  if (!guesses.mayTry(user)) return null;
  const key = sha256(plainCode(typed));
  const code = await get(tx, 'code', key);
  if (code === null || code.until <= now) {
    guesses.wasWrong(user);
    return null;
  }
  await tx.dropChannelRow(channel, 'code', key);
  const paired: PairedUser = { name: nameOf(from), right: code.right, language: languageOf(from.language_code) };
  await put(tx, 'user', user, now, paired);
  return { kind: 'paired', user, chat: chat.id };
}

/** As it stands in rows and answers: one line. */
function nameOf(from: { readonly first_name: string; readonly username?: string; readonly id: number }): string {
  const name = (from.username ?? from.first_name)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 64);
  return name === '' ? String(from.id) : name;
}

function saidOf(message: Message, user: string): Said | 'nothing' {
  const text = message.text ?? message.caption ?? '';
  const files = filesOf(message);
  if (text === '' && files.length === 0) return 'nothing';
  return {
    kind: 'said',
    user,
    chat: message.chat.id,
    group: message.chat.type !== 'private',
    message: message.message_id,
    replyTo: message.reply_to_message?.message_id ?? null,
    text,
    files,
    album: message.media_group_id ?? null,
    forwarded: message.forward_origin !== undefined,
  };
}

/** A PIN is heard without its words. */
async function notKept(
  { secrets }: Receiving,
  tx: Transaction,
  said: Said | 'nothing',
  key: string,
  now: Instant,
): Promise<Heard | 'nothing'> {
  const asked = said === 'nothing' ? null : await pinAskedOf(tx, said, now);
  if (said === 'nothing' || asked === null) return said;
  secrets.set(key, said.text);
  const { user, chat, message } = said;
  return { kind: 'secret', user, chat, message, asked };
}

/** What a person may send along; of a photo the largest picture. */
function filesOf({ photo, document, video, voice, audio, message_id: id }: Message): readonly FileRef[] {
  const largest = photo?.at(-1);
  return [
    ...(largest === undefined ? [] : [ref(largest, `photo-${id}.jpg`)]),
    ...(document === undefined ? [] : [ref(document, document.file_name ?? `document-${id}`)]),
    ...(video === undefined ? [] : [ref(video, video.file_name ?? `video-${id}.mp4`)]),
    ...(voice === undefined ? [] : [ref(voice, `voice-${id}.ogg`)]),
    ...(audio === undefined ? [] : [ref(audio, audio.file_name ?? `audio-${id}`)]),
  ];
}

const ref = (file: { readonly file_id: string; readonly file_size?: number }, name: string): FileRef => ({
  id: file.file_id,
  name,
  bytes: file.file_size ?? 0,
});

function strangerOf({ message, callback_query: tap }: Update): Stranger {
  const from = message?.from ?? tap?.from;
  const text = message?.text ?? '';
  return {
    user: String(from?.id ?? ''),
    language: languageOf(from?.language_code),
    chat: message?.chat.type === 'private' ? message.chat.id : null,
    tap: tap?.id ?? null,
    tried: attempt.test(text.trim()),
  };
}
