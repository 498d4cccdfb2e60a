// A session's terminal through the door: who may see it, who may type, and what becomes of pages that are slow, loud or gone.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Reply, Request } from '../../contract/protocol.ts';
import { fail } from '../../contract/to-reply.ts';
import type { HttpDispatch, MayNot } from './guard.ts';
import { type ServedHttp, serveHttp } from './serve-http.ts';
import type { WebAccess } from './sign-in.ts';
import type { TerminalHandlers } from './terminals.ts';

const token = 't'.repeat(43);
const cookie = 'c'.repeat(43);
const key = 'k'.repeat(43);
let door: ServedHttp;
let asked: Request[];
let typed: string[];
let sizes: string[];
/** Resolves when so many lines were let go of. */
let closed: PromiseWithResolvers<void>[];
let program: TerminalHandlers;
let signedOut: AbortController;
/** While the daemon looks who may see it. */
let meanwhile = (): void => undefined;
/** Whether they may type, by now. */
let mayNot: MayNot;
/** While its line is opened. */
let opens = (): void => undefined;
/** While it looks who asks. */
let lookedFor = (): Promise<void> => Promise.resolve();
const opened: WebSocket[] = [];

beforeEach(async () => {
  [asked, typed, sizes, signedOut] = [[], [], [], new AbortController()];
  closed = [];
  mayNot = async () => null;
  const find: WebAccess['find'] = async (given, page) => {
    await lookedFor();
    if (given !== cookie) return null;
    const person = page === key;
    const visitor = { name: 'Ada', person, until: 0 };
    return { session: 'w1', visitor, ended: signedOut.signal, dispatch: as(person), mayNot };
  };
  const web = {
    ...{ page: '/nowhere', find, program: mayNot },
    ...{ enter: async () => Promise.reject(new Error()), leave: async () => undefined },
  };
  door = await serveHttp({
    ...{ port: 0, token, dispatch: as(false), web, bug: () => 'b7' },
    terminal: (_ticket, _run, handlers) => {
      opens();
      program = handlers;
      const end = Promise.withResolvers<void>();
      closed.push(end);
      handlers.picture(80, 24);
      return {
        type: (bytes) => {
          typed.push(Buffer.from(bytes).toString());
          return null;
        },
        resize: (columns, rows) => void sizes.push(`${columns}x${rows}`),
        close: end.resolve,
      };
    },
  });
});
afterEach(async () => {
  [meanwhile, opens] = [() => undefined, () => undefined];
  lookedFor = () => Promise.resolve();
  for (const socket of opened.splice(0)) socket.terminate();
  await door.close();
});

/** Only a person may type; all may look. */
const as =
  (person: boolean): HttpDispatch =>
  async (request): Promise<Reply> => {
    asked.push(request);
    meanwhile();
    const { look, session } = request.input as { look: boolean; session: string };
    if (session !== 'fox') return { ok: false, error: 'none', error_code: 'SESSION_NOT_FOUND', hint: '' };
    if (!look && !person) return { ok: false, error: 'no', error_code: 'UNAUTHORIZED', hint: '' };
    const ticket = { socket: '/nowhere', ticket: 'x' };
    return { ok: true, data: { session: { id: 'fox', run: 'r1' }, ticket, right: look ? 'look' : 'type' } };
  };

type Opening = {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly keys?: readonly string[];
};
const asProgram = { authorization: `Bearer ${token}` };
const asPage = () => ({ cookie: `drover-${door.port}=${cookie}`, origin: `http://127.0.0.1:${door.port}` });

/** What comes, in order; text parsed. `more` resolves when so many have come. */
function open({ query = 'session=fox', headers = asProgram, keys = [] }: Opening = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${door.port}/v1/terminal?${query}`, ['drover.terminal', ...keys], {
    headers,
  });
  opened.push(socket);
  const came: unknown[] = [];
  const ears = new Set<() => void>();
  socket.on('message', (data, binary) => {
    came.push(binary ? data.toString() : JSON.parse(data.toString()));
    for (const ear of ears) ear();
  });
  const over = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(-1));
  });
  const more = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => came.length >= count && resolve();
      ears.add(look);
      look();
    });
  return { socket, came, over, more };
}
/** What was said before was heard: pings are answered in order. */
const heard = async ({ socket }: { socket: WebSocket }) => {
  const pong = new Promise((resolve) => socket.once('pong', resolve));
  socket.ping();
  await pong;
};

describe('a terminal', () => {
  it('comes as it looks with its size, then as it goes on, until its program ends', async () => {
    const { came, more, over } = open();
    await more(2);
    program.output(Buffer.from('\u001b[1mhello'));
    program.window(120, 50);
    program.over('ended', '');
    expect(await over).toBe(1000);
    expect(came).toEqual([
      { ok: true, data: { session: { id: 'fox', run: 'r1' }, right: 'look' } },
      { kind: 'picture', columns: 80, rows: 24 },
      '\u001b[1mhello',
      { kind: 'window', columns: 120, rows: 50 },
      { kind: 'ended', why: '' },
    ]);
  });

  it('hears nothing of who may only look', async () => {
    const page = open();
    await page.more(2);
    page.socket.send(Buffer.from('rm -rf /\r'));
    page.socket.send(JSON.stringify({ kind: 'resize', columns: 10, rows: 10 }));
    await heard(page);
    expect([typed, sizes]).toEqual([[], []]);
  });

  it('hears a person who asked to type', async () => {
    const page = open({ query: 'session=fox&right=type', headers: asPage(), keys: [`key.${key}`] });
    await page.more(2);
    page.socket.send(Buffer.from('yes\r'));
    page.socket.send(JSON.stringify({ kind: 'resize', columns: 132, rows: 50 }));
    await heard(page);
    expect([typed, sizes]).toEqual([['yes\r'], ['132x50']]);
    expect(asked).toMatchObject([{ command: 'session.attach', caller: { channel: 'web' } }]);
  });

  it('hears keys in their order, and none from the moment that their person may not', async () => {
    const waits = [40, 0, 20, 0];
    const about = new Set<string>();
    mayNot = async (act, session) => {
      about.add(`${act} ${session}`);
      await new Promise((resolve) => setTimeout(resolve, waits.shift() ?? 0));
      return typed.length < 3 ? null : fail('NOT_ALLOWED', 'Ada may not do this.').failure;
    };
    const page = open({ query: 'session=fox&right=type', headers: asPage(), keys: [`key.${key}`] });
    await page.more(2);
    for (const one of ['a', 'b', 'c', 'd', 'e']) page.socket.send(Buffer.from(one));
    expect(await page.over).toBe(1008);
    expect([typed, [...about]]).toEqual([['a', 'b', 'c'], ['type fox']]);
    expect(page.came.at(-1)).toMatchObject({ ok: false, error_code: 'NOT_ALLOWED', error: 'Ada may not do this.' });
  });

  it('is closed under a code where it cannot be told whether they may', async () => {
    mayNot = () => Promise.reject(new Error('the disk is full'));
    const page = open({ query: 'session=fox&right=type', headers: asPage(), keys: [`key.${key}`] });
    await page.more(2);
    page.socket.send(Buffer.from('a'));
    expect([await page.over, typed]).toEqual([1011, []]);
  });

  it('is not typed into by a program', async () => {
    const { came, over } = open({ query: 'session=fox&right=type' });
    expect(await over).toBe(1008);
    expect(came).toMatchObject([{ ok: false, error_code: 'UNAUTHORIZED' }]);
  });

  it('that is not there is said to be so', async () => {
    const { came, over } = open({ query: 'session=owl' });
    expect(await over).toBe(1008);
    expect(came).toMatchObject([{ ok: false, error_code: 'SESSION_NOT_FOUND' }]);
  });

  it.each<[string, () => Opening, number]>([
    ['nobody', () => ({ headers: {} }), 401],
    ['a wrong token', () => ({ headers: { authorization: 'Bearer wrong' } }), 401],
    ['a browser with the cookie alone', () => ({ headers: asPage() }), 401],
    ['a browser with another key', () => ({ headers: asPage(), keys: ['key.guessed'] }), 401],
    ['a page of another port', () => ({ headers: { ...asPage(), origin: 'http://127.0.0.1:3000' } }), 403],
    ['a page without a name', () => ({ headers: { cookie: asPage().cookie } }), 403],
    ['a name that leads here (DNS rebinding)', () => ({ headers: { ...asPage(), host: 'evil.example' } }), 403],
    ['who names no session', () => ({ query: '' }), 400],
  ])('is shown to %s not at all', async (_who, how, status) => {
    expect(await open(how()).over).toBe(status);
    expect(asked).toEqual([]);
  });

  it.each([
    ['no words', 'drop table'],
    ['other words', '{"kind":"kill"}'],
    ['a window of nothing', '{"kind":"resize","columns":0,"rows":0}'],
  ])('hangs up on %s', async (_what, text) => {
    const page = open();
    await page.more(2);
    page.socket.send(text);
    expect(await page.over).toBe(1003);
    await closed[0]?.promise;
  });

  it('hangs up on more keys at once than anybody types', async () => {
    const page = open({ query: 'session=fox&right=type', headers: asPage(), keys: [`key.${key}`] });
    await page.more(2);
    page.socket.send(Buffer.alloc(2 * 1024 * 1024));
    expect(await page.over).toBe(1009);
    expect(typed).toEqual([]);
  });

  it('waits for a page that draws slowly, and goes on when it has', async () => {
    const page = open();
    await page.more(2);
    const part = Buffer.alloc(256 * 1024, 'x');
    expect(program.output(part)).toBeNull();
    const slow = program.output(part);
    expect(slow).toBeInstanceOf(Promise);
    let goesOn = false;
    void slow?.then(() => {
      goesOn = true;
    });
    await page.more(4);
    await heard(page);
    expect(goesOn).toBe(false);
    page.socket.send(JSON.stringify({ kind: 'drawn', bytes: 2 * part.length }));
    await slow;
    expect(program.output(Buffer.from('.'))).toBeNull();
  });

  it('is let go of when its page goes, and when its person is signed out', async () => {
    const first = open();
    await first.more(2);
    first.socket.terminate();
    await first.over;
    const second = open({ headers: asPage(), keys: [`key.${key}`] });
    await second.more(2);
    signedOut.abort();
    expect(await second.over).toBe(1008);
    await Promise.all(closed.map(({ promise }) => promise));
    expect(closed).toHaveLength(2);
  });

  it('is not opened for who was signed out while it was looked for', async () => {
    meanwhile = () => signedOut.abort();
    const page = open({ headers: asPage(), keys: [`key.${key}`] });
    expect(await page.over).toBe(1008);
    expect([page.came, closed]).toEqual([[], []]);
  });

  it.each<[string, () => void]>([
    [
      'who asks cannot be looked up',
      () => {
        lookedFor = () => Promise.reject(new Error('the disk is full'));
      },
    ],
    [
      'what is asked meets a bug',
      () => {
        meanwhile = () => {
          throw new Error('the disk is full');
        };
      },
    ],
    [
      'the terminal cannot be opened',
      () => {
        opens = () => {
          throw new Error('the disk is full');
        };
      },
    ],
  ])('is closed under a code that says so where %s', async (_what, breaks) => {
    breaks();
    const page = open({ headers: asPage(), keys: [`key.${key}`] });
    expect(await page.over).toBe(1011);
    expect(page.came.at(-1)).toMatchObject({ error_code: 'INTERNAL', error: 'This met a bug (log b7).' });
  });

  it('whose page broke off, or spoke no WebSocket, keeps no place', async () => {
    const asSocket = { ...asPage(), 'sec-websocket-protocol': `drover.terminal, key.${key}`, ...ofSockets };
    const gone = async (page: Socket) => {
      page.resume();
      await once(page, 'close');
    };
    // Together more than there are places for.
    for (let round = 0; round < 25; round += 1) {
      const looked = Promise.withResolvers<void>();
      let waiting = 0;
      lookedFor = () => {
        waiting += 1;
        return looked.promise;
      };
      const broken = await Promise.all(Array.from({ length: 25 }, () => upgrade(asSocket)));
      await expect.poll(() => waiting).toBe(25);
      for (const page of broken) page.destroy();
      await Promise.all(Array.from({ length: 25 }, async () => gone(await upgrade(asProgram))));
      looked.resolve();
    }
    lookedFor = () => Promise.resolve();
    const { came, more } = open();
    await more(1);
    expect(came[0]).toMatchObject({ ok: true });
  });

  it('is refused to a stranger who then keeps the line to themselves, by hanging up', async () => {
    const stranger = await upgrade({}, true);
    stranger.resume();
    await once(stranger, 'end');
    const cut = once(stranger, 'error');
    const knock = setInterval(() => stranger.write('x'), 5);
    await cut;
    clearInterval(knock);
  });
});

const ofSockets = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };

/** As no browser does: these headers and no more. */
async function upgrade(headers: Record<string, string>, allowHalfOpen = false): Promise<Socket> {
  const socket = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen });
  await once(socket, 'connect');
  const lines = Object.entries({
    host: `127.0.0.1:${door.port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    ...headers,
  });
  socket.write(
    `GET /v1/terminal?session=fox HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  return socket;
}
