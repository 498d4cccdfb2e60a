// Round the sandbox: hands on what the inside asks for, to allowed hosts alone.
import { createServer, type Http2Stream, type ServerHttp2Stream } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { isAllowed, split } from './is-allowed.ts';
import { runWithin } from './run-within.ts';
import type { GatewayWords } from './words.ts';

const patienceMs = 30_000;
/** So many are named at the end. */
const most = 10;

export function standOutside(words: GatewayWords, argv: readonly string[]): void {
  const server = createServer();
  const refused = new Set<string>();
  // Said at the end, where it is looked for: why an agent could not do its work.
  process.once('exit', () => {
    if (refused.size > 0)
      process.stderr.write(
        `drover: kept from speaking with ${[...refused].join(', ')} (agents.NAME.network, agents.NAME.hosts)\n`,
      );
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (headers[':method'] !== 'CONNECT') return void refuse(stream, 501, 'only tunnels are passed on');
    void tunnel(words, String(headers[':authority'] ?? ''), stream, (to) => refused.size < most && refused.add(to));
  });
  server.on('sessionError', () => {});
  const child = runWithin(argv, process.env, true);
  const line = child.stdio[3] as Socket | null | undefined;
  if (line) server.emit('connection', line);
}

/** Who asked may have left meanwhile. */
function refuse(stream: ServerHttp2Stream, status: number, why: string): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond({ ':status': status, 'content-type': 'text/plain' });
  stream.end(`Drover: ${why}\n`);
}

async function tunnel(
  { hosts, upstream }: GatewayWords,
  to: string,
  stream: ServerHttp2Stream,
  tell: (refused: string) => void,
): Promise<void> {
  const asked = split(to);
  if (asked === null || asked.port === null || !isAllowed(hosts, to)) {
    if (asked !== null) tell(to);
    return refuse(stream, 403, `${to} is not among the hosts that this run may speak with`);
  }
  try {
    const socket = await (upstream === null ? dial(asked.host, asked.port) : throughProxy(upstream, to));
    socket.once('close', () => end(stream));
    stream.once('close', () => socket.destroy());
    if (stream.destroyed) return void socket.destroy();
    stream.respond({ ':status': 200 });
    stream.pipe(socket);
    socket.pipe(stream);
  } catch (error) {
    refuse(stream, 502, `${to} cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const end = (stream: Http2Stream): void => {
  if (!stream.destroyed) stream.close();
};

const dial = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true, timeout: patienceMs });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('it did not answer in time')));
    socket.once('connect', () => {
      socket.setTimeout(0);
      // An end that nobody expects is told by `close` to whoever has the socket by then.
      socket.removeListener('error', reject).on('error', () => {});
      resolve(socket);
    });
  });

/** The person's own proxy is asked for the same tunnel. */
async function throughProxy(upstream: string, to: string): Promise<Socket> {
  const { hostname, port, protocol, username, password } = new URL(upstream);
  if (protocol !== 'http:') throw new Error(`a proxy by ${protocol} is not known here`);
  const socket = await dial(hostname, Number(port || 80));
  const login =
    username === ''
      ? ''
      : `Proxy-Authorization: Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}\r\n`;
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${login}\r\n`);
  const answer = await headOf(socket);
  if (/^HTTP\/1\.\d 200/.test(answer)) return socket;
  socket.destroy();
  throw new Error(`the proxy says ${answer.split('\r\n')[0]}`);
}

const moves = ['readable', 'end', 'close'];

async function headOf(socket: Socket): Promise<string> {
  let head = '';
  for (;;) {
    const byte: Buffer | null = socket.read(1);
    if (byte === null) {
      if (socket.readableEnded || socket.destroyed) throw new Error('the proxy hung up');
      const moved = Promise.withResolvers<void>();
      const hear = () => moved.resolve();
      for (const event of moves) socket.once(event, hear);
      await moved.promise;
      for (const event of moves) socket.off(event, hear);
      continue;
    }
    head += byte.toString('latin1');
    if (head.endsWith('\r\n\r\n')) return head;
    if (head.length > 16_384) throw new Error('the proxy says too much');
  }
}
