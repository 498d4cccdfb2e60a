// Which browsers are signed in, and the end of that.
import type { WebSession } from '../../contract/web.ts';
import type { WebSessionRow } from '../../domain/channel/web-session.ts';
import { defined } from '../../domain/defined.ts';
import { failed } from '../../domain/error.ts';
import type { ChannelRow, Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { commit } from '../shared/request.ts';
import { sayDone } from './say-done.ts';

const viewSession = ({ at, body }: ChannelRow): WebSession => {
  const { id, name, browser, until, seenAt } = body as WebSessionRow;
  return { id, name, browser, made_at: at, seen_at: seenAt, until };
};

const rowsOf = (reads: Reads): Promise<readonly ChannelRow[]> => reads.channelRows('web', 'session');
const isLiving =
  (now: number) =>
  ({ body }: ChannelRow): boolean =>
    now <= (body as WebSessionRow).until;

export const listWeb: Command<'web.list'> = async ({ store, clock, web }) => ({
  address: web?.address() ?? null,
  ...defined({ moved_from: web?.moved() ?? undefined }),
  sessions: (await store.read(rowsOf)).filter(isLiving(clock.now())).map(viewSession),
});

/** Whether anybody would look for the page. */
export const hasWebSessions = async ({ store, clock }: Pick<CommandPorts, 'store' | 'clock'>): Promise<boolean> =>
  (await store.read(rowsOf)).some(isLiving(clock.now()));

export const revokeWeb: Command<'web.revoke'> = async (ports, { session, all }) => {
  if (session === undefined && !all)
    throw failed('USAGE', 'Which browser? Name one, or say `--all`.', { hint: 'See `drover web list`.' });
  const ended = await endSessions(ports, (id) => all || id === session);
  if (ended.length === 0 && !all)
    throw failed('USER_NOT_FOUND', `No browser ${session} is signed in.`, { hint: 'See `drover web list`.' });
  ports.web?.hangUp(ended);
  return { ended };
};

/** Safe to repeat. */
export const endWebSession = (ports: Pick<CommandPorts, 'store' | 'bell'>, session: string) =>
  endSessions(ports, (id) => id === session);

/** Of all browsers, on record: the page is not where they signed in. */
export const endMovedSessions = (ports: Pick<CommandPorts, 'store' | 'bell' | 'clock'>): Promise<void> =>
  commit(ports, async (tx) => {
    for (const { key, body } of await rowsOf(tx)) {
      await tx.dropChannelRow('web', 'session', key);
      await sayDone(tx, { command: 'web.revoke', about: (body as WebSessionRow).id, by: 'drover' }, ports.clock.now());
    }
  });

const endSessions = (
  ports: Pick<CommandPorts, 'store' | 'bell'>,
  fits: (id: string) => boolean,
): Promise<readonly string[]> =>
  commit(ports, async (tx) => {
    const rows = (await rowsOf(tx)).filter(({ body }) => fits((body as WebSessionRow).id));
    for (const { key } of rows) await tx.dropChannelRow('web', 'session', key);
    return rows.map(({ body }) => (body as WebSessionRow).id);
  });
