// The HTTP door, where a person wants it: with a token that is made once and never printed, and with the page for browsers that are signed in.
import type { Asker, WebDoor } from '../../commands/ports.ts';
import { endMovedSessions, hasWebSessions } from '../../commands/web/sessions.ts';
import type { Check } from '../../contract/service.ts';
import { Failed } from '../../domain/error.ts';
import { openKeeperLine } from '../../local/keeper-line.ts';
import type { Config, HttpWords } from '../../ports/config.ts';
import type { Files } from '../../ports/files.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock, Ids, Log } from '../../ports/system.ts';
import type { HttpDispatch } from '../../surfaces/http/guard.ts';
import type { HeardHook } from '../../surfaces/http/hooks.ts';
import type { Reach, ServedHttp } from '../../surfaces/http/serve-http.ts';
import type { OpenTerminal } from '../../surfaces/http/terminals.ts';
import type { OpenChannels } from '../channels.ts';
import { watchFile } from '../system/watch-file.ts';
import { createPush } from './push.ts';
import { checkMoved, checkReach, readReach } from './reach.ts';
import { createStand } from './stand.ts';
import { createUploads } from './uploads.ts';
import { createVisits } from './visits.ts';

type Ports = {
  readonly store: Store;
  readonly bell: { ring(): void; wait(signal: AbortSignal): Promise<void> };
  readonly clock: Clock;
  readonly files: Files;
  readonly config: Pick<Config, 'expand' | 'read'>;
  readonly ids: Ids;
  readonly log: Log;
  readonly sha256: (text: string) => string;
};

export type DoorOptions = {
  /** What programs ask. */
  readonly dispatch: HttpDispatch;
  readonly dispatchAs: (asker: Asker) => HttpDispatch;
  readonly hook: HeardHook;
  /** Whether it is the secret of a session that lives. */
  readonly isSession: (secret: string) => Promise<boolean>;
  /** Folder of the built page. */
  readonly page: string;
  /** Opened as they are configured now. */
  readonly channels: Pick<OpenChannels, 'heed'>;
  /** The file that describes what can be asked. */
  readonly description: string;
};

export type HttpDoor = WebDoor & {
  /** At the start of the daemon. `words`: as it is configured; null: only where a browser would look for the page. Throws `Failed(PORT_BUSY)` and `Failed(TLS_UNUSABLE)`. */
  begin(words: HttpWords | null): Promise<void>;
  /** For the doctor: nothing where it is not open. */
  checks(): readonly Check[];
  close(): Promise<void>;
};

/** In the state folder, 0600. */
const tokenFile = 'http.token';

export function createHttpDoor(
  ports: Ports,
  { dispatch, dispatchAs, hook, isSession, page, channels, description }: DoorOptions,
): HttpDoor {
  const visits = createVisits(ports, dispatchAs);
  const closing = new AbortController();
  const stand = createStand(ports, () => endMovedSessions(ports));
  let opening: Promise<ServedHttp | null> | null = null;
  let served: ServedHttp | null = null;
  let reach: Reach | null = null;
  let trouble: string | null = null;
  const serve = async (port: number, from: Reach | null = null): Promise<ServedHttp> => {
    const { serveHttp } = await import('../../surfaces/http/serve-http.ts');
    const token = await tokenOf(ports);
    const web = { ...visits.access, page, keep: createUploads(ports), push: createPush(ports, channels) };
    const bug = (error: unknown) => ports.log.bug(error, { door: 'http' });
    const options = { port, token, dispatch, hook, isSession, web, description, terminal, bug };
    served = await serveHttp(from === null ? options : { ...options, reach: from });
    reach = from;
    return served;
  };
  const serveAt = async (words: HttpWords): Promise<ServedHttp> => {
    const read = await readReach(words, ports.config.expand);
    if (!read.ok) throw new Failed(read.failure);
    const door = await stand.takeConfigured((port) => serve(port, read.value), words.port);
    if (words.tls !== undefined) for (const path of Object.values(words.tls)) renewWith(words, path);
    return door;
  };
  /** What is renewed beside us is taken as soon as certificate and key belong together. */
  const renewWith = (words: HttpWords, path: string): void => {
    const look = async () => {
      const read = await readReach(words, ports.config.expand);
      trouble = read.ok ? null : read.failure.message;
      if (!read.ok) return ports.log.warn('a certificate is not used', { why: trouble });
      reach = read.value;
      if (reach?.tls != null) served?.renew(reach.tls);
    };
    watchFile(ports.config.expand(path), look, closing.signal).catch((error) => void ports.log.bug(error));
  };
  const openOnce = async (anywhere: boolean): Promise<ServedHttp | null> => {
    opening ??= stand.take(serve, anywhere);
    const door = await opening.catch((error: unknown) => {
      opening = null;
      throw error;
    });
    if (door === null) opening = null;
    return door;
  };
  const address = () => (served === null ? null : (reach?.origin ?? loopback(served.port)));
  return {
    address,
    hangUp: visits.hangUp,
    moved() {
      const taken = stand.taken();
      return taken === null ? null : loopback(taken);
    },
    async open() {
      const door = await openOnce(true);
      return address() ?? loopback(door?.port ?? 0);
    },
    async begin(words) {
      if (words !== null) opening = serveAt(words);
      else if ((await stand.isKnown()) && (await hasWebSessions(ports))) await openOnce(false);
      await opening;
    },
    checks() {
      const [at, taken] = [address(), stand.taken()];
      if (taken !== null) return [checkMoved(at, taken)];
      if (at === null || served === null) return [];
      return [checkReach(at, served.port, reach, { now: ports.clock.now(), trouble })];
    },
    async close() {
      closing.abort();
      await (await opening?.catch(() => null))?.close();
    },
  };
}

const loopback = (port: number): string => `http://127.0.0.1:${port}`;

/** The daemon hands the bytes on, for a browser reaches no socket of the keeper. */
const terminal: OpenTerminal = (ticket, run, handlers) => {
  const runId = run as never;
  const line = openKeeperLine(ticket, handlers);
  line.ask({ ask: 'attach', runId, from: 'picture' });
  return {
    type: (bytes) => {
      line.ask({ ask: 'type', runId }, bytes);
      return line.taken();
    },
    resize: (columns, rows) => line.ask({ ask: 'resize', runId, columns, rows }),
    close: () => line.close(),
  };
};

async function tokenOf({ files, ids }: Ports): Promise<string> {
  const kept = await files.read(tokenFile);
  const token = kept === null ? '' : Buffer.from(kept).toString('utf8').trim();
  if (/^[A-Za-z0-9_-]{32,}$/.test(token)) return token;
  const fresh = ids.secret();
  await files.write(tokenFile, `${fresh}\n`);
  return fresh;
}
