// Facts told elsewhere: to a real server on loopback, from a real store.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSender, type Hooks } from '../../src/channels/webhook/keep-sent.ts';
import { signatureOf } from '../../src/channels/webhook/post.ts';
import type { WebhookWords } from '../../src/ports/config.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { type ManualClock, manualClock } from '../fakes/clock.ts';
import { instantDisk } from '../fakes/instant-disk.ts';
import { aTask, silent } from './store-rows.ts';

const hourMs = 60 * 60_000;
type Heard = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

let folder: string;
let store: Store;
let clock: ManualClock;
let server: Server;
let heard: Heard[];
/** What is answered under a path; 204 where nothing is said. */
let answers: Map<string, number>;
let hooks: Hooks | null;
const secret = 'a secret of the person';
const running = new AbortController().signal;
const task = aTask(1);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-'));
  clock = manualClock();
  store = await openSqliteStore({ path: join(folder, 'drover.db'), clock, log: silent, sync: instantDisk });
  await store.transact((tx) => tx.insert(task));
  [heard, answers] = [[], new Map()];
  server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      heard.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const status = answers.get(path) ?? 204;
      if (status === 0) return;
      answer.writeHead(status, { location: url('/elsewhere'), ...(status === 503 ? { 'retry-after': '1800' } : {}) });
      answer.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hooks = { pager: hook('/pager') };
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const hook = (path: string, more: Partial<WebhookWords> = {}): WebhookWords => ({
  ...{ url: url(path), secret_env: 'HOOK_SECRET', kinds: ['task_paused', 'copy_*'] },
  ...more,
});
let made = 0;
const open = (env: Record<string, string> = { HOOK_SECRET: secret }) =>
  createSender({
    ...{ store, clock, log: silent, rings: { wait: () => new Promise(() => undefined) } },
    ids: { secret: () => '', uuid: () => `id-${++made}` },
    hooks: async () => hooks,
    secrets: () => ({ env, expand: (path) => path.replace('~', folder) }),
  });
/** Kinds that are wanted and not. */
const say = (...kinds: ('paused' | 'resumed')[]) =>
  store.transact((tx) =>
    tx.say(task.id, task.task, clock.now(), kinds.map((kind) => ({ kind: `task_${kind}` })) as never),
  );
const idsOf = (all: readonly Heard[]) => all.map(({ headers }) => headers['webhook-id']);

describe('a webhook', () => {
  it('is told each fact that it wants, once, signed so that whoever has the secret sees that it is whole', async () => {
    const sender = open();
    await say('paused');
    await sender.sendAll(running);
    expect(heard).toEqual([]);
    await say('paused', 'resumed');
    await sender.sendAll(running);
    await sender.sendAll(running);
    expect(heard).toHaveLength(1);
    const [{ headers, body }] = heard as [Heard];
    expect(JSON.parse(body)).toMatchObject({ type: 'task_paused', data: { task: 'shop-1', text: expect.any(String) } });
    const [id = '', timestamp = ''] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
    expect(Number(timestamp)).toBe(Math.floor(clock.now() / 1000));
    expect(headers['webhook-signature']).toBe(`v1,${signatureOf(secret, id, timestamp, body)}`);
    expect(signatureOf(secret, id, timestamp, `${body} `)).not.toBe(signatureOf(secret, id, timestamp, body));
    expect(await sender.standing(false)).toMatchObject([{ name: 'pager', waiting: 0, givenUp: 0, why: null }]);
  });

  it('is signed as the known examples of Standard Webhooks are', () => {
    const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    expect(signatureOf(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', body)).toBe(
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is tried again under the same id, each time later, and then given up and said so', async () => {
    answers.set('/pager', 500);
    const sender = open();
    await sender.sendAll(running);
    await say('paused');
    const waits: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const ms = await sender.sendAll(running);
      waits.push(ms);
      await clock.advance(ms);
    }
    expect(waits).toEqual([5_000, 15_000, 45_000, 135_000]);
    expect(new Set(idsOf(heard)).size).toBe(1);
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
    expect(await sender.standing(false)).toMatchObject([{ waiting: 1, why: 'it answered 500' }]);
    while ((await sender.standing(false))[0]?.givenUp === 0) {
      await clock.advance(6 * hourMs);
      await sender.sendAll(running);
    }
    const count = heard.length;
    expect(count).toBeLessThan(40);
    await clock.advance(24 * hourMs);
    await sender.sendAll(running);
    expect(heard).toHaveLength(count);
    answers.delete('/pager');
    expect(await sender.standing(true)).toMatchObject([{ givenUp: 0 }]);
    await sender.sendAll(running);
    expect(idsOf(heard).at(-1)).toBe(idsOf(heard)[0]);
    expect(await sender.standing(false)).toMatchObject([{ waiting: 0, givenUp: 0, why: null }]);
  });

  it('waits as long as it is asked to, and is given up at once where nothing is wanted any more', async () => {
    answers.set('/pager', 503);
    const sender = open();
    await sender.sendAll(running);
    await say('paused');
    expect(await sender.sendAll(running)).toBe(hourMs / 2);
    answers.set('/pager', 410);
    await clock.advance(hourMs / 2);
    await sender.sendAll(running);
    expect(await sender.standing(false)).toMatchObject([{ waiting: 0, givenUp: 1, why: 'it answered 410' }]);
  });

  it('follows nobody elsewhere', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      answers.set('/pager', status);
      const sender = open();
      await sender.sendAll(running);
      await say('paused');
      await sender.sendAll(running);
      expect(await sender.standing(false)).toMatchObject([
        { why: expect.stringContaining(`${status}, which leads elsewhere`) },
      ]);
      await clock.advance(24 * hourMs);
    }
    expect(new Set(heard.map(({ path }) => path))).toEqual(new Set(['/pager']));
  });

  it('that is down while very much happens has so many rows and no more, and is told all of it once afterwards', async () => {
    answers.set('/pager', 500);
    const rows = (kind: string) => store.read((reads) => reads.channelRows('webhook', kind));
    const sender = open();
    await sender.sendAll(running);
    const much = 1_600;
    await say(...Array<'paused'>(much).fill('paused'));
    for (let round = 0; round < 4; round += 1) await clock.advance(await sender.sendAll(running));
    expect((await rows('waiting')).length).toBeLessThan(1_500);
    answers.delete('/pager');
    heard = [];
    for (let ms = 0; heard.length < much && ms < hourMs; ) {
      ms = await sender.sendAll(running);
      await clock.advance(ms);
    }
    const positions = heard.map(({ body }) => (JSON.parse(body) as { data: { position: number } }).data.position);
    // Those that were refused come behind the others.
    const untried = positions.filter((position) => position > 10);
    expect(untried).toEqual(untried.toSorted((one, other) => one - other));
    expect([positions.length, new Set(positions).size]).toEqual([much, much]);
    expect(await rows('waiting')).toEqual([]);
  });

  it('is told all although another one is down and has no room', async () => {
    hooks = { down: hook('/down'), pager: hook('/pager') };
    answers.set('/down', 500);
    const sender = open();
    await sender.sendAll(running);
    await say(...Array<'paused'>(1_200).fill('paused'));
    for (let round = 0; round < 4; round += 1) await clock.advance(await sender.sendAll(running));
    expect(heard.filter(({ path }) => path === '/pager')).toHaveLength(1_200);
  });

  it('that wants nothing more keeps the last thousand that it did not take, and what is new', async () => {
    answers.set('/pager', 410);
    const sender = open();
    await sender.sendAll(running);
    for (let some = 0; some < 3; some += 1) {
      await say(...Array<'paused'>(400).fill('paused'));
      await sender.sendAll(running);
      await clock.advance(1);
    }
    await say('paused');
    await sender.sendAll(running);
    const kept = await store.read((reads) => reads.channelRows('webhook', 'given_up'));
    expect(kept).toHaveLength(1_001);
    expect(kept.at(-1)?.key).toBe(`pager/${await store.read((reads) => reads.position())}`);
  });

  it('what is refused once holds up nothing that is new', async () => {
    answers.set('/pager', 400);
    const sender = open();
    await sender.sendAll(running);
    await say('paused');
    await sender.sendAll(running);
    await say('paused', 'paused');
    await clock.advance(5_000);
    answers.set('/pager', 204);
    heard = [];
    await sender.sendAll(running);
    expect(heard.map(({ body }) => JSON.parse(body).data.position)).toEqual([2, 3, 1]);
  });

  it('one that is down holds up no other', async () => {
    hooks = { down: hook('/down'), pager: hook('/pager') };
    answers.set('/down', 500);
    const sender = open();
    await sender.sendAll(running);
    await say('paused', 'paused', 'paused');
    await sender.sendAll(running);
    const told = Map.groupBy(heard, ({ path }) => path);
    expect([told.get('/down')?.length, told.get('/pager')?.length]).toEqual([1, 3]);
  });

  it('one whose secret cannot be used delays no other', async () => {
    hooks = { unsigned: hook('/unsigned', { secret_env: 'NONE' }), pager: hook('/pager') };
    answers.set('/pager', 500);
    const sender = open();
    await sender.sendAll(running);
    await say('paused');
    expect(await sender.sendAll(running)).toBe(5_000);
    await clock.advance(5_000);
    answers.set('/pager', 204);
    expect(await sender.sendAll(running)).toBe(60_000);
    expect(heard.map(({ path }) => path)).toEqual(['/pager', '/pager']);
  });
});

describe('over a restart', () => {
  it('what happened meanwhile is told, and nothing twice', async () => {
    await open().sendAll(running);
    await say('paused');
    await open().sendAll(running);
    await open().sendAll(running);
    expect(heard).toHaveLength(1);
  });

  it('what was under way is sent again under the same id', async () => {
    answers.set('/pager', 0);
    const killed = new AbortController();
    const sender = open();
    await sender.sendAll(running);
    await say('paused');
    const sending = sender.sendAll(killed.signal);
    while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    killed.abort();
    await sending;
    answers.delete('/pager');
    await open().sendAll(running);
    expect(heard).toHaveLength(2);
    expect(new Set(idsOf(heard)).size).toBe(1);
  });

  it('a hook that is new begins with what happens from then on; one that is gone takes its deliveries along', async () => {
    answers.set('/pager', 500);
    const sender = open();
    await sender.sendAll(running);
    await say('paused');
    await sender.sendAll(running);
    hooks = { other: hook('/other') };
    await clock.advance(hourMs);
    await sender.sendAll(running);
    hooks = null;
    await say('paused');
    await sender.sendAll(running);
    hooks = { other: hook('/other'), pager: hook('/pager') };
    await sender.sendAll(running);
    expect(heard.map(({ path }) => path)).toEqual(['/pager', '/other']);
  });
});

it('nothing is sent unsigned: without a secret, or with one that others may read, it waits and says so', async () => {
  const sender = open({});
  await sender.sendAll(running);
  await say('paused');
  await sender.sendAll(running);
  expect(await sender.standing(false)).toMatchObject([{ why: expect.stringContaining('HOOK_SECRET') }]);
  const guessed = open({ HOOK_SECRET: 'whsec_c2hvcnQ=' });
  await guessed.sendAll(running);
  expect(await guessed.standing(false)).toMatchObject([{ why: expect.stringContaining('whsec_') }]);
  hooks = { pager: { url: url('/pager'), secret_file: '~/secret' } };
  writeFileSync(join(folder, 'secret'), secret);
  chmodSync(join(folder, 'secret'), 0o644);
  await sender.sendAll(running);
  expect(await sender.standing(false)).toMatchObject([{ why: expect.stringContaining('chmod 600') }]);
  expect(heard).toEqual([]);
  chmodSync(join(folder, 'secret'), 0o600);
  await sender.sendAll(running);
  expect(heard).toHaveLength(1);
});
