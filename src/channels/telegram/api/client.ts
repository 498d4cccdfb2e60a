// The Bot API: what is asked of it, with its limits obeyed and its failures as values. The token stands in no sentence.

import type { InlineKeyboardButton, MessageEntity, Update } from 'grammy/types';
import { Api, GrammyError, InputFile } from 'grammy/web';
import { type Failure, fail, ok, type Result } from '../../../domain/error.ts';
import { readBounded } from '../../../domain/text/read-bounded.ts';
import { tidy } from '../../../domain/text/safe/strip-control.ts';
import type { Clock } from '../../../ports/system.ts';
import { chatLine, chatText } from '../text/chat-text.ts';
import { shorten } from '../text/split.ts';

export type ClientOptions = {
  readonly token: string;
  /** The service's own where absent. */
  readonly apiRoot?: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

export type Keys = readonly (readonly { readonly text: string; readonly data: string }[])[];
export type Sending = {
  readonly entities?: readonly MessageEntity[];
  readonly keys?: Keys;
  /** The answer is to be a reply to it. */
  readonly forceReply?: boolean;
  readonly silent?: boolean;
  readonly replyTo?: number;
  /** These are our own words alone. */
  readonly own?: boolean;
};

/** A message that the service confirmed. `at`: seconds, by its own clock. */
export type Delivered = { readonly id: number; readonly at: number };

/** Failures: `CHANNEL_AUTH`, `CHANNEL_REFUSED`, `CHANNEL_UNREACHABLE`: of the last it is not known whether it was done. */
export type Client = {
  me(): Promise<Result<string>>;
  /** Waits for up to `seconds` until there is one. */
  updates(offset: number, seconds: number): Promise<Result<readonly Update[]>>;
  webhook(to: { readonly url: string; readonly secret: string } | null): Promise<Result<void>>;
  send(chat: number, text: string, how?: Sending): Promise<Result<Delivered>>;
  document(chat: number, name: string, content: string | Uint8Array): Promise<Result<Delivered>>;
  /** At most one a second in each chat. `gone`: there is no such message any more. */
  edit(chat: number, message: number, text: string, how?: Sending): Promise<Result<'done' | 'gone'>>;
  /** Its buttons go, its text stays. */
  dropKeys(chat: number, message: number): Promise<Result<'done' | 'gone'>>;
  /** `CHANNEL_REFUSED` where it may not be, or is gone. */
  remove(chat: number, message: number): Promise<Result<void>>;
  /** A tap is answered, once. */
  tap(id: string, text: string): Promise<Result<void>>;
  /** `CHANNEL_REFUSED` beyond `limit` bytes. */
  download(file: string, limit: number): Promise<Result<Uint8Array>>;
};

const updateKinds = ['message', 'edited_message', 'callback_query'] as const;
const editMs = 1_000;
const tapLimit = 200;
const tries = 4;
/** A longer one is left to the next round. */
const longestWaitS = 60;
/** Of one request, beyond what a long poll waits. */
const patienceS = 40;

/** Redirects are not followed: what is said goes to the bot's own service alone. */
export function createClient({ token, apiRoot, clock, signal }: ClientOptions): Client {
  const root = apiRoot ?? 'https://api.telegram.org';
  const api = new Api(token, { apiRoot: root, timeoutSeconds: patienceS, baseFetchConfig: { redirect: 'error' } });
  const abort = signal as never;
  const notBefore = new Map<number | string, number>();
  /** `place`: what a limit is for. Within it nothing is asked. */
  const call = async <T>(
    work: () => Promise<T>,
    again: boolean,
    place: number | string = 'bot',
  ): Promise<Result<T>> => {
    const left = (notBefore.get(place) ?? 0) - clock.ticks();
    if (left > 0) return { ok: false, failure: limited(left) };
    const done = await patiently(work, { clock, signal, token, again });
    const wait = done.ok ? 0 : Number(done.failure.details?.retryAfterMs ?? 0);
    if (wait > 0) notBefore.set(place, clock.ticks() + wait);
    return done;
  };
  const turns = new Map<number, Promise<void>>();
  const lastEdit = new Map<number, number>();
  /** One after another in each chat, so that messages arrive in their order. */
  const inTurn = <T>(chat: number, work: () => Promise<T>): Promise<T> => {
    const before = turns.get(chat) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    turns.set(chat, settled);
    void settled.then(() => turns.get(chat) === settled && turns.delete(chat));
    return done;
  };
  return {
    me: async () => {
      const me = await call(() => api.getMe(abort), true);
      return me.ok ? ok(me.value.username) : me;
    },
    updates: (offset, seconds) =>
      call(
        () =>
          api.getUpdates(
            { ...(offset > 0 && { offset }), timeout: seconds, limit: 100, allowed_updates: updateKinds },
            abort,
          ),
        false,
        'updates',
      ),
    webhook: async (to) => {
      const set = await call<unknown>(
        () =>
          to === null
            ? api.deleteWebhook({}, abort)
            : api.setWebhook(to.url, { secret_token: to.secret, allowed_updates: updateKinds }, abort),
        true,
      );
      return set.ok ? ok(undefined) : set;
    },
    send: (chat, text, how = {}) =>
      inTurn(chat, async () => {
        const said = sayingOf(text, how);
        const sent = await call(() => api.sendMessage(chat, said.text, optionsOf(said.how), abort), true, chat);
        return sent.ok ? ok(deliveredOf(sent.value)) : sent;
      }),
    document: (chat, name, content) =>
      inTurn(chat, async () => {
        const file = new InputFile(typeof content === 'string' ? Buffer.from(content) : content, name);
        const sent = await call(() => api.sendDocument(chat, file, {}, abort), true, chat);
        return sent.ok ? ok(deliveredOf(sent.value)) : sent;
      }),
    edit: (chat, message, text, how = {}) =>
      inTurn(chat, async () => {
        await clock.wait(Math.max(0, (lastEdit.get(chat) ?? 0) + editMs - clock.ticks()), signal);
        const said = sayingOf(text, how);
        const { keys, entities } = optionsOfEdit(said.how);
        const edited = await call<unknown>(
          () => api.editMessageText(chat, message, said.text, { ...keys, ...entities }, abort),
          true,
          chat,
        );
        lastEdit.set(chat, clock.ticks());
        return edited.ok ? ok('done') : judgeEdit(edited);
      }),
    dropKeys: (chat, message) =>
      inTurn(chat, async () => {
        const edited = await call<unknown>(() => api.editMessageReplyMarkup(chat, message, {}, abort), true, chat);
        return edited.ok ? ok('done') : judgeEdit(edited);
      }),
    remove: async (chat, message) => {
      const removed = await call<unknown>(() => api.deleteMessage(chat, message, abort), true);
      return removed.ok ? ok(undefined) : removed;
    },
    tap: async (id, text) => {
      const said = shorten(chatText(text), tapLimit);
      const done = await call<unknown>(() => api.answerCallbackQuery(id, { text: said }, abort), true);
      // One that waited too long for its answer is answered by nobody.
      return done.ok || done.failure.error_code === 'CHANNEL_REFUSED' ? ok(undefined) : done;
    },
    download: async (id, limit) => {
      const found = await call(() => api.getFile(id, abort), true);
      if (!found.ok) return found;
      const path = found.value.file_path;
      if (path === undefined) return fail('CHANNEL_REFUSED', 'The file is not there any more.');
      return call(() => fetchFile(`${root}/file/bot${token}/${path}`, limit, signal), true).then((got) =>
        got.ok && got.value === null
          ? fail('CHANNEL_REFUSED', `The file is larger than ${limit} bytes.`)
          : (got as Result<Uint8Array>),
      );
    },
  };
}

/** Marks whose places moved with what was taken out are left out too. */
function sayingOf(given: string, how: Sending): { readonly text: string; readonly how: Sending } {
  const text = chatText(given, how.own);
  const { entities: _, ...plain } = how;
  return { text, how: text.length === given.length ? how : plain };
}

const deliveredOf = ({
  message_id: id,
  date: at,
}: {
  readonly message_id: number;
  readonly date: number;
}): Delivered => ({
  id,
  at,
});

const keyboard = (keys: Keys) => ({
  inline_keyboard: keys.map((row) =>
    row.map(({ text, data }): InlineKeyboardButton => ({ text: chatLine(text) || '…', callback_data: data })),
  ),
});

const optionsOf = ({ entities, keys, forceReply, silent, replyTo }: Sending) => ({
  link_preview_options: { is_disabled: true },
  ...(entities !== undefined && entities.length > 0 && { entities: [...entities] }),
  ...(keys !== undefined && { reply_markup: keyboard(keys) }),
  ...(forceReply === true && { reply_markup: { force_reply: true as const, selective: true } }),
  ...(silent === true && { disable_notification: true }),
  ...(replyTo !== undefined && { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
});

const optionsOfEdit = ({ entities, keys }: Sending) => ({
  keys: keys === undefined ? {} : { reply_markup: keyboard(keys) },
  entities: {
    link_preview_options: { is_disabled: true },
    ...(entities !== undefined && entities.length > 0 && { entities: [...entities] }),
  },
});

function judgeEdit(edited: { readonly ok: false; readonly failure: Failure }): Result<'done' | 'gone'> {
  const { message } = edited.failure;
  if (/message is not modified/i.test(message)) return ok('done');
  if (/message to edit not found|message can.t be edited|MESSAGE_ID_INVALID/i.test(message)) return ok('gone');
  return edited;
}

async function fetchFile(url: string, limit: number, signal: AbortSignal): Promise<Uint8Array | null> {
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
  });
  if (!answer.ok || answer.body === null) throw new Error(`the file came with ${answer.status}`);
  return readBounded(answer.body, limit);
}

type Patience = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly token: string /** A second time does no harm. */;
  readonly again: boolean;
};

/** Limits are waited for; what failed over there, or on the way where it does no harm, is tried again. */
async function patiently<T>(work: () => Promise<T>, { clock, signal, token, again }: Patience): Promise<Result<T>> {
  for (let number = 1; ; number += 1) {
    let failure: Failure;
    let wait: number | null;
    try {
      return ok(await work());
    } catch (error) {
      ({ failure, wait } = judge(error, again, number, token));
    }
    if (wait === null || number >= tries || signal.aborted) return { ok: false, failure };
    await clock.wait(wait, signal);
    if (signal.aborted) return { ok: false, failure };
  }
}

const limited = (ms: number): Failure => ({
  error_code: 'CHANNEL_UNREACHABLE',
  message: `Telegram wants us to wait for ${Math.ceil(ms / 1000)} s.`,
  details: { retryAfterMs: ms },
});

function judge(
  error: unknown,
  again: boolean,
  number: number,
  token: string,
): { failure: Failure; wait: number | null } {
  const pause = 500 * 2 ** number;
  if (!(error instanceof GrammyError)) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `Telegram does not answer: ${tidy(why.replaceAll(token, '…')).slice(0, 200)}`;
    return { failure: { error_code: 'CHANNEL_UNREACHABLE', message }, wait: again ? pause : null };
  }
  const said = tidy(error.description).slice(0, 300);
  const { error_code: status, parameters } = error;
  if (status === 401 || status === 404)
    return {
      failure: {
        error_code: 'CHANNEL_AUTH',
        message: `Telegram refuses the bot (${said}): its token is not valid, or not any more.`,
      },
      wait: null,
    };
  if (status === 429) {
    const seconds = parameters?.retry_after ?? 1;
    return {
      failure: limited(seconds * 1000),
      wait: seconds > longestWaitS ? null : seconds * 1000,
    };
  }
  if (status >= 500)
    return { failure: { error_code: 'CHANNEL_UNREACHABLE', message: `Telegram failed: ${said}.` }, wait: pause };
  return {
    failure: {
      error_code: 'CHANNEL_REFUSED',
      message: `Telegram refused: ${said}.`,
      details: { status, blocked: status === 403 },
    },
    wait: null,
  };
}
