// The door reached from elsewhere: by real TLS, and through a real proxy.
import { mkdtempSync, rmSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeCertificate } from '../../../test/fakes/tls/make-certificate.ts';
import { startProxy } from '../../../test/fakes/tls/start-proxy.ts';
import { needs } from '../../../test/needs/needs.ts';
import type { Reply, Request } from '../../contract/protocol.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import { type Reach, type ServedHttp, serveHttp } from './serve-http.ts';
import type { WebAccess } from './sign-in.ts';

const token = 't'.repeat(43);
const cookie = 'c'.repeat(43);
const key = 'k'.repeat(43);
let folder: string;
let own: ReturnType<typeof makeCertificate>;
let door: ServedHttp;
let asked: string[];

const as =
  (who: string) =>
  async ({ command }: Request): Promise<Reply> => {
    asked.push(`${who} ${command}`);
    return { ok: true, data: { session: { id: 'fox', run: 'r1' }, ticket: {}, right: 'type' } };
  };
const web: WebAccess & { page: string } = {
  page: '/nowhere',
  program: async () => null,
  enter: async (link) =>
    link === 'good'
      ? { cookie, entered: { name: 'Ada', key, until: Date.now() + 60_000 } }
      : toReply(fail('UNAUTHORIZED', 'It was used.').failure),
  find: async (given, page) => {
    if (given !== cookie || page !== key) return null;
    return {
      session: 'w1',
      visitor: { name: 'Ada', person: true, until: 0 },
      ended: AbortSignal.any([]),
      mayNot: async () => null,
      dispatch: as('Ada'),
    };
  },
  leave: async () => undefined,
};
async function open(reach: Partial<Reach>): Promise<void> {
  asked = [];
  const usual = { host: '127.0.0.1', origin: 'https://drover.test', tls: null, proxies: [] };
  const terminal = () => ({ type: () => null, resize: () => undefined, close: () => undefined });
  door = await serveHttp({ port: 0, token, dispatch: as('program'), web, terminal, reach: { ...usual, ...reach } });
}

type Sent = {
  readonly port?: number;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly plain?: true;
};
/** As a browser that stands at that name sends it. */
function send(path: string, { port = door.port, body = {}, headers = {}, plain }: Sent = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; cookie: string }>();
  const all = { host: 'drover.test', origin: 'https://drover.test', 'sec-fetch-site': 'same-origin', ...headers };
  const to = { host: '127.0.0.1', port, path, method: 'POST', headers: all };
  const call = plain ? plainRequest(to) : request({ ...to, ca: own.read().cert, servername: 'drover.test' });
  call.on('response', (answer) => {
    answer.resume();
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookie: String(answer.headers['set-cookie']) }));
  });
  call.on('error', reject);
  call.end(JSON.stringify(body));
  return promise;
}
const signedIn = () => ({ cookie: `__Host-drover-${door.port}=${cookie}`, 'x-drover-page': key });

describe('a door that is reached from elsewhere', needs('openssl'), () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reach-'));
    own = makeCertificate(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => door.close());

  it('beyond this machine nothing is served in the clear, whoever asks for it', async () => {
    await open({});
    const reach = { host: '0.0.0.0', origin: 'https://drover.test', tls: null, proxies: [] };
    await expect(serveHttp({ port: 0, token, dispatch: as('program'), reach })).rejects.toThrow('TLS or a proxy');
  });

  it('by TLS a browser signs in with a cookie that is sent by TLS alone, and acts', async () => {
    await open({ tls: own.read() });
    const entered = await send('/v1/web/session', { body: { link: 'good' } });
    expect(entered.status).toBe(200);
    expect(entered.cookie).toMatch(new RegExp(`^__Host-drover-${door.port}=${cookie};.*Secure`));
    expect(entered.cookie).toContain('SameSite=Strict');
    expect((await send('/v1/task.create', { headers: signedIn() })).status).toBe(200);
    expect(asked).toEqual(['Ada task.create']);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a name that leads here (DNS rebinding)', { host: 'evil.example', origin: 'https://evil.example' }],
    ['who says by forged headers that it came elsewhere', { host: 'evil.example', 'x-forwarded-host': 'drover.test' }],
    ['the cookie of a door without TLS', { cookie: `drover-0=${cookie}` }],
  ])('by TLS %s asks nothing', async (_who, headers) => {
    await open({ tls: own.read() });
    expect((await send('/v1/task.create', { headers: { ...signedIn(), ...headers } })).status).toBeGreaterThan(400);
    expect(asked).toEqual([]);
  });

  it('who speaks in the clear to a door with TLS is not answered', async () => {
    await open({ tls: own.read() });
    await expect(send('/v1/service.ps', { plain: true })).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('a renewed certificate is shown to who comes next, and one that is none is refused', async () => {
    const other = makeCertificate(folder, { as: 'renewed', names: 'DNS:renewed.test' });
    await open({ tls: own.read() });
    expect(await shown(door.port)).toContain('drover.test');
    door.renew(other.read());
    expect(await shown(door.port)).toContain('renewed.test');
    expect(() => door.renew({ ...other.read(), key: own.read().key })).toThrow();
    expect(await shown(door.port)).toContain('renewed.test');
  });

  it('through the proxy it is the same, terminals too, and beside it nobody comes in', async () => {
    await open({ host: '127.0.0.1', proxies: ['127.0.0.1'] });
    const proxy = await startProxy(own, door.port);
    try {
      const through = { port: proxy.port };
      const entered = await send('/v1/web/session', { ...through, body: { link: 'good' } });
      expect(entered.cookie).toMatch(/^__Host-drover-\d+=c+;.*Secure/);
      expect((await send('/v1/task.create', { ...through, headers: signedIn() })).status).toBe(200);
      expect(asked).toEqual(['Ada task.create']);
      for (const headers of [
        { host: 'evil.example', origin: 'https://evil.example' },
        { host: 'evil.example', 'x-forwarded-host': 'drover.test' },
        { origin: 'https://evil.example' },
      ])
        expect((await send('/v1/task.create', { ...through, headers: { ...signedIn(), ...headers } })).status).toBe(
          403,
        );
      const socket = new WebSocket(
        `wss://127.0.0.1:${proxy.port}/v1/terminal?session=fox`,
        ['drover.terminal', `key.${key}`],
        {
          ca: own.read().cert,
          headers: { host: 'drover.test', origin: 'https://drover.test', cookie: signedIn().cookie },
        },
      );
      const { promise: told, resolve, reject } = Promise.withResolvers<unknown>();
      socket.on('open', resolve).on('error', reject);
      await told;
      socket.terminate();
      expect(asked.at(-1)).toBe('Ada session.attach');
    } finally {
      await proxy.close();
    }
  });

  it('who guesses links from elsewhere keeps nobody else from signing in', async () => {
    await open({ proxies: ['127.0.0.1'] });
    const from = (client: string, link: string) =>
      send('/v1/web/session', {
        plain: true,
        body: { link },
        headers: { 'x-forwarded-for': client, 'x-forwarded-host': 'drover.test' },
      });
    for (let n = 0; n < 20; n += 1) expect((await from('8.8.8.8', 'bad')).status).toBe(401);
    expect((await from('8.8.8.8', 'good')).status).toBe(429);
    expect((await from('9.9.9.9', 'good')).status).toBe(200);
  });
});

/** The names of the certificate that is shown. */
async function shown(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>();
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
    resolve(socket.getPeerCertificate()),
  );
  socket.on('error', reject);
  const { subjectaltname } = await promise;
  socket.destroy();
  return subjectaltname ?? '';
}
