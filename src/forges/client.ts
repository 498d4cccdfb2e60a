// Talks to the API of one forge: reads are tried again, writes never; the token goes to this one host and into no sentence.
import { defined } from '../domain/defined.ts';
import { Failed, failed } from '../domain/error.ts';
import { readRetryAfter } from '../domain/text/read-retry-after.ts';
import { redact } from '../domain/text/safe/redact.ts';
import { stripControl } from '../domain/text/safe/strip-control.ts';
import type { Clock } from '../ports/system.ts';
import { type Heard, type Sent, send } from './request.ts';

type ClientOptions = {
  /** As a person calls it, in sentences. */
  readonly forge: string;
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, 'now' | 'ticks' | 'wait'>;
  readonly memory: Memory;
};

/** What was read before, by address, with the mark by which the forge tells whether it is still so. */
export type Memory = Map<string, { readonly etag: string; readonly answer: Answer }>;

export type Answer = { readonly status: number; readonly body: unknown; readonly next: string | null };

/** Throws `Failed`: `FORGE_UNREACHABLE`, `FORGE_AUTH`, `FORGE_LIMITED`, `FORGE_REFUSED` (sent to another host). Every other status is an answer. */
export type Client = {
  read(path: string): Promise<Answer>;
  /** The end of a text, from wherever the forge keeps it; null where there is none. */
  text(path: string): Promise<string | null>;
  write(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown): Promise<Answer>;
  /** All pages of a list, up to so many. Paths end with `?` or a query. */
  pages(path: string, most: number, pick?: (body: unknown) => unknown): Promise<readonly unknown[]>;
  /** The sentence for an answer that was not wanted. */
  refused(answer: Answer, doing: string): Failed;
};

const requestMs = 15_000;
const allMs = 48_000;
const pauses = [500, 1_500] as const;

const mebibyte = 1024 * 1024;
const answerBytes = 8 * mebibyte;
const allBytes = 32 * mebibyte;

/** What may still be used, by all requests of one client together. */
type Allowance = { readonly ends: number; bytes: number };

/** One for each thing asked of the forge: its time and how much it may tell count from here. */
export function createClient(options: ClientOptions): Client {
  const left: Allowance = { ends: options.clock.ticks() + allMs, bytes: allBytes };
  const tell = (method: Sent['method'], path: string, body: unknown) => once(options, left, method, path, body);
  const read = (path: string) => patiently(options, () => tell('GET', path, null));
  const refused = (answer: Answer, doing: string) =>
    failed('FORGE_REFUSED', `${options.forge} would not ${doing}: ${said(options, answer)}.`, {
      status: answer.status,
    });
  return {
    read,
    refused,
    write: (method, path, body) => tell(method, path, body),
    text: (path) => patiently(options, () => textAt(options, left, path)),
    pages: async (path, most, pick = (body) => body) => {
      const found: unknown[] = [];
      let query: string | null = '';
      for (let page = 0; query !== null && page < most; page += 1) {
        const answer: Answer = await read(query === '' ? path : `${path.replace(/\?.*$/, '')}${query}`);
        if (answer.status === 404) throw notSeen(options);
        const items = answer.status === 200 ? pick(answer.body) : null;
        if (!Array.isArray(items)) throw refused(answer, 'list what is asked for');
        found.push(...(items as unknown[]));
        query = answer.next === '' ? null : answer.next;
      }
      return found;
    },
  };
}

/** A forge does not tell a repository that is not there from one that is hidden. */
const notSeen = ({ forge }: ClientOptions) =>
  failed('FORGE_AUTH', `${forge} knows no such repository, or this login may not see it.`);

/** What could not be reached is tried again, and a short limit waited for. */
async function patiently<T>({ clock }: ClientOptions, read: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await read();
    } catch (error) {
      const again = error instanceof Failed ? waitFor(error, pause) : null;
      if (again === null) throw error;
      await clock.wait(again);
    }
  }
  return read();
}

function waitFor({ failure }: Failed, pause: number): number | null {
  if (failure.error_code === 'FORGE_UNREACHABLE') return pause;
  const limit = Number(failure.details?.retryAfterMs);
  return failure.error_code === 'FORGE_LIMITED' && limit <= 5_000 ? limit : null;
}

async function once(
  options: ClientOptions,
  left: Allowance,
  method: Sent['method'],
  path: string,
  body: unknown,
): Promise<Answer> {
  const api = new URL(options.api);
  let url = new URL(`${options.api}${path}`);
  for (let turns = 0; turns < 4; turns += 1) {
    const before = method === 'GET' ? options.memory.get(url.href) : undefined;
    const heard = await ask(options, left, method, url, body, before?.etag);
    const elsewhere = redirected(heard, method, url);
    if (before !== undefined && heard.status === 304) return before.answer;
    if (elsewhere === null) return remember(options, method, url, heard, judge(options, heard));
    if (elsewhere.origin !== api.origin)
      throw failed(
        'FORGE_REFUSED',
        `${options.forge} sends on to another host, ${elsewhere.host}; the login goes to ${api.host} alone.`,
      );
    url = elsewhere;
  }
  throw failed('FORGE_REFUSED', `${options.forge} redirects again and again.`);
}

const mostRemembered = 300;
const mostRememberedLetters = 256 * 1024;

function remember({ memory }: ClientOptions, method: Sent['method'], url: URL, heard: Heard, answer: Answer): Answer {
  const { etag } = heard.headers;
  const isLong = heard.text.length > mostRememberedLetters;
  if (method !== 'GET' || heard.status !== 200 || etag === undefined || isLong) return answer;
  memory.delete(url.href);
  memory.set(url.href, { etag, answer });
  const [oldest] = memory.keys();
  if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
  return answer;
}

const textBytes = 512 * 1024;

/** Forges keep logs with others and send on to them; there the login does not go. */
async function textAt(options: ClientOptions, left: Allowance, path: string): Promise<string | null> {
  const api = new URL(options.api);
  let url = new URL(`${options.api}${path}`);
  for (let turns = 0; turns < 4; turns += 1) {
    const own = url.origin === api.origin;
    const heard = await ask(own ? options : { ...options, headers: {} }, left, 'GET', url, null, undefined, textBytes);
    if (heard.status === 404 || heard.status === 410) return null;
    const elsewhere = redirected(heard, 'GET', url);
    if (elsewhere === null && heard.status === 200) return heard.text;
    if (elsewhere === null) throw unread(options, judge(options, { ...heard, text: heard.text || '{}' }));
    if (elsewhere.protocol !== 'https:' && elsewhere.protocol !== api.protocol) return null;
    url = elsewhere;
  }
  return null;
}

const unread = ({ forge }: ClientOptions, { status }: Answer) =>
  failed('FORGE_REFUSED', `${forge} would not show a log: it answered ${status}.`, { status });

async function ask(
  options: ClientOptions,
  left: Allowance,
  method: Sent['method'],
  url: URL,
  body: unknown,
  etag?: string,
  tail?: number,
) {
  const time = Math.min(requestMs, left.ends - options.clock.ticks());
  const most = Math.min(answerBytes, left.bytes);
  const { env, headers } = options;
  const content = body === null ? {} : { 'content-type': 'application/json' };
  const known = etag === undefined ? {} : { 'if-none-match': etag };
  const sent = { accept: 'application/json', 'user-agent': 'drover', ...headers, ...content, ...known };
  const text = body === null ? null : JSON.stringify(body);
  let heard: Heard | null;
  try {
    if (time <= 0) throw new Error('the time is over');
    const signal = AbortSignal.timeout(time);
    heard = await send({ method, url, headers: sent, body: text, env, signal, most, ...defined({ tail }) });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'no whole answer';
    throw failed('FORGE_UNREACHABLE', `${options.forge} cannot be reached at ${url.host} (${why}).`, {
      host: url.host,
    });
  }
  if (heard === null)
    throw failed('FORGE_REFUSED', `${options.forge} tells more of one thing than is read: ${sayMost}.`, { most });
  left.bytes -= Buffer.byteLength(heard.text);
  return heard;
}

const sayMost = `${answerBytes / mebibyte} MiB in one answer, ${allBytes / mebibyte} in all`;

/** A changing request is sent on only where the forge says that it stays one. */
function redirected({ status, headers }: Heard, method: Sent['method'], from: URL): URL | null {
  const moved = method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308];
  if (!moved.includes(status) || headers.location === undefined || !URL.canParse(headers.location, from.href))
    return null;
  return new URL(headers.location, from);
}

function judge(options: ClientOptions, heard: Heard): Answer {
  const answer = { status: heard.status, body: parse(heard.text), next: nextOf(heard.headers.link) };
  const { forge, clock } = options;
  const limited = limitOf(heard, clock.now());
  if (limited !== null)
    throw failed('FORGE_LIMITED', `${forge} limits how much may be asked of it: ${said(options, answer)}.`, {
      retryAfterMs: limited,
    });
  if (heard.status >= 500 || heard.status === 408)
    throw failed('FORGE_UNREACHABLE', `${forge} answered ${heard.status}: ${said(options, answer)}.`);
  if (heard.status === 401 || heard.status === 403) {
    const who = options.token === null ? 'nobody is logged in' : 'this login may not';
    throw failed('FORGE_AUTH', `${forge} refuses, ${who}: ${said(options, answer)}.`, { status: heard.status });
  }
  if (heard.status < 300 && answer.body === undefined)
    throw failed('FORGE_UNREACHABLE', `What answers as ${forge} does not speak its language; is the address its API?`);
  return answer;
}

/** undefined: no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The query of the next page; host and path of a forge's own links may be those of its front door. */
function nextOf(link: string | string[] | undefined): string | null {
  const found = /<([^<>]*)>;[^,<]*\brel="?next"?/.exec(String(link ?? ''))?.[1];
  return found !== undefined && URL.canParse(found, 'http://x/') ? new URL(found, 'http://x/').search : null;
}

type Words = { readonly message?: unknown; readonly error?: unknown; readonly errors?: unknown };

/** The forge's own words, short, printable, without anything secret. */
function said({ token }: ClientOptions, { status, body }: Answer): string {
  const words = (typeof body === 'object' && body !== null ? body : {}) as Words;
  const text = [words.message ?? words.error, words.errors].flatMap(flatten).join('; ');
  const safe = redact(token === null ? text : text.replaceAll(token, '[redacted]'));
  return stripControl(safe).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300) || `it answered ${status}`;
}

function flatten(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (typeof value !== 'object' || value === null) return [];
  const { message, field, code } = value as Record<string, unknown>;
  if (typeof message === 'string') return [message];
  if (typeof field === 'string') return [`${field} ${String(code ?? 'is wrong')}`];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner).map((each) => `${key} ${each}`));
}

// Whether an answer says that too much was asked, and after how many milliseconds to ask again.

const unsaid = 60_000;
const most = 24 * 3_600_000;

/** null: it does not. GitHub says it with 403 too, by a spent allowance or by `retry-after`. */
function limitOf({ status, headers }: Heard, now: number): number | null {
  const header = (name: string) => [headers[name]].flat()[0];
  const after = header('retry-after');
  const spent = (header('x-ratelimit-remaining') ?? header('ratelimit-remaining')) === '0';
  if (status !== 429 && !(status === 403 && (spent || after !== undefined))) return null;
  const reset = header('x-ratelimit-reset') ?? header('ratelimit-reset');
  const wait = readRetryAfter(after, now) ?? (reset !== undefined ? readReset(reset, now) : null) ?? unsaid;
  return Math.min(Math.max(wait, 1_000), most);
}

const readReset = (text: string, now: number): number | null =>
  /^\d{9,11}$/.test(text) ? Number(text) * 1000 - now : null;
