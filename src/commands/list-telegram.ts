// Who is paired with the bot, and whether it runs.
import type { TelegramUser, TelegramUsers } from '../contract/telegram.ts';
import type { PairedUser } from '../domain/channel/pairing.ts';
import type { ChannelRow } from '../ports/store.ts';
import type { Command, CommandPorts } from './ports.ts';

export const listTelegram: Command<'telegram.list'> = async (ports) => ({
  ...standing(ports),
  users: (await ports.store.read((reads) => reads.channelRows('telegram', 'user'))).map(viewUser),
});

function standing({ channels }: CommandPorts): Pick<TelegramUsers, 'state' | 'said'> {
  const state = channels
    ?.list()
    .find(({ name }) => name === 'telegram')
    ?.state();
  if (state === undefined) return { state: 'off', said: 'not configured' };
  return { state: state.kind, said: state.kind === 'running' ? state.as : state.why };
}

export function viewUser({ key, at, body }: ChannelRow): TelegramUser {
  const { name, right } = body as PairedUser;
  return { id: key, name, right, paired_at: at };
}
