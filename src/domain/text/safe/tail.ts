// The last part of an output that may be shown and kept: no control sequences, no secrets, bounded.

import { tidy } from './strip-control.ts';

const LIMIT = 8 * 1024;
const WINDOW = 8 * LIMIT;
const encoder = new TextEncoder();

/** At most `limit` bytes of UTF-8, from the start of a line where one is near. Cut only after hiding, so no secret is cut in two and half shown. */
export function tail(text: string, limit: number = LIMIT): string {
  const clean = tidy(text.slice(-WINDOW)).trimEnd();
  return lastLines(clean, limit);
}

function lastLines(text: string, limit: number): string {
  const bytes = encoder.encode(text);
  if (bytes.length <= limit) return text;
  const end = new TextDecoder().decode(bytes.subarray(bytes.length - limit)).replace(/^\ufffd+/, '');
  const line = end.indexOf('\n');
  return line >= 0 && line < limit / 4 ? end.slice(line + 1) : end;
}
