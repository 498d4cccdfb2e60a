// The commands of this folder under their names.
import { listTelegram, pairTelegram, unpairTelegram } from './pairing.ts';

export const telegramCommands = {
  'telegram.list': listTelegram,
  'telegram.pair': pairTelegram,
  'telegram.unpair': unpairTelegram,
};
