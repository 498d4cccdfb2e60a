// A person signs a browser in: a link from their own terminal, good once and for a minute, becomes a cookie. Nothing of either is kept but hashes.
import type { WebEntered, WebVisitor } from '../../contract/web.ts';
import {
  browserOf,
  type LinkRow,
  linkLastsMs,
  seenEveryMs,
  sessionLastsMs,
  type WebSessionRow,
} from '../../domain/channel/web-session.ts';
import { defined } from '../../domain/defined.ts';
import { failed } from '../../domain/error.ts';
import { instant } from '../../domain/ids.ts';
import type { Asker, Command, CommandPorts } from '../ports.ts';
import { recordRefused } from '../shared/refusals.ts';
import { commit, unwrap } from '../shared/request.ts';
import { sayDone } from './say-done.ts';

type Ports = Pick<CommandPorts, 'store' | 'bell' | 'clock' | 'ids' | 'sha256'>;

const channel = 'web';

/** From a terminal alone: who holds a browser must not be able to let another in. */
export const linkWeb: Command<'web.link'> = async (ports, { for: other }, { person, channel: asked }) => {
  if (asked !== 'terminal' || person.kind !== 'person')
    throw failed('UNAUTHORIZED', 'A link is given to a terminal alone.');
  if (ports.web === undefined) throw failed('UNSUPPORTED', 'This daemon serves no page.');
  if (other !== undefined) await mustBeListed(ports, other);
  const address = await ports.web.open();
  const link = ports.ids.secret();
  const at = ports.clock.now();
  const until = instant(at + linkLastsMs);
  const body: LinkRow = other === undefined ? { until, name: person.name } : { until, name: other, guest: true };
  await commit(ports, async (tx) => {
    await tx.dropChannelRows(channel, 'link', instant(at - linkLastsMs));
    await tx.dropChannelRows(channel, 'session', instant(at - sessionLastsMs));
    await tx.putChannelRow({ channel, kind: 'link', key: ports.sha256(link), at, body });
  });
  return {
    url: `${address}/sign-in#${link}`,
    until: body.until,
    ...defined({ moved_from: ports.web.moved() ?? undefined }),
  };
};

/** What the browser is given; the cookie is for nobody else. */
type Entered = WebEntered & { readonly cookie: string; readonly session: string };

async function mustBeListed({ config }: CommandPorts, name: string): Promise<void> {
  const { people = {} } = unwrap(await config.read());
  if (Object.hasOwn(people, name)) return;
  throw failed('USER_NOT_FOUND', `Nobody in \`people\` is called ${name}.`, {
    hint: `Say first who that is and what they may do: \`drover config set people.${name}.may.answer '[plan]'\`.`,
  });
}

/** Throws `UNAUTHORIZED` for a link that is not known, was used, or is older than a minute; on record either way. */
export async function enterWeb(ports: Ports, link: string, userAgent: string): Promise<Entered> {
  const at = ports.clock.now();
  const cookie = ports.ids.secret();
  const key = ports.ids.secret();
  const entered = await commit(ports, async (tx) => {
    const hash = ports.sha256(link);
    const row = await tx.channelRow(channel, 'link', hash);
    const { until, name, guest } = (row?.body ?? { until: 0, name: '' }) as LinkRow;
    if (row !== null) await tx.dropChannelRow(channel, 'link', hash);
    if (at > until) {
      await recordRefused(tx, { command: 'web.enter', about: '', by: 'caller', channel, pid: null }, at);
      return null;
    }
    const id = `w${await tx.next('web')}`;
    const body: WebSessionRow = {
      id,
      name,
      ...defined({ guest }),
      page: ports.sha256(key),
      browser: browserOf(userAgent),
      until: instant(at + sessionLastsMs),
      seenAt: at,
    };
    await tx.putChannelRow({ channel, kind: 'session', key: ports.sha256(cookie), at, body });
    await sayDone(tx, { command: 'web.enter', about: id, by: `person:${name}` }, at);
    return body;
  });
  if (entered === null)
    throw failed('UNAUTHORIZED', 'This link was used already, or is older than a minute.', { hint: askAnew });
  return { name: entered.name, key, until: entered.until, cookie, session: entered.id };
}

const askAnew = 'Ask for another in your terminal: `drover web`.';

/** Who comes with that cookie. */
type WebCaller = WebVisitor & { readonly session: string; readonly asker: Asker };

/** null: nobody who is signed in. `key`: what the page alone knows; without it they may sign out, and nothing else. */
export async function findWebCaller(ports: Ports, cookie: string, key: string | null): Promise<WebCaller | null> {
  const hash = ports.sha256(cookie);
  const row = await ports.store.read((reads) => reads.channelRow(channel, 'session', hash));
  const body = row?.body as WebSessionRow | undefined;
  const now = ports.clock.now();
  if (row === null || body === undefined || now > body.until) return null;
  if (now - body.seenAt > seenEveryMs) await see(ports, hash);
  const { id: session, name, until, guest } = body;
  const person = key !== null && ports.sha256(key) === body.page;
  const asker: Asker = person
    ? { kind: 'person', name, ...defined({ guest }) }
    : { kind: 'unknown', why: 'it has the cookie of the page and not its key' };
  return { session, name, until, person, asker };
}

/** One that was ended meanwhile stays ended. */
const see = ({ store, clock }: Ports, key: string): Promise<void> =>
  store.transact(async (tx) => {
    const row = await tx.channelRow(channel, 'session', key);
    if (row !== null) await tx.putChannelRow({ ...row, body: { ...(row.body as WebSessionRow), seenAt: clock.now() } });
  });
