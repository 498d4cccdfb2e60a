// A server of somebody else's, to which things are told: what it heard, and how it behaves when it is spoken to.
import { createServer, type Server as HttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { outliving } from './outliving.ts';

/** An HTTP status; `stall`: it never answers; `close`: it hears all of it, and hangs up in the middle of its answer. */
export type Behaviour = number | 'stall' | 'close';
export type Heard = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly how: Behaviour;
};
export type Listener = Awaited<ReturnType<typeof startListener>>;

/** `tls`: PEM. */
export async function startListener(tls: { readonly cert: Buffer; readonly key: Buffer } | null = null) {
  const heard: Heard[] = [];
  const ways = new Map<string, { next: Behaviour[]; usual: Behaviour }>();
  const wayOf = (path: string) => {
    const way = ways.get(path) ?? { next: [], usual: 200 };
    ways.set(path, way);
    return way;
  };
  const listen = outliving(async (request, answer) => {
    const path = request.url ?? '';
    const body = await text(request);
    const way = wayOf(path);
    const how = way.next.shift() ?? way.usual;
    heard.push({ path, headers: request.headers, body, how });
    if (how === 'stall') return;
    if (how !== 'close') return void answer.writeHead(how).end();
    request.socket.write('HTTP/1.1 200 OK\r\ncontent-le', () => request.socket.destroy());
  });
  const server: Server & Pick<HttpServer, 'closeAllConnections'> =
    tls === null ? createServer(listen) : createTlsServer(tls, listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    ...{ heard, url: `http${tls === null ? '' : 's'}://127.0.0.1:${(server.address() as AddressInfo).port}` },
    at: (path: string): readonly Heard[] => heard.filter((each) => each.path === path),
    /** What it does with the next requests of a path, one after another; with all after them `usual`. */
    behave(path: string, next: readonly Behaviour[], usual: Behaviour = 200): void {
      ways.set(path, { next: [...next], usual });
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
