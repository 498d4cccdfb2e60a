// The daemon's HTTP door, on loopback alone. Loaded only where it is opened.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Failed, fail } from '../../contract/to-reply.ts';
import type { HeardHook } from './hooks.ts';
import { createRoutes, type HttpDispatch } from './routes.ts';

export type HttpOptions = {
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string;
  readonly dispatch: HttpDispatch;
  /** Absent: nobody is heard without the token. */
  readonly hook?: HeardHook;
};

export type ServedHttp = {
  readonly port: number;
  /** Takes no more; what is under way is cut after 2 s. */
  close(): Promise<void>;
};

const mostConnections = 64;
/** A request's headers, and all of it, must be there within. Its reply may take as long as it does. */
const headersMs = 10_000;
const requestMs = 30_000;
const idleMs = 5_000;
const grace = 2_000;
/** A body of so many bytes is read all the same, so that its sender sees the answer. */
const mostUnread = 64 * 1024;

/** Rejects with `Failed(PORT_BUSY)`. */
export async function serveHttp({ port, token, dispatch, hook }: HttpOptions): Promise<ServedHttp> {
  const door = { token, dispatch, hook: hook ?? null, port: () => portOf(server, port) };
  const server = createAdaptorServer({
    fetch: createRoutes(door).fetch,
    serverOptions: { connectionsCheckingInterval: 1_000, headersTimeout: headersMs, requestTimeout: requestMs },
  }) as Server;
  server.prependListener('request', leaveUnread);
  server.keepAliveTimeout = idleMs;
  server.maxConnections = mostConnections;
  await listen(server, port);
  return { port: portOf(server, port), close: () => close(server) };
}

/** What a refused caller still sends is not read, as Node would do after the answer: the way to it is cut. */
function leaveUnread(req: IncomingMessage, res: ServerResponse): void {
  res.prependOnceListener('finish', () => {
    const refused = res.statusCode === 401 || res.statusCode === 403;
    if (refused && !req.complete && !(Number(req.headers['content-length']) <= mostUnread)) req.socket.destroySoon();
  });
}

/** Is it to be had? Rejects with `Failed(PORT_BUSY)`. */
export async function tryPort(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port);
  await close(server);
}

function portOf(server: Server, wanted: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : wanted;
}

async function listen(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', () => resolve());
  try {
    await promise;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new Failed(fail('PORT_BUSY', `Port ${port} cannot be listened on (${code}).`, { port }).failure, error);
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
