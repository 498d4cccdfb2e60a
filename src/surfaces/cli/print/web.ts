// Replies about the page in a browser.
import type * as web from '../../../contract/web.ts';
import { dateTime } from './amounts.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const link = ({ url }: web.WebLink, look: Look): string =>
  `Open this in your browser within a minute; it works once:\n\n  ${paint(look, 'bold', url)}\n\nWhoever opens it may act as you: do not pass it on.`;

function list({ address, sessions }: web.WebSessions, look: Look): string {
  const where = address === null ? 'The page is not served now.' : `The page is ${address}/`;
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
