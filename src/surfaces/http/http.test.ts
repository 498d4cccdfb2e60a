import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply, Request } from '../../contract/protocol.ts';
import { Failed } from '../../contract/to-reply.ts';
import type { Events } from './guard.ts';
import { type ServedHttp, serveHttp } from './serve-http.ts';

const token = 'a'.repeat(43);
let door: ServedHttp;
let asked: Request[];
beforeEach(async () => {
  silence = Promise.withResolvers();
  asked = [];
  door = await serveHttp({ port: 0, token, dispatch });
});
afterEach(() => door.close());

function dispatch(said: Request): Promise<Reply> | Events {
  asked.push(said);
  if (said.command === 'service.wait') return beats();
  if (said.command === 'service.events') return journal(said.input as { from?: number });
  if (said.command === 'session.stop')
    return Promise.resolve({ ok: false, error: 'none', error_code: 'SESSION_NOT_FOUND', hint: '' });
  if (said.command === 'service.board') return Promise.resolve({ ok: true, data: { words } });
  return Promise.resolve({ ok: true, data: { sessions: [] } });
}

/** More than is sent as it is. */
const words = 'late '.repeat(4000);

async function* beats(): Events {
  yield { kind: 'beat' };
  return { ok: true, data: { exit: 0 } };
}

/** Of a journal in which nothing happens until the test is over. */
let silence: PromiseWithResolvers<void>;

async function* journal({ from = 1 }: { from?: number }): Events {
  if (from > 3) await silence.promise;
  for (let position = from; position <= 3; position += 1) yield { position, seq: 1, type: 'session_ready' };
  return { ok: true, data: { position: 3, ended: true } };
}

type Sent = { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> };

function send(path: string, { method = 'POST', body = '', headers = { authorization: `Bearer ${token}` } }: Sent = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: door.port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

it.each([
  ['a long reply is packed for who takes it', 'service.board', 'gzip, br', 'gzip'],
  ['a long reply is sent as it is to who does not', 'service.board', 'identity', null],
  ['a short reply is sent as it is', 'service.ps', 'gzip', null],
  ['what is told bit by bit is sent as it comes', 'service.wait', 'gzip', null],
])('%s', async (_what, command, takes, packed) => {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': takes };
  const reply = await fetch(`http://127.0.0.1:${door.port}/v1/${command}`, { method: 'POST', headers, body: '{}' });
  const text = await reply.text();
  expect(reply.headers.get('content-encoding')).toBe(packed);
  expect(text.includes(words)).toBe(command === 'service.board');
});

it('WT-88 what a caller without the token sends is not read', async () => {
  const size = 256 * 1024 * 1024;
  const part = Buffer.alloc(1024 * 1024);
  const socket = connect(door.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.write(`POST /v1/service.ps HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nContent-Length: ${size}\r\n\r\n`);
  const pump = () => {
    while (socket.writable && socket.bytesWritten < size)
      if (!socket.write(part)) return void socket.once('drain', pump);
  };
  pump();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(size / 2);
  expect(await send('/v1/service.ps')).toMatchObject({ status: 200 });
});

describe('HX-71 the door', () => {
  it('answers nobody without the token, on every known route, and asks nothing of the daemon', async () => {
    for (const headers of [{}, { authorization: `Bearer ${'b'.repeat(43)}` }, { authorization: `Basic ${token}` }])
      for (const path of ['/v1/service.ps', '/v1/session.send', '/v1/session.start'])
        expect(await send(path, { headers: headers as Record<string, string> }), path).toMatchObject({ status: 401 });
    expect(await send('/v1/events', { method: 'GET', headers: {} })).toMatchObject({ status: 401 });
    expect(asked).toEqual([]);
  });

  it('does not know other routes, with or without the token', async () => {
    expect(await send('/v1/session.nothing')).toMatchObject({ status: 404 });
    expect(await send('/v1/toString', { headers: {} })).toMatchObject({ status: 404 });
    expect(await send('/', { method: 'GET', headers: {} })).toMatchObject({ status: 404 });
  });

  it('refuses what is no JSON, and more than 1 MiB, with codes of the table', async () => {
    expect(await send('/v1/service.ps', { body: '{"all":' })).toMatchObject({ status: 400 });
    expect(await send('/v1/service.ps', { body: `{"id":"${'x'.repeat(1024 * 1024)}"}` })).toMatchObject({
      status: 413,
    });
    expect(asked).toEqual([]);
  });

  it('lets no page of another origin in, and answers to its own names only', async () => {
    const authorization = `Bearer ${token}`;
    expect(await send('/v1/service.ps', { headers: { authorization, origin: 'http://evil.example' } })).toMatchObject({
      status: 403,
    });
    expect(
      await send('/v1/service.ps', { headers: { authorization, host: `evil.example:${door.port}` } }),
    ).toMatchObject({
      status: 403,
    });
    const own = `http://127.0.0.1:${door.port}`;
    expect(await send('/v1/service.ps', { headers: { authorization, origin: own } })).toMatchObject({ status: 200 });
  });

  it('hands a request on as one of nobody in particular, who stands in no folder', async () => {
    await send('/v1/session.send', { body: '{"session":"ada","text":"hi"}' });
    expect(asked[0]).toMatchObject({
      command: 'session.send',
      input: { session: 'ada', text: 'hi', cwd: '/' },
      caller: { channel: 'http', nonce: '' },
    });
  });

  it('describes itself to whoever of this machine asks, and to no other name', async () => {
    await door.close();
    const description = join(import.meta.dirname, '../../../docs/openapi.json');
    door = await serveHttp({ port: 0, token, dispatch, description });
    const { status, text } = await send('/v1/openapi.json', { method: 'GET', headers: {} });
    expect(status).toBe(200);
    expect(Object.keys(JSON.parse(text).paths)).toContain('/v1/service.ps');
    expect((await send('/v1/openapi.json', { method: 'GET', headers: { host: 'evil.example' } })).status).toBe(403);
  });

  it('gives a refusal the status of its code', async () => {
    expect(await send('/v1/session.stop')).toMatchObject({
      status: 404,
      text: expect.stringContaining('SESSION_NOT_FOUND'),
    });
  });

  it('tells events as lines to who wants them, else the reply alone', async () => {
    expect((await send('/v1/service.wait')).text.trim().split('\n')).toHaveLength(1);
    const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
    const { text } = await send('/v1/service.wait', { headers });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ event: { kind: 'beat' } }, { ok: true, data: { exit: 0 } }]);
  });

  it('tells any stream as server-sent events to who wants those', async () => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const { text } = await send('/v1/service.wait', { headers });
    expect(text.match(/^(event|data): .*$/gm)).toEqual([
      'event: event',
      'data: {"kind":"beat"}',
      'event: end',
      'data: {"ok":true,"data":{"exit":0}}',
    ]);
  });

  it('tells the journal as lines to who wants those, from where they say', async () => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
    const { text } = await send('/v1/events?after=2', { method: 'GET', headers });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ event: { position: 3 } }, { ok: true }]);
  });

  it('tells a reader at once that it is heard, when nothing happens', async () => {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': '3' };
    const answer = await fetch(`http://127.0.0.1:${door.port}/v1/events`, { headers });
    const { value } = (await answer.body?.getReader().read()) ?? {};
    const guards = ['content-type', 'cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name));
    expect(guards).toEqual(['text/event-stream', 'no-cache', 'nosniff']);
    expect(new TextDecoder().decode(value)).toMatch(/^: /);
    silence.resolve();
  });

  it('goes on after the event that a reader saw last', async () => {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': '1' };
    const { text } = await send('/v1/events', { method: 'GET', headers });
    expect(text.match(/^id: .*$/gm)).toEqual(['id: 2', 'id: 3']);
  });
});

describe('what a forge tells', () => {
  type Told = { trigger?: string; headers: Readonly<Record<string, string>>; body: string };
  let told: Told[];
  const signed = { 'x-hub-signature-256': 'sha256=right', host: 'drover.example.com', origin: 'https://evil.example' };
  beforeEach(async () => {
    told = [];
    await door.close();
    door = await serveHttp({
      ...{ port: 0, token, dispatch },
      hook: async ({ trigger, headers, body }) => {
        told.push({ ...(trigger !== null && { trigger }), headers, body: Buffer.from(body).toString() });
        return headers['x-hub-signature-256'] === 'sha256=right'
          ? { ok: true, data: { tasks: 1 } }
          : { ok: false, error: 'not signed', error_code: 'UNAUTHORIZED', hint: '' };
      },
    });
  });
  const hook = (more: Sent = {}) => send('/v1/hooks/forge', { headers: signed, ...more });

  it('comes in without the token and from any host, with its signature and body as they came', async () => {
    expect(
      await hook({ body: '{"a": 1}', headers: { ...signed, cookie: 'x', authorization: 'Bearer y' } }),
    ).toMatchObject({
      status: 200,
      text: expect.stringContaining('"tasks":1'),
    });
    expect(told).toEqual([{ headers: { 'x-hub-signature-256': 'sha256=right' }, body: '{"a": 1}' }]);
    expect(asked).toEqual([]);
    expect(await send('/v1/service.ps', { headers: signed })).toMatchObject({ status: 403 });
  });

  it('is looked at by nobody where it is not signed, too long, or not told by POST', async () => {
    expect(await hook({ headers: {} })).toMatchObject({ status: 401 });
    expect(await hook({ body: 'x'.repeat(1024 * 1024 + 1) })).toMatchObject({ status: 413 });
    expect(await hook({ method: 'GET' })).toMatchObject({ status: 404 });
    expect(told).toEqual([]);
  });

  it('is heard of a trigger under its name, and what floods one kind keeps the other from nothing', async () => {
    const headers = {
      'webhook-id': 'm1',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,x',
      'x-gitlab-token': 'y',
    };
    expect(await send('/v1/hooks/trigger/alert', { headers, body: 'x' })).toMatchObject({ status: 401 });
    const { 'x-gitlab-token': _, ...own } = headers;
    expect(told).toEqual([{ trigger: 'alert', headers: own, body: 'x' }]);
    for (let number = 0; number < 30; number += 1) await send('/v1/hooks/trigger/alert', { headers });
    expect(await send('/v1/hooks/trigger/alert', { headers })).toMatchObject({ status: 429 });
    expect((await hook()).status).toBe(200);
  });

  it('is told that it was too much after many wrong signatures, and one that is right is heard all the same', async () => {
    const wrong = { headers: { 'x-hub-signature-256': 'sha256=wrong' } };
    const seen: number[] = [];
    for (let number = 0; number < 320; number += 1) seen.push((await hook(wrong)).status);
    expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(new Set(seen.slice(20))).toEqual(new Set([429]));
    expect((await hook()).status).toBe(200);
  });

  it('is heard so often in a minute and no more, whoever has the secret', async () => {
    const seen: number[] = [];
    for (let number = 0; number < 302; number += 1) seen.push((await hook()).status);
    expect(seen.filter((status) => status === 200)).toHaveLength(300);
    expect(told).toHaveLength(300);
  });

  it('is not kept out by those who send and never come to an end: the oldest of them gives way', async () => {
    let refused = 0;
    const slow = Array.from({ length: 80 }, () => {
      const socket = connect({ port: door.port, host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.on('data', (text) => {
        if (String(text).startsWith('HTTP/1.1 429')) refused += 1;
      });
      socket.write('POST /v1/hooks/forge HTTP/1.1\r\nhost: x\r\nx-gitlab-token: y\r\ncontent-length: 9\r\n\r\n');
      return socket;
    });
    await expect.poll(async () => (await hook()).status).toBe(200);
    await expect.poll(() => refused).toBeGreaterThanOrEqual(16);
    for (const socket of slow) socket.destroy();
  });
});

it('has no door for forges where nobody hears them', async () => {
  expect(await send('/v1/hooks/forge', { headers: { 'x-gitlab-token': 'x' } })).toMatchObject({ status: 404 });
});

describe('many at once', () => {
  const authorization = { authorization: `Bearer ${token}` };
  /** A reader of the journal that has its first event, and reads nothing more. */
  const reader = () =>
    new Promise<ClientRequest>((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port: door.port, path: '/v1/events', headers: authorization, agent: false },
        (answer) =>
          answer.once('data', () => {
            answer.pause();
            resolve(call);
          }),
      );
      call.on('error', reject);
      call.end();
    });

  it('who listens, idle or never reading, keeps nobody from asking', async () => {
    await door.close();
    door = await serveHttp({
      port: 0,
      token,
      dispatch: (said) => (said.command === 'service.events' ? quiet() : dispatch(said)),
    });
    const readers = await Promise.all(Array.from({ length: 1_000 }, reader));
    expect(await send('/v1/service.ps')).toMatchObject({ status: 200 });
    for (const each of readers) each.destroy();
  });

  it('who listens and hears nothing holds no web stream', async () => {
    await door.close();
    door = await serveHttp({ port: 0, token, dispatch: quiet });
    const streams = () => queryObjects(ReadableStream, { format: 'count' });
    const before = streams();
    const readers = await Promise.all(Array.from({ length: 20 }, reader));
    expect(streams()).toBe(before);
    for (const each of readers) each.destroy();
  });

  it('who never reads is told no more than waits to be read, and the journal ends for who has left', async () => {
    await door.close();
    const ended = Promise.withResolvers<void>();
    let told = 0;
    door = await serveHttp({
      port: 0,
      token,
      async *dispatch(_said, { left }) {
        left.addEventListener('abort', () => ended.resolve());
        for (; !left.aborted; told += 1) yield { position: told, type: 'note', text: words };
        return { ok: true, data: {} };
      },
    });
    const call = await reader();
    let before = -1;
    for (let calm = 0; calm < 20; calm += 1) {
      if (told !== before) calm = 0;
      before = told;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(told * words.length).toBeLessThan(32 * 1024 * 1024);
    call.destroy();
    await ended.promise;
  });

  it('a stream that fails is cut, so that its reader does not take it for whole', async () => {
    await door.close();
    door = await serveHttp({
      port: 0,
      token,
      // biome-ignore lint/correctness/useYield: it fails before it tells anything.
      async *dispatch() {
        throw new Error('the disk is gone');
      },
    });
    const answer = fetch(`http://127.0.0.1:${door.port}/v1/events`, { headers: authorization });
    await expect(answer.then((begun) => begun.text())).rejects.toThrow();
  });

  it('64 may ask at once, the next is told to wait, and every place is given back', async () => {
    await door.close();
    const asking: (() => void)[] = [];
    const slow = () => new Promise<Reply>((resolve) => asking.push(() => resolve({ ok: true, data: {} })));
    door = await serveHttp({
      port: 0,
      token,
      dispatch: (said) => (said.command === 'service.ps' ? slow() : dispatch(said)),
    });
    const first = Array.from({ length: 64 }, () => send('/v1/service.ps'));
    while (asking.length < 64) await new Promise((resolve) => setImmediate(resolve));
    expect(await send('/v1/service.board')).toMatchObject({ status: 429, text: expect.stringContaining('BUSY') });
    // A wait is no question of a moment, and is counted with those who listen.
    expect((await send('/v1/service.wait')).status).toBe(200);
    for (const end of asking) end();
    expect(new Set((await Promise.all(first)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await send('/v1/service.board')).status).toBe(200);
  });

  it('who writes slowly holds no place, and is hung up on in its time', async () => {
    const slow = Array.from({ length: 100 }, () => {
      const socket = connect(door.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`POST /v1/service.ps HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n`);
      socket.write(`Authorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{`);
      return socket;
    });
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await send('/v1/service.ps')).toMatchObject({ status: 200 });
    for (const socket of slow) socket.destroy();
  });

  it('hundreds that are opened and cut leave nothing behind', async () => {
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        Array.from({ length: 200 }, async () => {
          const socket = connect(door.port, '127.0.0.1');
          socket.on('error', () => undefined);
          await new Promise((resolve) => socket.once('connect', resolve));
          socket.write('POST /v1/service.ps HTTP/1.1\r\nHost:');
          socket.destroy();
        }),
      );
    expect(await send('/v1/service.ps')).toMatchObject({ status: 200 });
  });
});

/** One event, then nothing until nobody reads. */
async function* quiet(): Events {
  yield { position: 1, seq: 1, type: 'session_ready' };
  return new Promise<Reply>(() => undefined);
}

it('HX-21 a busy port is told as such', async () => {
  const busy = await serveHttp({ port: door.port, token, dispatch }).catch((error: unknown) => error);
  expect(busy).toBeInstanceOf(Failed);
  expect((busy as Failed).failure).toMatchObject({ error_code: 'PORT_BUSY', details: { port: door.port } });
});

describe('bytes that no client sends', () => {
  /** All that is said until it is hung up on. */
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(door.port, '127.0.0.1');
      let said = '';
      socket.setEncoding('latin1');
      socket.on('data', (part) => {
        said += part;
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(said));
      socket.write(text);
    });
  const first = 'POST /v1/service.ps HTTP/1.1\r\n';
  const host = () => `Host: 127.0.0.1:${door.port}\r\n`;
  const known = `Authorization: Bearer ${token}\r\nConnection: close\r\n`;

  it.each<[string, () => string, readonly string[]]>([
    ['headers of 64 KiB', () => `${first}${host()}${known}X: ${'x'.repeat(65_536)}\r\n\r\n`, ['431']],
    ['no Host', () => `${first}${known}Content-Length: 2\r\n\r\n{}`, ['400']],
    ['two lengths', () => `${first}${host()}${known}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, ['400']],
    [
      'a length beside pieces',
      () => `${first}${host()}${known}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ['400'],
    ],
    ['two hosts', () => `${first}${host()}Host: evil.example\r\n${known}Content-Length: 2\r\n\r\n{}`, ['403']],
    ['a header with no name', () => `${first}${host()}${known}: x\r\n\r\n`, ['400']],
    ['a zero in the path', () => `POST /v1/service.ps\0 HTTP/1.1\r\n${host()}${known}\r\n`, ['400']],
    [
      'another host in its first line',
      () =>
        `POST http://evil.example/v1/service.ps HTTP/1.1\r\nHost: evil.example\r\n${known}Content-Length: 2\r\n\r\n{}`,
      ['403'],
    ],
  ])('%s are refused, and nothing is asked', async (_what, text, statuses) => {
    const said = await raw(text());
    expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(statuses);
    expect(asked).toEqual([]);
    expect(await send('/v1/service.ps')).toMatchObject({ status: 200 });
  });

  it('a second request behind the first has no token of its own', async () => {
    const own = `${host()}Authorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`;
    const said = await raw(`${first}${own}POST /v1/service.down HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`);
    expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '401']);
    expect(asked.map(({ command }) => command)).toEqual(['service.ps']);
  });
});
