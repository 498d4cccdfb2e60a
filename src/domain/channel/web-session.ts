// A browser becomes a person's by a link that they read in their own terminal. Rows of the channel `web`: kind `link` by the link's hash, kind `session` by the cookie's hash.
import type { Instant } from '../ids.ts';
import type { PushSubscription } from './push.ts';

/** `name`: of the person whose terminal asked, or, a `guest`, whom they gave it to. */
export type LinkRow = { readonly until: Instant; readonly name: string; readonly guest?: true };

export type WebSessionRow = {
  readonly id: string;
  readonly name: string;
  readonly guest?: true;
  /** Hash of what the page alone knows: the cookie is sent to every port of a machine, whoever listens there. */
  readonly page: string;
  readonly browser: string;
  readonly until: Instant;
  readonly seenAt: Instant;
  /** Its person asked to be told there. */
  readonly push?: PushSubscription;
};

export const linkLastsMs = 60_000;
export const sessionLastsMs = 30 * 24 * 3_600_000;
/** When a browser was seen last is not written more often. */
export const seenEveryMs = 60_000;
const browserLength = 120;

/** What a browser calls itself, in short: `Firefox 128 on Linux`. */
export function browserOf(userAgent: string): string {
  const [, system = ''] = /\b(?:Linux; )?(Android|iPhone|iPad|Mac OS X|Windows|CrOS|Linux)\b/.exec(userAgent) ?? [];
  const [, name = '', version = ''] =
    /\b(Edg|OPR|Firefox|Chrome|Version)[/](\d+)/.exec(userAgent.replace(/Chrome(?=.*\b(?:Edg|OPR)\/)/, '')) ?? [];
  if (name === '') return userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, browserLength) || 'unknown';
  const called: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };
  return `${called[name] ?? name} ${version}${system === '' ? '' : ` on ${system.replace('Mac OS X', 'macOS')}`}`;
}
