// Replies about the page in a browser.
import type * as web from '../../../contract/web.ts';
import { dateTime } from './amounts.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const link = ({ url, moved_from: moved }: web.WebLink, look: Look): string =>
  `Open this in your browser within a minute; it works once:\n\n  ${paint(look, 'bold', url)}\n\nWhoever opens it may act as you: do not pass it on.${movedWords(moved)}`;

/** What was true at the address before. */
const movedWords = (from: string | undefined): string =>
  from === undefined
    ? ''
    : `\nAnother program listens at ${from}, where the page was: nobody is signed in there any more. The daemon opens it there again at its next start, when that is free; sign in anew then.`;

function list({ address, moved_from: moved, sessions }: web.WebSessions, look: Look): string {
  const at = address === null ? 'The page is not served now.' : `The page is ${address}/`;
  const where = `${at}${movedWords(moved)}`;
  if (sessions.length === 0) return `${where}\nNo browser is signed in: drover web`;
  const rows = sessions.map(({ id, name, browser, made_at, seen_at, until }) => [
    paint(look, 'bold', id),
    name,
    browser,
    `since ${dateTime(made_at)}`,
    `seen ${dateTime(seen_at)}`,
    `until ${dateTime(until)}`,
  ]);
  return `${where}\n${columns(look, rows)}`;
}

const revoke = ({ ended }: web.WebRevoked): string =>
  ended.length === 0 ? 'No browser was signed in.' : `Signed out: ${ended.join(', ')}`;

export const webPrinters = { 'web.link': link, 'web.list': list, 'web.revoke': revoke };
