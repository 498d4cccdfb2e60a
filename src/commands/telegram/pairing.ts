// Who is paired with the bot, and whether it runs.
import type { TelegramUser, TelegramUsers } from '../../contract/telegram.ts';
import { codeFrom, codeLastsMs, type PairedUser, type PairingCode, plainCode } from '../../domain/channel/pairing.ts';
import { failed } from '../../domain/error.ts';
import type { Instant } from '../../domain/ids.ts';
import type { ChannelRow } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { commit } from '../shared/request.ts';

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

function viewUser({ key, at, body }: ChannelRow): TelegramUser {
  const { name, right } = body as PairedUser;
  return { id: key, name, right, paired_at: at };
}

// A one-time code for a chat user to become a person of Drover's.

const channel = 'telegram';

/** An older code is worth nothing from then on. */
export const pairTelegram: Command<'telegram.pair'> = async (ports, { right }) => {
  const bot = await botOf(ports);
  const code = codeFrom(ports.ids.secret());
  const at = ports.clock.now();
  const until = (at + codeLastsMs) as Instant;
  await commit(ports, async (tx) => {
    for (const { key } of await tx.channelRows(channel, 'code')) await tx.dropChannelRow(channel, 'code', key);
    const body: PairingCode = { until, right };
    await tx.putChannelRow({ channel, kind: 'code', key: ports.sha256(plainCode(code)), at, body });
  });
  return { code, until, bot };
};

/** Throws `CHANNEL_OFF`, `CHANNEL_AUTH`, `CHANNEL_UNREACHABLE`. */
async function botOf({ channels }: CommandPorts): Promise<string> {
  await channels?.refresh();
  const state = channels
    ?.list()
    .find(({ name }) => name === channel)
    ?.state();
  if (state === undefined) throw failed('CHANNEL_OFF', 'Telegram is not configured.');
  if (state.kind === 'running') return state.as;
  throw failed(state.kind === 'refused' ? 'CHANNEL_AUTH' : 'CHANNEL_UNREACHABLE', state.why);
}

// A chat user who is nobody here from now on; what was shown to them answers nothing.

export const unpairTelegram: Command<'telegram.unpair'> = (ports, { user }) =>
  commit(ports, async (tx) => {
    const users = (await tx.channelRows('telegram', 'user')).map(viewUser);
    const fitting = users.filter(({ id, name }) => id === user || name === user);
    const [found, ...more] = fitting;
    if (found === undefined) throw failed('USER_NOT_FOUND', `Nobody called ${user} is paired.`);
    if (more.length > 0)
      throw failed('AMBIGUOUS', `Several are called ${user}: ${fitting.map(({ id }) => id).join(', ')}.`);
    await tx.dropChannelRow('telegram', 'user', found.id);
    // They are not told either what becomes of what they saw.
    for (const { key, body } of await tx.channelRows('telegram', 'reply'))
      if (String((body as { readonly chat?: number }).chat) === found.id)
        await tx.dropChannelRow('telegram', 'reply', key);
    for (const kind of ['message', 'task', 'draft'])
      for (const { key, body } of await tx.channelRows('telegram', kind))
        if ((body as { readonly user?: string }).user === found.id) await tx.dropChannelRow('telegram', kind, key);
    return { id: found.id, name: found.name };
  });
