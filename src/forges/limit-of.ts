// Whether an answer says that too much was asked, and after how many milliseconds to ask again.
import type { Heard } from './request.ts';

const unsaid = 60_000;
const most = 24 * 3_600_000;

/** null: it does not. GitHub says it with 403 too, by a spent allowance or by `retry-after`. */
export function limitOf({ status, headers }: Heard, now: number): number | null {
  const header = (name: string) => [headers[name]].flat()[0];
  const after = header('retry-after');
  const spent = (header('x-ratelimit-remaining') ?? header('ratelimit-remaining')) === '0';
  if (status !== 429 && !(status === 403 && (spent || after !== undefined))) return null;
  const reset = header('x-ratelimit-reset') ?? header('ratelimit-reset');
  const wait = readAfter(after, now) ?? (reset !== undefined ? readReset(reset, now) : null) ?? unsaid;
  return Math.min(Math.max(wait, 1_000), most);
}

/** Seconds, or a date. */
function readAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date - now;
}

const readReset = (text: string, now: number): number | null =>
  /^\d{9,11}$/.test(text) ? Number(text) * 1000 - now : null;
