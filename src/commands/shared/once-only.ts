// A request that changes something and carries a key: done once, also over restarts; said again it gets the reply of the first time.
import { requests } from '../../contract/cli/requests.ts';
import type { CommandName } from '../../contract/commands.ts';
import { Failed, failed } from '../../domain/error.ts';
import { instant } from '../../domain/ids.ts';
import type { ChannelRow, Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { keyTaken, madeKinds } from './request.ts';

/** Under the key, from before it is done; `data` is null until then. */
type Kept = { readonly asked: string; readonly data: unknown };

type SaidOnce = { readonly command: CommandName; readonly input: unknown; readonly key: string | null };

const kind = 'asked';
const keyForm = /^[^\p{Cc}]{1,128}$/u;

/** Of a request whose input knows no key of its own, the key is taken out. */
export function takeKey(command: CommandName, given: unknown): SaidOnce {
  const rule = requests[command].once;
  const none = { command, input: given, key: null };
  if (rule === undefined || rule === 'found' || typeof given !== 'object' || given === null || !('once' in given))
    return none;
  const { once, ...input } = given;
  // Any other key is refused with the input.
  return typeof once === 'string' && keyForm.test(once) ? { command, input, key: once } : none;
}

export class OnceOnly {
  readonly #ports: Pick<CommandPorts, 'store' | 'clock' | 'sha256' | 'log'>;
  /** Requests under way: one that is said again meanwhile waits for the first. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(ports: Pick<CommandPorts, 'store' | 'clock' | 'sha256' | 'log'>) {
    this.#ports = ports;
  }

  /** Throws `Failed(ALREADY_EXISTS)` where the key was said with something else. A refusal is not remembered, for it did nothing; of what broke it off that is not known. */
  async run(said: SaidOnce, { channel }: Peer, work: () => Promise<unknown>): Promise<unknown> {
    const { command, input, key } = said;
    if (key === null) return work();
    const asked = this.#ports.sha256(JSON.stringify([command, withoutPin(input)]));
    const place = `${channel} ${key} ${asked}`;
    const running = this.#running.get(place) ?? this.#once({ channel, key, asked, command }, work);
    this.#running.set(place, running);
    return running.finally(() => this.#running.delete(place));
  }

  async #once(
    { channel, key, asked, command }: { channel: string; key: string; asked: string; command: CommandName },
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const { store, clock, log } = this.#ports;
    const row = (data: unknown): ChannelRow => ({
      channel,
      kind,
      key,
      at: clock.now(),
      body: { asked, data } satisfies Kept,
    });
    const known = await store.transact(async (tx) => {
      if (await tx.addChannelRow(row(null))) return null;
      return (await tx.channelRow(channel, kind, key))?.body as Kept;
    });
    if (known !== null && known.asked !== asked) throw keyTaken(key);
    if (known !== null && known.data !== null) return known.data;
    if (known !== null && requests[command].once === 'told')
      throw failed('DAEMON_UNREACHABLE', 'This was begun before and broken off; how far it came is not known.', {
        hint: 'Look whether it was done, and say it anew where it was not.',
      });
    const keep = (write: (tx: Transaction) => Promise<unknown>) =>
      store
        .transact(write)
        .catch((error) => log.warn('what came of a key is not kept', { command, why: String(error) }));
    try {
      const data = (await work()) ?? {};
      await keep((tx) => tx.putChannelRow(row(data)));
      return data;
    } catch (error) {
      if (error instanceof Failed) await keep((tx) => tx.dropChannelRow(channel, kind, key));
      throw error;
    }
  }
}

/** A PIN is so short that whoever has its digest has it. */
const withoutPin = (input: unknown): unknown => ({ ...(input as object), pin: undefined });

const keepMs = 30 * 24 * 3_600_000;
const kinds = [kind, ...madeKinds];
const channels: readonly Peer['channel'][] = ['terminal', 'http', 'web', 'mcp'];

/** Keys are forgotten after a month; those of a chat are its own matter. Safe to repeat. */
export const sweepKeys = ({ store, clock }: Pick<CommandPorts, 'store' | 'clock'>): Promise<void> =>
  store.transact(async (tx) => {
    const before = instant(clock.now() - keepMs);
    for (const channel of channels) for (const each of kinds) await tx.dropChannelRows(channel, each, before);
  });
