// In the sandbox: a proxy on its own loopback, and the allowed ports of this machine, all handed on through the one socket.
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { createServer as createPlain, type Server as PlainServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ownPorts } from './is-allowed.ts';
import { runWithin } from './run-within.ts';
import type { GatewayWords } from './words.ts';

/** Its own network space: nobody else can have it. */
const port = 3128;

export async function standInside(words: GatewayWords, argv: readonly string[]): Promise<void> {
  const line = connect('http://gateway', {
    createConnection: () => new Socket({ fd: 3, readable: true, writable: true }),
  });
  line.on('error', () => {});
  const own = ownPorts(words.hosts).filter((each) => each.port !== port);
  await Promise.all([
    listening(proxy(line), port),
    ...own.map(({ host, port }) =>
      listening(
        createPlain((socket) => handOn(line, `${authority(host)}:${port}`, socket)),
        port,
      ),
    ),
  ]);
  const address = `http://127.0.0.1:${port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const here = 'localhost,127.0.0.1,::1';
  const env = {
    ...process.env,
    ...Object.fromEntries(names.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, address])),
    NO_PROXY: here,
    no_proxy: here,
    NODE_USE_ENV_PROXY: '1',
  };
  runWithin(argv, env, false);
}

const authority = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const listening = (server: PlainServer, at: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => resolve());
  });

function proxy(line: ClientHttp2Session): Server {
  const server = createServer((request, response) => passOn(line, request, response));
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    handOn(line, request.url ?? '', socket, head);
  });
  return server;
}

/** A request that names its whole address: put into a tunnel of its own. */
function passOn(line: ClientHttp2Session, request: IncomingMessage, response: ServerResponse): void {
  const address = URL.parse(request.url ?? '');
  const say = (status: number, why: string) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`${why}\n`);
  if (address?.protocol !== 'http:') return void say(400, 'this is a proxy');
  const stream = line.request(
    { ':method': 'CONNECT', ':authority': `${address.hostname}:${address.port || 80}` },
    { endStream: false },
  );
  stream.on('error', () => response.destroy());
  response.once('close', () => stream.close());
  stream.once('response', (headers) => {
    const status = Number(headers[constants.HTTP2_HEADER_STATUS]);
    if (status !== 200) {
      response.writeHead(status, { 'content-type': 'text/plain' });
      return void stream.pipe(response);
    }
    const { 'proxy-connection': _, ...rest } = request.headers;
    const onward = ask({
      method: request.method,
      path: `${address.pathname}${address.search}`,
      headers: { ...rest, connection: 'close' },
      createConnection: () => stream as unknown as Socket,
    });
    onward.on('error', () => response.destroy());
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
}

/** A refusal is said as a proxy says it; to a port of this machine it is a connection that is closed. */
function handOn(line: ClientHttp2Session, to: string, socket: Duplex, head?: Buffer): void {
  socket.on('error', () => {});
  const stream = line.request({ ':method': 'CONNECT', ':authority': to }, { endStream: false });
  stream.on('error', () => socket.destroy());
  stream.once('response', (headers) => {
    const status = Number(headers[constants.HTTP2_HEADER_STATUS]);
    const isOpen = status === 200;
    if (head !== undefined)
      socket.write(`HTTP/1.1 ${status} ${isOpen ? 'Connection established' : 'Forbidden'}\r\n\r\n`);
    if (!isOpen && head === undefined) return void socket.destroy();
    if (head !== undefined && head.length > 0) stream.write(head);
    stream.pipe(socket);
    socket.pipe(stream);
  });
  socket.once('close', () => stream.close());
}
