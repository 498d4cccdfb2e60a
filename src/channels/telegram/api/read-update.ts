// One update as the service told it, as what was heard. What has not the form it should have is said to be odd, and stops nothing.
import type { Message, Update } from 'grammy/types';
import { tidy } from '../../../domain/text/safe/strip-control.ts';
import type { Edited, FileRef, Said, Tapped } from '../kept.ts';
import { type Language, languageOf } from '../text/texts.ts';

export type Stranger = {
  readonly user: string;
  readonly language: Language;
  /** Null: in a group, where nobody is bothered. */
  readonly chat: number | null;
  /** To be answered where it was a tap. */
  readonly tap: string | null;
  /** It tried a code that is not valid. */
  readonly tried: boolean;
};

export type Readable = {
  readonly kind: 'heard';
  readonly heard: Said | Tapped | Edited;
  /** Who that is, where nobody knows them. */
  readonly stranger: Stranger;
  /** A code that was typed, in private and by themselves. */
  readonly pairs: {
    readonly user: string;
    readonly chat: number;
    readonly typed: string;
    readonly name: string;
    readonly language: Language;
  } | null;
};

/** `from`: whom it names, as far as it names anybody. */
type Odd = { readonly kind: 'odd'; readonly why: string; readonly from: string | null };

export function readUpdate(update: Update): Readable | Odd | { readonly kind: 'nothing' } {
  try {
    return read(update);
  } catch (error) {
    const why = tidy(error instanceof Error ? error.message : String(error)).slice(0, 200);
    const from: unknown = update.message?.from?.id ?? update.callback_query?.from?.id ?? null;
    return { kind: 'odd', why, from: from === null ? null : String(from) };
  }
}

const nothing = { kind: 'nothing' } as const;

function read({ message, edited_message: edited, callback_query: tap }: Update): Readable | typeof nothing {
  const from = message?.from ?? tap?.from ?? edited?.from;
  if (from === undefined || from.is_bot) return nothing;
  const user = String(whole(from.id, 'the number of a user'));
  const language = languageOf(from.language_code);
  const heard =
    message !== undefined
      ? saidOf(message, user)
      : tap !== undefined
        ? tappedOf(tap, user)
        : edited?.chat.type === 'private' && (edited.text ?? edited.caption) !== undefined
          ? ({ kind: 'edited', user, chat: whole(edited.chat.id, 'a chat') } as const)
          : null;
  if (heard === null) return nothing;
  const typed = message === undefined ? null : typedCode(message);
  const stranger = {
    user,
    language,
    tap: heard.kind === 'tapped' ? heard.id : null,
    tried: typed !== null,
    chat: message?.chat.type === 'private' ? message.chat.id : null,
  };
  const pairs =
    typed === null || stranger.chat === null || message?.forward_origin !== undefined
      ? null
      : { user, chat: stranger.chat, typed, name: nameOf(from), language };
  return { kind: 'heard', heard, stranger, pairs };
}

const attempt = /^\/start(?:@\w+)?\s+(\S[\s\S]{0,40})$/;

const typedCode = ({ text }: Message): string | null => attempt.exec(text?.trim() ?? '')?.[1] ?? null;

function whole(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`${what} is missing`);
  return value;
}

function words(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new Error(`${what} is no text`);
  return value;
}

/** As it stands in rows and answers: one line. */
function nameOf(from: { readonly first_name?: string; readonly username?: string; readonly id: number }): string {
  const name = (from.username ?? from.first_name ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 64);
  return name === '' ? String(from.id) : name;
}

function tappedOf(tap: NonNullable<Update['callback_query']>, user: string): Tapped {
  return {
    kind: 'tapped',
    user,
    id: words(tap.id, 'the id of a tap'),
    data: words(tap.data ?? '', 'what was tapped'),
    chat: tap.message === undefined ? Number(user) : whole(tap.message.chat.id, 'a chat'),
    ...(tap.message !== undefined && { message: whole(tap.message.message_id, 'the number of a message') }),
  };
}

/** Null: nothing that could be meant for us. */
function saidOf(message: Message, user: string): Said | null {
  const text = words(message.text ?? message.caption ?? '', 'what was said');
  const files = filesOf(message);
  if (text === '' && files.length === 0) return null;
  return {
    kind: 'said',
    user,
    chat: whole(message.chat.id, 'a chat'),
    group: message.chat.type !== 'private',
    message: whole(message.message_id, 'the number of a message'),
    replyTo: message.reply_to_message?.message_id ?? null,
    text,
    files,
    album: message.media_group_id ?? null,
    forwarded: isOfOthers(message),
    date: whole(message.date, 'its time'),
  };
}

/** Passed on, or made by another bot in their name. */
const isOfOthers = (message: Message): boolean =>
  message.forward_origin !== undefined ||
  message.is_automatic_forward === true ||
  message.via_bot !== undefined ||
  'forward_date' in message;

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
  id: words(file.file_id, 'a file'),
  name: words(name, 'the name of a file'),
  bytes: file.file_size ?? 0,
});
