// How long somebody who answers `Retry-After` wants to be left alone (RFC 9110): seconds, or a date.

/** Milliseconds from `now` on, at least 0; null: it does not say. */
export function readRetryAfter(text: string | null | undefined, now: number): number | null {
  if (text == null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
