// A browser that is signed in is told on, or no more. What it gave for that stands in the row of its cookie, and ends with it.
import { isPushEndpoint, type PushSubscription } from '../../domain/channel/push.ts';
import type { WebSessionRow } from '../../domain/channel/web-session.ts';
import { failed } from '../../domain/error.ts';
import type { ChannelRow, Reads } from '../../ports/store.ts';
import type { CommandPorts } from '../ports.ts';
import { commit } from '../shared/request.ts';
import { sayDone } from './say-done.ts';

type Ports = Pick<CommandPorts, 'store' | 'bell' | 'clock'>;

const rowOf = async (reads: Reads, session: string): Promise<ChannelRow | undefined> =>
  (await reads.channelRows('web', 'session')).find(({ body }) => (body as WebSessionRow).id === session);

/** The key that its subscription was made for; null: it is told nothing. */
export const pushKeyOf = async ({ store }: Pick<Ports, 'store'>, session: string): Promise<string | null> =>
  ((await store.read((reads) => rowOf(reads, session)))?.body as WebSessionRow | undefined)?.push?.key ?? null;

/** Instead of the one before; null: none. Safe to repeat. `USAGE` where it leads elsewhere than to a push service. */
export async function subscribePush(
  ports: Ports,
  session: string,
  push: PushSubscription | null,
  services: readonly string[],
): Promise<void> {
  if (push !== null && !isPushEndpoint(push.endpoint, services))
    throw failed('USAGE', 'That is no address of a public push service.', { hint: servicesHint });
  const at = ports.clock.now();
  await commit(ports, async (tx) => {
    const row = await rowOf(tx, session);
    if (row === undefined) return;
    const { push: before, ...rest } = row.body as WebSessionRow;
    if (JSON.stringify(before ?? null) === JSON.stringify(push)) return;
    await tx.putChannelRow({ ...row, body: push === null ? rest : { ...rest, push } });
    const command = push === null ? 'web.unsubscribe' : 'web.subscribe';
    await sayDone(tx, { command, about: session, by: `person:${rest.name}` }, at);
  });
}

const servicesHint = 'A service of your own is named in `surfaces.web_push.services`.';
