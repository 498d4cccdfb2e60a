// A session's terminal through the door: who may see it, who may type, and what becomes of pages that are slow, loud or gone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Reply, Request } from '../../contract/protocol.ts';
import type { HttpDispatch } from './guard.ts';
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
const opened: WebSocket[] = [];

beforeEach(async () => {
  [asked, typed, sizes, signedOut] = [[], [], [], new AbortController()];
  closed = [];
  const find: WebAccess['find'] = async (given, page) => {
    if (given !== cookie) return null;
    const person = page === key;
    return { session: 'w1', visitor: { name: 'Ada', person, until: 0 }, ended: signedOut.signal, dispatch: as(person) };
  };
  const web = { page: '/nowhere', find, enter: async () => Promise.reject(new Error()), leave: async () => undefined };
  door = await serveHttp({
    ...{ port: 0, token, dispatch: as(false), web },
    terminal: (_ticket, _run, handlers) => {
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
  meanwhile = () => undefined;
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
});
