// A one-time code for a chat user to become a person of Drover's.
import { codeFrom, codeLastsMs, type PairingCode, plainCode } from '../domain/channel/pairing.ts';
import { failed } from '../domain/error.ts';
import type { Instant } from '../domain/ids.ts';
import { commit } from './commit.ts';
import type { Command, CommandPorts } from './ports.ts';

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
