// Replies about Telegram.
import type * as telegram from '../../../contract/telegram.ts';
import { dateTime } from './amounts.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const pair = ({ code, until, bot }: telegram.TelegramPairing, look: Look): string =>
  `Send this to @${bot} within ten minutes (until ${dateTime(until)}):\n\n  ${paint(look, 'bold', `/start ${code}`)}\n\nWhoever sends it may act as you. A test question follows there.`;

function list({ state, said, users }: telegram.TelegramUsers, look: Look): string {
  const bot = state === 'running' ? `The bot is @${said}.` : `The bot does not run: ${said}`;
  if (users.length === 0) return `${bot}\nNobody is paired: drover telegram pair`;
  const rows = users.map(({ id, name, right, paired_at }) => [
    paint(look, 'bold', name),
    id,
    right === 'act' ? 'may act' : 'may look',
    `since ${dateTime(paired_at)}`,
  ]);
  return `${bot}\n${columns(look, rows)}`;
}

const unpair = ({ name, id }: telegram.TelegramUnpaired): string => `${name} (${id}) is nobody here any more.`;

export const telegramPrinters = { 'telegram.pair': pair, 'telegram.list': list, 'telegram.unpair': unpair };
