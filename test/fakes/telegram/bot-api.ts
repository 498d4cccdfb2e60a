// The Bot API over http on loopback: updates until they are acknowledged, messages, taps, files. Faults are put before a call, or after its effect.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outliving } from '../outliving.ts';

export type Button = { readonly text: string; readonly callback_data: string };
export type Sent = {
  readonly id: number;
  readonly chat: number;
  text: string;
  buttons: readonly Button[];
  readonly forceReply: boolean;
  readonly silent: boolean;
  readonly replyTo: number | null;
  readonly document: { readonly name: string; readonly content: string } | null;
  edits: number;
};
export type Call = { readonly method: string; readonly body: Readonly<Record<string, unknown>>; readonly at: number };

export type Fault = {
  readonly on: string | RegExp;
  /** How many calls it meets; 1 where absent. */
  readonly times?: number;
  readonly how:
    | { readonly kind: 'error'; readonly code: number; readonly description?: string; readonly retryAfter?: number }
    /** The connection is cut: before anything happened, or after it did. */
    /** Nothing is wrong with it: what comes later is. */
    | { readonly kind: 'pass' }
    | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
    /** It is done, and the answer waits until the returned promise of `hold` is over. */
    | { readonly kind: 'hold'; readonly until: Promise<void> };
};

type Update = { readonly update_id: number } & Record<string, unknown>;

export const token = '4711:AAtestTestTestTestTestTestTestTest';

export class BotApi {
  readonly calls: Call[] = [];
  readonly sent: Sent[] = [];
  /** By the person or the bot: messages that nobody sees any more. */
  readonly deleted: { readonly chat: number; readonly id: number }[] = [];
  readonly taps: { readonly id: string; readonly text: string }[] = [];
  readonly files = new Map<string, Uint8Array>();
  readonly downloads: string[] = [];
  /** As long as a poll may wait: tests need no longer one. */
  pollMs = 2_000;
  token = token;
  webhook: { readonly url: string; readonly secret: string } | null = null;
  readonly #faults: { readonly fault: Fault; left: number }[] = [];
  #updates: Update[] = [];
  #nextUpdate = 100;
  #nextMessage = 1;
  #waiting: (() => void)[] = [];
  readonly #server = createServer(outliving((request, response) => this.#answer(request, response)));

  static async open(): Promise<BotApi> {
    const api = new BotApi();
    await new Promise<void>((resolve, reject) => api.#server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  fault(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 });
  }

  /** Its clock. */
  seconds = (): number => Math.floor(Date.now() / 1000);

  nextMessage(): number {
    return this.#nextMessage++;
  }

  /** Not acknowledged yet. */
  get pending(): number {
    return this.#updates.length;
  }

  /** Told to whoever asks; given a number, told under that one (again). */
  push(update: Record<string, unknown>, id?: number): number {
    const update_id = id ?? this.#nextUpdate++;
    const whole = { update_id, ...update };
    if (this.webhook !== null) void this.#tell(whole);
    else this.#updates.push(whole);
    this.#wake();
    return update_id;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake();
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const call of waiting) call();
  }

  async #tell(update: Update): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      const { url, secret } = this.webhook ?? { url: '', secret: '' };
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      const told = await fetch(url, { method: 'POST', headers, body: JSON.stringify(update) }).catch(() => null);
      if (told?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const [, kind, method = ''] = /^\/(?:bot[^/]+|(file)\/bot[^/]+)\/(.+)$/.exec(path) ?? [];
    if (kind === 'file') return this.#file(response, decodeURIComponent(method));
    const body = await bodyOf(request);
    this.calls.push({ method, body, at: Date.now() });
    if (!path.startsWith(`/bot${this.token}/`)) return fail(response, 401, 'Unauthorized');
    const fault = this.#take(method);
    if (fault?.kind === 'error') return fail(response, fault.code, fault.description ?? 'refused', fault.retryAfter);
    if (fault?.kind === 'cut' && fault.when === 'before') return void response.destroy();
    const result = await this.#do(method, body, response);
    if (fault?.kind === 'hold') await fault.until;
    if (fault?.kind === 'cut') return void response.destroy();
    if ('error' in result) return fail(response, result.code, result.error);
    tell(response, 200, { ok: true, result: result.value });
  }

  #take(method: string): Fault['how'] | null {
    const found = this.#faults.find(
      ({ fault: { on }, left }) => left > 0 && (typeof on === 'string' ? on === method : on.test(method)),
    );
    if (found === undefined) return null;
    found.left -= 1;
    return found.fault.how;
  }

  async #do(
    method: string,
    body: Readonly<Record<string, unknown>>,
    response: ServerResponse,
  ): Promise<{ readonly value: unknown } | { readonly code: number; readonly error: string }> {
    switch (method) {
      case 'getMe':
        return { value: { id: 4711, is_bot: true, first_name: 'Drover', username: 'drover_bot' } };
      case 'deleteWebhook':
        this.webhook = null;
        return { value: true };
      case 'setWebhook':
        this.webhook = { url: String(body.url), secret: String(body.secret_token) };
        return { value: true };
      case 'getUpdates':
        return { value: await this.#poll(Number(body.offset ?? 0), response) };
      case 'sendMessage':
      case 'sendDocument':
        return this.#send(method, body);
      case 'editMessageText':
        return this.#edit(body);
      case 'editMessageReplyMarkup':
        return this.#edit({ ...body, text: this.#textOf(body) });
      case 'deleteMessage':
        this.deleted.push({ chat: Number(body.chat_id), id: Number(body.message_id) });
        return { value: true };
      case 'answerCallbackQuery':
        this.taps.push({ id: String(body.callback_query_id), text: String(body.text ?? '') });
        return { value: true };
      case 'getFile': {
        const id = String(body.file_id);
        const content = this.files.get(id);
        if (content === undefined) return { code: 400, error: 'Bad Request: invalid file_id' };
        return { value: { file_id: id, file_unique_id: id, file_size: content.length, file_path: `files/${id}` } };
      }
      default:
        return { code: 404, error: 'Not Found' };
    }
  }

  async #poll(offset: number, response: ServerResponse): Promise<readonly Update[]> {
    this.#updates = this.#updates.filter(({ update_id }) => update_id >= offset);
    if (this.#updates.length === 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.pollMs);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        response.once('close', done);
        this.#waiting.push(done);
      });
    return this.#updates.slice(0, 100);
  }

  #send(method: string, body: Readonly<Record<string, unknown>>): { value: unknown } | { code: number; error: string } {
    const text = String(body.text ?? '');
    if (method === 'sendMessage' && text.length > 4096) return { code: 400, error: 'Bad Request: message is too long' };
    if (method === 'sendMessage' && text.trim() === '')
      return { code: 400, error: 'Bad Request: message text is empty' };
    const markup = parsed(body.reply_markup);
    const buttons = buttonsOf(markup);
    if (buttons.some(({ callback_data }) => Buffer.byteLength(callback_data) > 64))
      return { code: 400, error: 'Bad Request: BUTTON_DATA_INVALID' };
    const reply = parsed(body.reply_parameters) as { message_id?: number } | null;
    const id = this.nextMessage();
    const chat = Number(body.chat_id);
    this.sent.push({
      ...{ id, chat, text, buttons, edits: 0 },
      forceReply: (markup as { force_reply?: boolean } | null)?.force_reply === true,
      silent: body.disable_notification === true || body.disable_notification === 'true',
      replyTo: reply?.message_id ?? null,
      document: (body.document as Sent['document']) ?? null,
    });
    return {
      value: { message_id: id, date: this.seconds(), chat: { id: chat, type: 'private', first_name: 'x' }, text },
    };
  }

  #textOf({ chat_id, message_id }: Readonly<Record<string, unknown>>): string {
    return this.sent.find(({ id, chat }) => id === Number(message_id) && chat === Number(chat_id))?.text ?? '';
  }

  #edit(body: Readonly<Record<string, unknown>>): { value: unknown } | { code: number; error: string } {
    const found = this.sent.find(({ id, chat }) => id === Number(body.message_id) && chat === Number(body.chat_id));
    if (found === undefined) return { code: 400, error: 'Bad Request: message to edit not found' };
    const text = String(body.text ?? '');
    const buttons = buttonsOf(parsed(body.reply_markup));
    if (text === found.text && buttons.length === found.buttons.length)
      return { code: 400, error: 'Bad Request: message is not modified' };
    if (text.length > 4096) return { code: 400, error: 'Bad Request: MESSAGE_TOO_LONG' };
    Object.assign(found, { text, buttons, edits: found.edits + 1 });
    return { value: true };
  }

  #file(response: ServerResponse, path: string): void {
    this.downloads.push(path);
    const content = this.files.get(path.replace(/^files\//, ''));
    if (content === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': content.length }).end(content);
  }
}

const parsed = (value: unknown): unknown =>
  typeof value === 'string' && /^[{[]/.test(value) ? JSON.parse(value) : (value ?? null);

const buttonsOf = (markup: unknown): readonly Button[] =>
  ((markup as { inline_keyboard?: readonly (readonly Button[])[] } | null)?.inline_keyboard ?? []).flat();

function fail(response: ServerResponse, code: number, description: string, retryAfter?: number): void {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
  tell(response, code, { ok: false, error_code: code, description, ...parameters });
}

function tell(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** JSON, or a form with a file in it. */
async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const bytes = Buffer.concat(parts);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/'))
    return bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as Record<string, unknown>);
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form)
    if (typeof value === 'string') fields[name] = value;
    else fields.document = { name: value.name, content: await value.text() };
  return fields;
}
