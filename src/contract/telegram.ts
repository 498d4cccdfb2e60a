// Telegram: who is paired with the bot, and how one becomes so.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { line } from './fields.ts';

export const pairTelegram = v.strictObject({ right: v.optional(v.picklist(['act', 'look']), 'act') });
export const listTelegram = v.strictObject({});
/** A user's id, or their name where only one has it. */
export const unpairTelegram = v.strictObject({ user: line(128) });

export type TelegramPairing = {
  /** To be sent to the bot once; see `until`. */
  readonly code: string;
  readonly until: number;
  /** The bot's own name. */
  readonly bot: string;
};
export type TelegramUser = {
  readonly id: string;
  readonly name: string;
  readonly right: 'act' | 'look';
  readonly paired_at: number;
};
export type TelegramUsers = {
  /** `off`: it is not configured. */
  readonly state: 'off' | 'running' | 'trouble' | 'refused';
  /** The bot's name, or why it does not run. */
  readonly said: string;
  readonly users: readonly TelegramUser[];
};
export type TelegramUnpaired = { readonly id: string; readonly name: string };

export const commands = {
  'telegram.list': { input: listTelegram, reply: type<TelegramUsers>() },
  'telegram.pair': { input: pairTelegram, reply: type<TelegramPairing>() },
  'telegram.unpair': { input: unpairTelegram, reply: type<TelegramUnpaired>() },
} satisfies Declarations;
