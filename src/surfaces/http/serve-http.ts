// The daemon's HTTP door: on loopback, or beyond it by TLS or behind a proxy. Loaded only where it is opened.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import { Failed, fail } from '../../contract/to-reply.ts';
import { createPlaces, mostConnections } from './places.ts';
import { createRoutes, type Door } from './routes.ts';
import { addTerminals, type OpenTerminal } from './terminals.ts';
import { isLoopback, proxiesOf } from './way-in.ts';

export type HttpOptions = Pick<Door, 'token' | 'dispatch'> & {
  /** 0: any that is free. */
  readonly port: number;
  /** Absent: on loopback, for this machine alone. */
  readonly reach?: Reach;
  /** Absent: nobody is heard without the token. */
  readonly hook?: NonNullable<Door['hook']>;
  /** Absent: no browser is let in. */
  readonly web?: NonNullable<Door['web']>;
  /** Absent: there is none. */
  readonly description?: NonNullable<Door['description']>;
  /** Absent: there are no tools at `/mcp`. */
  readonly isSession?: NonNullable<Door['isSession']>;
  /** Absent: nobody is told. */
  readonly bug?: Door['bug'];
  /** Absent: no terminal is shown. */
  readonly terminal?: OpenTerminal;
};

/** PEM. */
export type Credentials = { readonly cert: string | Buffer; readonly key: string | Buffer };

/** How it is reached from elsewhere: by its own TLS, or through proxies that have it. */
export type Reach = {
  readonly host: string;
  readonly origin: string;
  readonly tls: Credentials | null;
  /** Addresses and networks. */
  readonly proxies: readonly string[];
};

export type ServedHttp = {
  readonly port: number;
  /** New connections get these. Throws where they are none; those before go on. */
  renew(credentials: Credentials): void;
  /** Takes no more; what is under way is cut after 2 s. */
  close(): Promise<void>;
};

/** A request's headers, and all of it, must be there within. Its reply may take as long as it does. */
const headersMs = 10_000;
const requestMs = 30_000;
const idleMs = 5_000;
const grace = 2_000;
/** A body of so many bytes is read all the same, so that its sender sees the answer. */
const mostUnread = 64 * 1024;

const loopback = '127.0.0.1';
const limits = { connectionsCheckingInterval: 1_000, headersTimeout: headersMs, requestTimeout: requestMs };
const withTls = (credentials: Credentials) => ({ ...limits, ...credentials, handshakeTimeout: headersMs });

/** Rejects with `Failed(PORT_BUSY)`. */
export async function serveHttp({ port, reach, terminal, ...options }: HttpOptions): Promise<ServedHttp> {
  const tls = reach?.tls ?? null;
  const host = reach?.host ?? loopback;
  // Whatever the caller checked: what is said here is never said in the clear to other machines.
  if (tls === null && !isLoopback(host) && reach?.proxies.length === 0) throw new Error(`${host} wants TLS or a proxy`);
  const site = {
    port: () => portOf(server, port),
    tls: tls !== null,
    origin: reach?.origin ?? null,
    isProxy: proxiesOf(reach?.proxies ?? []),
  };
  const absent = { hook: null, web: null, description: null, isSession: null, bug: () => 'none' };
  const door = { ...absent, ...options, places: createPlaces(), site };
  const server = createAdaptorServer({
    fetch: createRoutes(door).fetch,
    ...(tls === null ? { serverOptions: limits } : { createServer: createTlsServer, serverOptions: withTls(tls) }),
  }) as Server;
  server.prependListener('request', leaveUnread);
  server.keepAliveTimeout = idleMs;
  server.maxConnections = mostConnections;
  const hangUp = terminal === undefined ? () => undefined : addTerminals(server, door, terminal);
  await listen(server, port, host);
  return {
    port: portOf(server, port),
    renew: (credentials) => {
      if (tls !== null) (server as TlsServer).setSecureContext(credentials);
    },
    close: () => {
      hangUp();
      return close(server);
    },
  };
}

/** What a refused caller still sends is not read, as Node would do after the answer: the way to it is cut. */
function leaveUnread(req: IncomingMessage, res: ServerResponse): void {
  res.prependOnceListener('finish', () => {
    const refused = res.statusCode === 401 || res.statusCode === 403;
    if (refused && !req.complete && !(Number(req.headers['content-length']) <= mostUnread)) req.socket.destroySoon();
  });
}

/** Is it to be had? Rejects with `Failed(PORT_BUSY)`. */
export async function tryPort(port: number, host = loopback): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await close(server);
}

function portOf(server: Server, wanted: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : wanted;
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, () => resolve());
  try {
    await promise;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code ?? '')) throw error;
    const where = host === loopback ? `Port ${port}` : `${host}, port ${port},`;
    throw new Failed(fail('PORT_BUSY', `${where} cannot be listened on (${code}).`, { port }).failure, error);
  } finally {
    server.off('error', reject);
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(timer);
}
