// A person signs a browser in, as programs: the link of the terminal, what the browser may do with it, the daemon's next life, the end of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebEntered, WebLink, WebSessions } from '../../src/contract/web.ts';
import { outliving } from '../fakes/outliving.ts';
import { makeCertificate } from '../fakes/tls/make-certificate.ts';
import { needs } from '../needs/needs.ts';
import { ownDoor } from './own-door.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let address: string;
let browser: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await openWorld({ remote: null });
  ownDoor(world);
});
afterAll(() => world.close());

async function post(path: string, body: object, headers: Readonly<Record<string, string>> = browser) {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, cookie: answer.headers.get('set-cookie'), reply: await answer.json() };
}

it('the link of a terminal makes a browser a person, once', async () => {
  const { url } = await world.must<WebLink>(['web']);
  const [at = '', link = ''] = url.split('/sign-in#');
  address = at;
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(`${address}/sign-in`)).text()).toContain('/sign-in.js');
  const entered = await post('/v1/web/session', { link }, {});
  const { data } = entered.reply as { data: WebEntered };
  browser = { cookie: entered.cookie?.split(';')[0] ?? '', 'x-drover-page': data.key };
  expect((await post('/v1/web/session', { link }, {})).status).toBe(401);
  // A policy is a person's matter alone.
  const change = { key: 'policy', value: 'careful' };
  expect(await post('/v1/config.set', change)).toMatchObject({ status: 200, reply: { ok: true } });
  const { 'x-drover-page': _, ...stolen } = browser;
  for (const path of ['config.set', 'service.board', 'task.list'])
    expect(await post(`/v1/${path}`, change, stolen)).toMatchObject({ status: 401, reply: { ok: false } });
  const token = readFileSync(join(world.state, 'http.token'), 'utf8').trim();
  expect(await post('/v1/config.set', change, { authorization: `Bearer ${token}` })).toMatchObject({
    reply: { error_code: 'UNAUTHORIZED' },
  });
  expect(readFileSync(join(world.state, 'drover.db')).includes(data.key)).toBe(false);
});

it('finds the page where it was after the daemon was killed, and is signed in there', async () => {
  process.kill(await world.daemonPid(), 'SIGKILL');
  const { address: again } = await world.until(
    () => world.must<WebSessions>(['web', 'list']),
    (told) => told.address !== null,
  );
  expect(again).toBe(address);
  expect(await post('/v1/service.ping', {})).toMatchObject({ status: 200 });
});

it('is told nothing more from the moment its person signs it out', async () => {
  const events = await fetch(`${address}/v1/events`, { headers: browser });
  expect(events.status).toBe(200);
  const { sessions } = await world.must<WebSessions>(['web', 'list']);
  await world.must(['web', 'revoke', sessions[0]?.id ?? '']);
  expect(await events.text()).toContain('event: end');
  expect((await post('/v1/service.ping', {})).status).toBe(401);
});

it('beyond this machine it is reached by TLS alone, under its own name', needs('openssl'), async () => {
  const { cert, key } = makeCertificate(world.folder);
  const port = Number(new URL(address).port);
  const http = (words: string) => world.setConfig(`surfaces: { http: { port: ${port}, ${words} } }\n`);
  expect(await world.ask(['config', 'set', 'surfaces.http.host', '0.0.0.0'])).toMatchObject({
    ...{ ok: false, error_code: 'CONFIG_INVALID' },
  });
  await world.must(['down']);
  http(`host: 0.0.0.0, url: "https://drover.test", tls: { cert: ${cert}, key: ${cert} }`);
  expect(await world.drover(['up'])).toMatchObject({ code: 4, err: expect.stringContaining('TLS_UNUSABLE') });
  http(`host: 0.0.0.0, url: "https://drover.test", tls: { cert: ${cert}, key: ${key} }`);
  const { url } = await world.must<WebLink>(['web']);
  expect(url).toMatch(/^https:\/\/drover\.test\/sign-in#/);
  const { checks } = await world.must<{ checks: { name: string; said: string }[] }>(['doctor']);
  expect(checks.find(({ name }) => name === 'http')?.said).toContain('https://drover.test, at 0.0.0.0');
  await expect(fetch(`${address}/`)).rejects.toThrow();
});

it('what a person does is told to a webhook, signed', async () => {
  const { promise: heard, resolve } = Promise.withResolvers<[string | undefined, string]>();
  const server = createServer(
    outliving(async (request, answer) => {
      resolve([String(request.headers['webhook-signature']), await text(request)]);
      answer.end();
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await world.drover(['down']);
  writeFileSync(join(world.folder, 'secret'), 'of the person', { mode: 0o600 });
  const hook = `url: "http://127.0.0.1:${port}/x", secret_file: ${join(world.folder, 'secret')}, kinds: ["act_*"]`;
  const ntfy = `ntfy: { url: "http://127.0.0.1:${port}/topic" }`;
  const email = 'email: { host: 127.0.0.1, from: a@b.test, to: [c@d.test] }';
  world.setConfig(`surfaces: { ${ntfy}, ${email}, webhooks: { pager: { ${hook} } } }\n`);
  const { checks } = await world.must<{ checks: { name: string; state: string }[] }>(['doctor']);
  for (const name of ['ntfy', 'email', 'webhook pager'])
    expect(checks).toContainEqual(expect.objectContaining({ name, state: 'ok' }));
  await world.must(['config', 'set', 'policy', 'careful']);
  const [signature, body] = await heard;
  expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(JSON.parse(body)).toMatchObject({ type: 'act_asked', data: { text: expect.stringContaining('config') } });
  server.close();
});

it('is elsewhere while another program has its port, which is said, and there again at the next start', async () => {
  await world.must(['down']);
  const other = createServer();
  await new Promise<void>((done) => other.listen(Number(new URL(address).port), '127.0.0.1', done));
  const moved = await world.drover(['web']);
  expect(moved.out).toContain(`Another program listens at ${address}`);
  expect(moved.out).not.toContain(`${address}/sign-in`);
  expect(await world.must(['web', 'list'])).toMatchObject({ moved_from: address });
  const { checks } = await world.must<{ checks: { name: string }[] }>(['doctor']);
  expect(checks).toContainEqual(expect.objectContaining({ name: 'http', state: 'note' }));
  await world.must(['down']);
  await new Promise((done) => other.close(done));
  const { url } = await world.must<WebLink>(['web']);
  expect(url).toContain(`${address}/sign-in#`);
});
