// The daemon's side of its unix socket: greeting, one request, events, reply. Knows no command.
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import { Connection, type SocketDispatch, type SocketLog } from './connection.ts';

export type SocketOptions = {
  readonly path: string;
  readonly version: string;
  readonly dispatch: SocketDispatch;
  readonly log: SocketLog;
};

export type ServedSocket = {
  /** Listens no more, hangs up on idle clients, gives requests under way 2 s for their replies. */
  close(): Promise<void>;
};

/** How long a socket that somebody cleaned away stays away. */
const lookMs = 1000;

/** The socket gets mode 0600 in a folder of 0700. Only the owner of the state folder may call this: a socket left by a dead daemon is replaced. Rejects where it cannot listen. */
export async function serveSocket({ path, version, dispatch, log }: SocketOptions): Promise<ServedSocket> {
  const connections = new Set<Connection>();
  const open = async (): Promise<Server> => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      const connection = new Connection(socket, { version, dispatch, log });
      connections.add(connection);
      socket.once('close', () => connections.delete(connection));
    });
    server.on('error', (error) => log.warn('socket', { error: error.message }));
    await listen(server, path);
    return server;
  };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await chmod(dirname(path), 0o700);
  await rm(path, { force: true });
  let server = await open();
  let closed = false;
  // Whoever is connected stays; without the file nobody else could come in, and no other daemon may begin.
  const look = setInterval(() => {
    if (existsSync(path) || !existsSync(dirname(path))) return;
    server.close();
    open().then(
      (again) => {
        server = again;
        if (closed) again.close();
      },
      (error) => log.warn('socket', { error: String(error) }),
    );
  }, lookMs);
  look.unref();
  return {
    close() {
      closed = true;
      clearInterval(look);
      return close(server, path, connections);
    },
  };
}

/** The mask makes the socket 0600 from its first moment. */
async function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  const mask = process.umask(0o177);
  try {
    server.listen(path, () => resolve());
  } finally {
    process.umask(mask);
  }
  await promise;
  server.off('error', reject);
  await chmod(path, 0o600);
}

const grace = 2000;

async function close(server: Server, path: string, connections: ReadonlySet<Connection>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const connection of connections) connection.finish();
  const timer = setTimeout(() => {
    for (const connection of connections) connection.end();
  }, grace);
  await closed;
  clearTimeout(timer);
  await rm(path, { force: true });
}
