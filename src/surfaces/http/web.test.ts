// Browsers at the door: who signs in by a link is a person, and nobody else becomes one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply, Request } from '../../contract/protocol.ts';
import { type Failure, fail, toReply } from '../../contract/to-reply.ts';
import type { Events } from './guard.ts';
import type { PushAccess } from './push.ts';
import { type ServedHttp, serveHttp } from './serve-http.ts';
import type { WebAccess } from './sign-in.ts';
import type { KeepUpload } from './uploads.ts';

const token = 't'.repeat(43);
const cookie = 'c'.repeat(43);
const key = 'k'.repeat(43);
const until = Date.now() + 3_600_000;
let folder: string;
let door: ServedHttp;
/** What was asked, and as whom. */
let asked: [string, Request][];
let left: string[];
let kept: [string, string, Buffer][];
let subscriptions: [string, unknown][];
let signedOut: AbortController;
let mayNotBring: Failure | null;
let thrown: Error | null;

beforeEach(async () => {
  [mayNotBring, thrown] = [null, null];
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><p>the page');
  writeFileSync(join(folder, 'web', 'assets', 'main-1a2b.js'), 'let page;'.repeat(100));
  writeFileSync(join(folder, 'secret.txt'), 'not for browsers');
  [asked, left, kept, subscriptions, signedOut] = [[], [], [], [], new AbortController()];
  const links = new Set(['once']);
  const web: WebAccess & { page: string; keep: KeepUpload; push: PushAccess } = {
    page: join(folder, 'web'),
    program: async () => fail('UNAUTHORIZED', 'A program may not.').failure,
    enter: async (link) =>
      links.delete(link)
        ? { cookie, entered: { name: 'Ada', key, until } }
        : toReply(fail('UNAUTHORIZED', 'This link was used already.').failure),
    find: async (given, page) => {
      if (given !== cookie) return null;
      const person = page === key;
      const visitor = { name: 'Ada', person, until };
      if (thrown !== null) throw thrown;
      const dispatch = dispatchAs(person ? 'Ada' : 'unknown');
      return { session: 'w1', visitor, ended: signedOut.signal, dispatch, mayNot: async () => mayNotBring };
    },
    push: {
      look: async () => ({ key: 'p'.repeat(87), on: subscriptions.length > 0 }),
      change: async (session, subscription) => {
        if (subscription?.endpoint.includes('127.0.0.1') === true) return fail('USAGE', 'That is no service.').failure;
        subscriptions.push([session, subscription]);
        return null;
      },
    },
    leave: async (session) => void left.push(session),
    keep: async (visit, name, content) => {
      kept.push([visit, name, Buffer.from(content)]);
      return { name, path: `/kept/${name}`, bytes: content.length };
    },
  };
  door = await serveHttp({ port: 0, token, dispatch: dispatchAs('program'), web, bug: () => 'b7' });
});
afterEach(async () => {
  await door.close();
  rmSync(folder, { recursive: true, force: true });
});

const dispatchAs =
  (who: string) =>
  (said: Request, peer: { left: AbortSignal }): Promise<Reply> | Events => {
    asked.push([who, said]);
    return said.command === 'service.events' ? journal(peer.left) : Promise.resolve({ ok: true, data: { who } });
  };

async function* journal(signal: AbortSignal): Events {
  yield { position: 1, seq: 1, type: 'session_ready' };
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return { ok: true, data: { position: 1, ended: true } };
}

type Sent = { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> };
type Got = { status: number; text: string; bytes: Buffer; headers: Record<string, string | undefined> };

/** As the page itself sends it, unless it is said otherwise; an empty header is none. */
function send(path: string, { method = 'POST', body = '', headers = {} }: Sent = {}): Promise<Got> {
  const origin = `http://127.0.0.1:${door.port}`;
  const usual = {
    host: `127.0.0.1:${door.port}`,
    ...(method === 'GET' ? {} : { origin }),
    'sec-fetch-site': 'same-origin',
  };
  const all = Object.fromEntries(Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== ''));
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: door.port, path, method, headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { set, ...rest } = { set: answer.headers['set-cookie']?.join(), ...answer.headers };
        const status = answer.statusCode ?? 0;
        resolve({ status, text: bytes.toString(), bytes, headers: { ...(rest as object), 'set-cookie': set } });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}
const withCookie = (more: Record<string, string> = {}) => ({
  cookie: `drover-${door.port}=${cookie}`,
  'x-drover-page': key,
  ...more,
});
const enter = (link = 'once', headers: Record<string, string> = {}) =>
  send('/v1/web/session', { body: JSON.stringify({ link }), headers });

describe('signing in', () => {
  it('a link gives a cookie that no program of a page reads and no other site sends', async () => {
    const { status, text, headers } = await enter();
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ ok: true, data: { name: 'Ada', key, until } });
    expect(text).not.toContain(cookie);
    expect(headers['set-cookie']).toMatch(new RegExp(`^drover-${door.port}=${cookie};`));
    for (const rule of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Expires='])
      expect(headers['set-cookie']).toContain(rule);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('a link that was used lets nobody in', async () => {
    await enter();
    const { status, headers } = await enter();
    expect([status, headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('is refused to other pages, to other hosts and to what is no link', async () => {
    expect((await enter('once', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await enter('once', { origin: '' })).status).toBe(403);
    expect((await enter('once', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await enter('once', { host: `evil.example:${door.port}`, origin: '' })).status).toBe(403);
    expect((await send('/v1/web/session', { body: '{"link":5}' })).status).toBe(400);
    expect((await send('/v1/web/session', { body: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(400);
    expect((await enter()).status).toBe(200);
  });

  it('is not looked at any more after many wrong links', async () => {
    const seen = [];
    for (let n = 0; n < 30; n += 1) seen.push((await enter(`guess${n}`)).status);
    expect(seen.filter((status) => status === 401)).toHaveLength(20);
    expect((await enter()).status).toBe(429);
  });

  it('says who is signed in, and signs out', async () => {
    expect((await send('/v1/web/session', { method: 'GET' })).status).toBe(401);
    const seen = await send('/v1/web/session', { method: 'GET', headers: withCookie() });
    expect(JSON.parse(seen.text)).toEqual({ ok: true, data: { name: 'Ada', person: true, until } });
    const other = await send('/v1/web/session', {
      method: 'DELETE',
      headers: withCookie({ origin: 'http://evil.example' }),
    });
    expect([other.status, left]).toEqual([403, []]);
    const out = await send('/v1/web/session', { method: 'DELETE', headers: withCookie() });
    expect([out.status, left]).toEqual([200, ['w1']]);
    expect(out.headers['set-cookie']).toMatch(/Max-Age=0/);
  });
});

describe('a browser that is signed in', () => {
  it('asks as its person on the channel web', async () => {
    const { status, text } = await send('/v1/question.answer', { body: '{}', headers: withCookie() });
    expect([status, JSON.parse(text)]).toEqual([200, { ok: true, data: { who: 'Ada' } }]);
    expect(asked[0]?.[1]).toMatchObject({ command: 'question.answer', caller: { channel: 'web', nonce: '' } });
  });

  it('is nobody with the cookie alone, which every port of this machine is sent', async () => {
    for (const page of ['', token])
      for (const [method, path] of [
        ['POST', '/v1/question.answer'],
        ['POST', '/v1/service.board'],
        ['GET', '/v1/events'],
      ] as const)
        expect((await send(path, { method, headers: withCookie({ 'x-drover-page': page }) })).status).toBe(401);
    expect(asked).toEqual([]);
  });

  it.each([
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page of another port of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['a page without a name', { origin: 'null' }],
    ['who does not say where from', { origin: '' }],
    ['a page of another site, by the word of the browser', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port, by the word of the browser', { 'sec-fetch-site': 'same-site' }],
    ['a name that leads here (DNS rebinding)', { host: 'evil.example', origin: 'http://evil.example' }],
    ['this address under another port', { host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }],
  ])('%s asks nothing with its cookie', async (_who, headers) => {
    expect((await send('/v1/question.answer', { headers: withCookie(headers) })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('a page of another site does not even read with it', async () => {
    const headers = withCookie({ 'sec-fetch-site': 'cross-site' });
    expect((await send('/v1/events', { method: 'GET', headers })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it.each([
    ['another cookie', () => `drover-${door.port}=${'d'.repeat(43)}`],
    ['a cookie of another daemon', () => `drover-1=${cookie}`],
    ['no cookie of ours', () => `session=${cookie}`],
    ['what is no cookie', () => `drover-${door.port}=${'%00'.repeat(20)}`],
  ])('%s lets nobody in', async (_what, given) => {
    const headers = { cookie: given(), 'x-drover-page': key };
    expect((await send('/v1/service.ps', { headers })).status).toBe(401);
    expect(asked).toEqual([]);
  });

  it('who shows the token is a program, whatever cookie comes along', async () => {
    await send('/v1/service.ps', { headers: withCookie({ authorization: `Bearer ${token}` }) });
    expect(asked.map(([who, { caller }]) => [who, caller.channel])).toEqual([['program', 'http']]);
    expect((await send('/v1/service.ps', { headers: withCookie({ authorization: 'Bearer wrong' }) })).status).toBe(401);
  });

  it('is told of a bug by its number in the log, and nothing of what was thrown', async () => {
    thrown = new Error('at /home/ada/secret.ts:7');
    const { status, text } = await send('/v1/service.ps', { headers: withCookie() });
    expect([status, text]).toEqual([500, expect.stringContaining('This met a bug (log b7).')]);
    expect(text).not.toContain('secret.ts');
  });

  it('is told nothing more from the moment it is signed out', async () => {
    const told = send('/v1/events', { method: 'GET', headers: withCookie() });
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    signedOut.abort();
    expect((await told).text).toContain('event: end');
  });
});

describe('a file that a person brings', () => {
  const bring = (path: string, headers: Record<string, string>, body = 'a log') =>
    send(path, { body, headers: { 'content-type': 'application/octet-stream', ...headers } });
  const asPerson = () => ({ cookie: `drover-${door.port}=${cookie}`, 'x-drover-page': key });

  it('is kept as it is, and says where it stands', async () => {
    const told = await bring('/v1/uploads?name=app%20%E6%97%A5.log', asPerson());
    expect([told.status, JSON.parse(told.text)]).toEqual([
      200,
      { ok: true, data: { name: 'app 日.log', path: '/kept/app 日.log', bytes: 5 } },
    ]);
    expect(kept).toEqual([['w1', 'app 日.log', Buffer.from('a log')]]);
  });

  it.each<[string, () => Record<string, string>, number]>([
    ['the cookie alone', () => ({ cookie: asPerson().cookie }), 401],
    ['a program', () => ({ authorization: `Bearer ${token}` }), 403],
    ['a page of another port', () => ({ ...asPerson(), origin: 'http://127.0.0.1:3000' }), 403],
    ['nobody', () => ({}), 401],
  ])('is not taken from %s', async (_who, headers, status) => {
    expect((await bring('/v1/uploads?name=x', headers())).status).toBe(status);
    expect(kept).toEqual([]);
  });

  it('is not taken from a person who may not', async () => {
    mayNotBring = fail('NOT_ALLOWED', 'Ada may not do this.').failure;
    const told = await bring('/v1/uploads?name=x', asPerson());
    expect([told.status, JSON.parse(told.text)]).toMatchObject([403, { error_code: 'NOT_ALLOWED' }]);
    expect(kept).toEqual([]);
  });

  it('has a name and no more than 20 MB', async () => {
    expect(JSON.parse((await bring('/v1/uploads', asPerson())).text)).toMatchObject({ error_code: 'USAGE' });
    const large = await bring('/v1/uploads?name=x', asPerson(), 'x'.repeat(20 * 1024 * 1024 + 1));
    expect(JSON.parse(large.text)).toMatchObject({ error_code: 'TEXT_TOO_LONG' });
    expect(kept).toEqual([]);
  });
});

describe('what a browser is told on', () => {
  const asPerson = () => ({ cookie: `drover-${door.port}=${cookie}`, 'x-drover-page': key });
  const subscription = {
    ...{ endpoint: 'https://push.test/x', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22), key: 'p'.repeat(87) },
    language: 'en',
  };
  const put = (headers: Record<string, string>, body: object = subscription) =>
    send('/v1/web/push', { method: 'PUT', body: JSON.stringify(body), headers });

  it('is kept for that browser alone, told of, and taken back', async () => {
    const look = () => send('/v1/web/push', { method: 'GET', headers: asPerson() });
    expect(JSON.parse((await look()).text)).toEqual({ ok: true, data: { key: 'p'.repeat(87), on: false } });
    expect(JSON.parse((await put(asPerson())).text)).toMatchObject({ ok: true, data: { on: true } });
    await send('/v1/web/push', { method: 'DELETE', headers: asPerson() });
    expect(subscriptions).toEqual([
      ['w1', subscription],
      ['w1', null],
    ]);
  });

  it.each<[string, () => Record<string, string>, number]>([
    ['the cookie alone', () => ({ cookie: asPerson().cookie }), 403],
    ['a page of another port', () => ({ ...asPerson(), origin: 'http://127.0.0.1:3000' }), 403],
    ['a program', () => ({ authorization: `Bearer ${token}` }), 401],
    ['nobody', () => ({}), 401],
  ])('is not taken from %s', async (_who, headers, status) => {
    expect((await put(headers())).status).toBe(status);
    expect(subscriptions).toEqual([]);
  });

  it.each([
    ['no JSON object', []],
    ['keys that are none', { ...subscription, p256dh: 'B' }],
    ['more than it is', { ...subscription, extra: 1 }],
    ['a place that is none', { ...subscription, endpoint: 'https://127.0.0.1/x' }],
  ])('is refused as %s', async (_what, body) => {
    expect(JSON.parse((await put(asPerson(), body)).text)).toMatchObject({ error_code: 'USAGE' });
    expect(subscriptions).toEqual([]);
  });
});

describe('the page', () => {
  it('is given to every browser of this machine, under rules that let no foreign program in', async () => {
    const { status, text, headers } = await send('/', { method: 'GET' });
    expect([status, text, headers['content-type']]).toEqual([
      200,
      '<!doctype html><p>the page',
      'text/html; charset=utf-8',
    ]);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/default-src 'none'.*script-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(/script-src[^;]*(unsafe|\*|data:)/.test(policy)).toBe(false);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    expect((await send('/', { method: 'GET', headers: { host: 'evil.example' } })).status).toBe(403);
  });

  it.each([
    ['127.0.0.1', 'http://localhost:*'],
    ['localhost', 'http://127.0.0.1:*'],
  ])('U3 at %s frames nothing that is sent its cookie', async (name, framed) => {
    const { headers } = await send('/', { method: 'GET', headers: { host: `${name}:${door.port}` } });
    expect(/frame-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]).toBe(framed);
  });

  it('has files that never change and come packed where the browser wants that', async () => {
    const { headers, bytes } = await send('/assets/main-1a2b.js', {
      method: 'GET',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' });
    expect(headers['cache-control']).toContain('immutable');
    expect(gunzipSync(bytes).toString()).toBe('let page;'.repeat(100));
    expect((await send('/assets/main-1a2b.js', { method: 'GET' })).text).toHaveLength(900);
  });

  it('is shown for its own addresses, and nothing else of the disk is', async () => {
    expect((await send('/task/shop-1', { method: 'GET' })).text).toContain('the page');
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '//secret.txt',
      '/gone.js',
    ])
      expect([path, (await send(path, { method: 'GET' })).status]).toEqual([path, 404]);
    expect((await send('/v1/nothing', { method: 'GET' })).status).toBe(404);
    expect((await send('/', { method: 'PUT' })).status).toBe(404);
  });

  it('signs in by a program in a file of its own', async () => {
    const { text, headers } = await send('/sign-in', { method: 'GET' });
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('<script src="/sign-in.js"></script>');
    expect(text).toContain('<link rel="icon" href="/icon.svg"');
    expect(/<script>|\son\w+=/.test(text)).toBe(false);
    expect((await send('/sign-in.js', { method: 'GET' })).text).toContain('/v1/web/session');
  });
});
