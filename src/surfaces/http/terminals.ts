// `GET /v1/terminal?session=NAME` as a WebSocket: bytes between a page and a session's terminal. Only who asked to type, and may, types; a slow reader slows down nobody else.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Reply } from '../../contract/protocol.ts';
import type { Attached, Ticket } from '../../contract/session.ts';
import { type FailureReply, fail, toReply } from '../../contract/to-reply.ts';
import type { Asking } from './asking.ts';
import { type Guest, type MayNot, replyOfBug, type TellBug, toRequest, type Welcoming, welcome } from './guard.ts';
import type { Places } from './places.ts';
import { findWay } from './way-in.ts';

/** One terminal, as whoever opened it shows it. */
export type TerminalLine = {
  /** Resolves when more may be typed; null: at once. */
  type(bytes: Uint8Array): Promise<void> | null;
  resize(columns: number, rows: number): void;
  close(): void;
};

export type TerminalHandlers = {
  picture(columns: number, rows: number): void;
  window(columns: number, rows: number): void;
  /** Resolves when more may come; null: at once. */
  output(bytes: Uint8Array): Promise<void> | null;
  over(how: 'ended' | 'lost', why: string): void;
};

export type OpenTerminal = (ticket: Ticket, run: string, handlers: TerminalHandlers) => TerminalLine;

const path = '/v1/terminal';
const protocol = 'drover.terminal';
/** So much is under way to a page that has not said what it has drawn: a browser takes in what comes whether it is drawn or not. */
const window = 512 * 1024;
const mostTyped = 64 * 1024;
const aliveMs = 30_000;
const wide = v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000));
/** What a page says besides the bytes that are typed. */
const said = v.union([
  v.strictObject({ kind: v.literal('drawn'), bytes: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.strictObject({ kind: v.literal('resize'), columns: wide, rows: wide }),
]);

type TerminalDoor = Welcoming & { readonly places: Places };

/** Returns what ends them all. */
export function addTerminals(server: Server, door: TerminalDoor, open: OpenTerminal): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostTyped,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });
  const beat = setInterval(() => {
    for (const client of sockets.clients) lookAlive(client);
  }, aliveMs);
  beat.unref();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const speak = (say: (client: Client) => void) => sockets.handleUpgrade(request, socket, head, say);
    letIn(request, door).then(
      (found) => {
        if (typeof found === 'number') return refuseUpgrade(socket, found);
        speak((client) => {
          const broken: Broken = (error) => breakOff(client, error, door.bug);
          show(client, found, open, broken).catch(broken);
        });
      },
      (error: unknown) => speak((client) => breakOff(client, error, door.bug)),
    );
  });
  return () => {
    clearInterval(beat);
    for (const client of sockets.clients) client.close(1001);
  };
}

/** A page, and whether it has said nothing since it was last looked at. */
type Client = WebSocket & { quiet?: boolean };

/** Who answers to nothing any more is gone. */
function lookAlive(client: Client): void {
  if (client.quiet === true) client.terminate();
  client.quiet = true;
  client.ping();
}

type Wanted = { readonly guest: Guest; readonly session: string; readonly type: boolean };

/** A number: the status of the refusal. The place is held as long as the connection, whatever is spoken on it. */
async function letIn(request: IncomingMessage, door: TerminalDoor): Promise<Wanted | number> {
  const header = (name: string) => [request.headers[name]].flat()[0];
  const asking: Asking = { method: 'GET', header, peer: request.socket.remoteAddress ?? '' };
  const url = URL.parse(request.url ?? '', 'http://here');
  if (url?.pathname !== path) return 404;
  const way = findWay(asking, door.site);
  if ('failure' in way) return way.status;
  const gone = new AbortController();
  request.socket.once('close', () => gone.abort());
  const guest = await welcome(asking, way, door, gone.signal, true);
  if ('failure' in guest) return guest.status;
  const session = url.searchParams.get('session');
  if (session === null) return 400;
  if (gone.signal.aborted) return 400;
  const free = door.places.listen();
  if (free === null) return 429;
  request.socket.once('close', free);
  return { guest, session, type: url.searchParams.get('right') === 'type' };
}

/** What the other side does then is not waited for: a line that it keeps open would be one less for others. */
function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** A bug is told as every door tells it, and never goes further. */
function breakOff(client: Client, error: unknown, bug: TellBug): void {
  client.on('error', () => client.terminate());
  client.resume();
  client.send(JSON.stringify(replyOfBug(error, bug)));
  client.close(1011, 'INTERNAL');
}

/** What is done where something throws. */
type Broken = (error: unknown) => void;

async function show(
  client: Client,
  { guest, session, type }: Wanted,
  open: OpenTerminal,
  broken: Broken,
): Promise<void> {
  client.on('error', () => client.terminate());
  // What it says before there is a terminal waits.
  client.pause();
  const input = { session, cwd: '/', look: !type };
  const told = (await guest.dispatch(toRequest('session.attach', input, guest.channel), guest)) as Reply<Attached>;
  if (!told.ok) {
    client.resume();
    refuseMore(client, told);
  } else if (guest.left.aborted) {
    client.resume();
    client.close(1008, 'signed out');
  } else if (client.readyState === client.OPEN) join(client, told.data, guest, open, broken);
}

/** From here on bytes go both ways. */
function join(
  client: Client,
  { session, right, ticket }: Attached,
  { left, mayNot }: Pick<Guest, 'left' | 'mayNot'>,
  open: OpenTerminal,
  broken: Broken,
): void {
  const say = (message: object) => client.send(JSON.stringify(message));
  const flow = createFlow(client);
  say({ ok: true, data: { session, right } });
  const line = open(ticket, ticket.run ?? session.run, {
    picture: (columns, rows) => say({ kind: 'picture', columns, rows }),
    window: (columns, rows) => say({ kind: 'window', columns, rows }),
    output: flow.send,
    over: (how, why) => {
      say({ kind: how, why });
      client.close(1000);
    },
  });
  client.once('close', () => line.close());
  left.addEventListener('abort', () => client.close(1008, 'signed out'), { once: true });
  client.on('pong', () => {
    client.quiet = false;
  });
  let turn = Promise.resolve();
  client.on('message', (data, binary) => {
    client.quiet = false;
    if (binary && right === 'type')
      turn = turn.then(() => typeKeys(client, line, () => mayNot('type', session.id), data as Buffer)).catch(broken);
    if (binary) return;
    if (!hear(data as Buffer, line, right, flow)) refuseWords(client);
  });
  client.resume();
}

/** As fast as the program takes them, and as long as their person may: a right may be taken away while the terminal is open. */
async function typeKeys(
  client: Client,
  line: TerminalLine,
  mayNot: () => ReturnType<MayNot>,
  keys: Buffer,
): Promise<void> {
  client.pause();
  try {
    const refusal = await mayNot();
    if (refusal === null) await line.type(keys);
    else refuseMore(client, toReply(refusal));
  } finally {
    client.resume();
  }
}

function refuseMore(client: Client, reply: FailureReply): void {
  client.send(JSON.stringify(reply));
  client.close(1008, reply.error_code);
}

/** False: it is none of the words that a page may say. */
function hear(bytes: Buffer, line: TerminalLine, right: Attached['right'], flow: Flow): boolean {
  const heard = v.safeParse(said, parsed(bytes));
  if (!heard.success) return false;
  if (heard.output.kind === 'drawn') flow.drawn(heard.output.bytes);
  else if (right === 'type') line.resize(heard.output.columns, heard.output.rows);
  return true;
}

function refuseWords(client: WebSocket): void {
  client.send(
    JSON.stringify(toReply(fail('USAGE', 'Text is {"kind":"drawn"} or {"kind":"resize"}; keys are bytes.').failure)),
  );
  client.close(1003);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

type Flow = ReturnType<typeof createFlow>;

/** Output to a page, no more ahead of what it has drawn than the window. */
function createFlow(client: WebSocket) {
  let ahead = 0;
  let more: (() => void) | null = null;
  return {
    send(bytes: Uint8Array): Promise<void> | null {
      ahead += bytes.length;
      client.send(bytes);
      if (ahead < window) return null;
      return new Promise((resolve) => {
        more = resolve;
      });
    },
    drawn(bytes: number): void {
      ahead = Math.max(0, ahead - bytes);
      if (ahead >= window) return;
      more?.();
      more = null;
    },
  };
}
