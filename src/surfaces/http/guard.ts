// Who may come in: no page of a stranger, and with the token of programs or the cookie of a browser that is signed in.
import { createHash, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import type { Caller, Reply, Request } from '../../contract/protocol.ts';
import { type Failure, type FailureReply, fail, toReply } from '../../contract/to-reply.ts';
import { version } from '../../contract/version.ts';
import type { WebVisitor } from '../../contract/web.ts';
import { type Asking, type Refusal, refuse } from './asking.ts';
import type { Site, WayIn } from './way-in.ts';

/** Events, then the reply. */
export type Events = AsyncGenerator<unknown, Reply>;
/** `left` fires when nobody reads any more. */
export type HttpDispatch = (request: Request, peer: { readonly left: AbortSignal }) => Promise<Reply> | Events;

/** What a person does in a browser that is no request: bring a file, type into a terminal. */
export type BrowserAct = 'bring' | 'type';

/** As things stand now; null: they may. `session`: that is typed into. */
export type MayNot = (act: BrowserAct, session: string | null) => Promise<Failure | null>;

/** A browser that is signed in. */
export type Visit = {
  readonly session: string;
  readonly visitor: WebVisitor;
  /** As whom it asks. */
  readonly dispatch: HttpDispatch;
  readonly mayNot: MayNot;
  /** Fires when it is signed out. */
  readonly ended: AbortSignal;
};

/** null: nobody. `key`: what the page alone knows. */
export type FindVisit = (cookie: string, key: string | null) => Promise<Visit | null>;

/** How a browser's own page shows that it is no other. */
const keyHeader = 'x-drover-page';

/** Cookies know no port: two daemons of one machine must not take each other's. With TLS no other host of the same domain can set it. */
export const cookieName = (port: number, { secure }: Pick<WayIn, 'secure'>): string =>
  `${secure ? '__Host-' : ''}drover-${port}`;

/** A browser says by itself where what it sends comes from; whoever acts with a cookie must have said it. `acts`: or opens what it can act through. */
export function refuseOtherPages(asking: Asking, way: WayIn, acts = asking.method !== 'GET'): Refusal | null {
  const site = asking.header('sec-fetch-site') ?? 'same-origin';
  if ((!acts || asking.header('origin') === way.origin) && /^(same-origin|none)$/.test(site)) return null;
  return refuse(403, 'Only the page itself may ask with its cookie.');
}

export const cookieOf = (asking: Asking, port: number, way: WayIn): string | null => {
  const name = cookieName(port, way);
  const cookie = parse(asking.header('cookie') ?? '', name)[name] ?? '';
  return /^[A-Za-z0-9_-]{32,128}$/.test(cookie) ? cookie : null;
};

/** A socket has no header of the page's own: the key stands among the protocols that it offers. */
export const pageKeyOf = (asking: Asking): string | null =>
  asking.header(keyHeader) ??
  /(?:^|[\s,])key\.([A-Za-z0-9_-]+)/.exec(asking.header('sec-websocket-protocol') ?? '')?.[1] ??
  null;

/** Who came in, as whom they ask, and when they are not to be told any more. */
export type Guest = {
  readonly channel: Caller['channel'];
  /** Of a browser that is signed in its session; of programs ''. */
  readonly visit: string;
  readonly dispatch: HttpDispatch;
  readonly mayNot: MayNot;
  readonly left: AbortSignal;
};

export type Welcoming = {
  readonly token: string;
  readonly site: Site;
  /** What programs ask. */
  readonly dispatch: HttpDispatch;
  /** null: no browser is let in. */
  readonly web: { readonly find: FindVisit; readonly program: MayNot } | null;
  readonly bug: TellBug;
};

/** Tells the log of a bug; gives the id under which it stands there. */
export type TellBug = (error: unknown) => string;

/** Never what was thrown: it may hold anything. */
export const replyOfBug = (error: unknown, tell: TellBug): FailureReply => {
  const log = tell(error);
  return toReply(fail('INTERNAL', `This met a bug (log ${log}).`, { log }).failure);
};

/** With the token a program; with a cookie and the key of its page the person of that browser. `left`: when they hear no more. */
export async function welcome(
  asking: Asking,
  way: WayIn,
  { token, site, dispatch, web }: Welcoming,
  left: AbortSignal,
  acts?: boolean,
): Promise<Guest | Refusal> {
  const bearer = bearerOf(asking.header);
  const cookie = bearer === null && web !== null ? cookieOf(asking, site.port(), way) : null;
  if (web === null || cookie === null)
    return isSame(bearer ?? '', token)
      ? { channel: 'http', visit: '', dispatch, mayNot: web?.program ?? noPerson, left }
      : wrongToken;
  const refusal = refuseOtherPages(asking, way, acts);
  if (refusal !== null) return refusal;
  const visit = await web.find(cookie, pageKeyOf(asking));
  if (visit?.visitor.person !== true) return signedOut;
  const { session, dispatch: asThem, mayNot, ended } = visit;
  return { channel: 'web', visit: session, dispatch: asThem, mayNot, left: AbortSignal.any([left, ended]) };
}

const noPerson: MayNot = async () => fail('UNAUTHORIZED', 'Only a person who is signed in here does this.').failure;

/** null: none; empty: one of another kind. */
export const bearerOf = (header: Asking['header']): string | null => {
  const given = header('authorization');
  return given === undefined ? null : (/^Bearer ([A-Za-z0-9_-]+)$/.exec(given)?.[1] ?? '');
};

/** Who asks over HTTP stands in no folder: sessions are found by their names alone. */
export const toRequest = (command: string, input: unknown, channel: Caller['channel']): Request => ({
  command,
  input,
  caller: { pid: 0, version, nonce: '', cwd: '/', channel },
});

/** In the same time whatever is given: hashes have one length. */
export const isSame = (given: string, token: string): boolean => timingSafeEqual(sha256(given), sha256(token));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const browserHint = 'Ask for a link in your terminal: `drover web`.';
const wrongToken = refuse(401, 'The token is missing, or not the one of this daemon.');
export const signedOut = refuse(401, 'This browser is not signed in.', browserHint);
