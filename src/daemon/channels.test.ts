// What reaches nobody elsewhere is told on the board: over real servers that refuse.
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, person } from '../../test/fakes/commands/open-bench.ts';
import { createDispatch } from '../commands/dispatch.ts';
import type { Reply } from '../contract/protocol.ts';
import type { Board } from '../contract/service.ts';
import { type OpenChannels, openChannels } from './channels.ts';

let bench: Bench;
let server: Server;
let status: number;
let channels: OpenChannels;
let stop: AbortController;

beforeEach(async () => {
  status = 410;
  server = createServer((request, answer) => {
    request.resume();
    answer.writeHead(status).end(JSON.stringify({ ok: false, error_code: status, description: 'refused' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench = await openBench();
  Object.assign(bench.env, { HOOK: 'a secret' });
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await channels.close();
  server.closeAllConnections();
  server.close();
  await bench.close();
});

async function open(surfaces: (at: string) => string) {
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(bench.file, `workspaces: { shop: ${bench.checkout} }\nsurfaces: ${surfaces(at)}\n`);
  channels = openChannels(
    bench.ports,
    async () => ({ ok: true, data: null }),
    () => null,
  );
  await channels.refresh();
}
async function stuck() {
  const dispatch = createDispatch({ ...bench.ports, channels });
  const peer = { person, pid: null, cwd: '/', env: null, channel: 'terminal' } as const;
  const board = (await dispatch({ command: 'service.board', input: {} }, peer)) as Reply<Board>;
  if (!board.ok) throw new Error(board.error);
  return board.data.standstills.map(({ about, why, todo }) => `${about}: ${why}; ${todo}`);
}
const minutes = (count: number) => {
  bench.clock.shift += count * 60_000;
};

it('a webhook that gave a delivery up stands there at once, and goes when it is taken after all', async () => {
  await open((at) => `{ webhooks: { pager: { url: "${at}/x", secret_env: HOOK, kinds: [task_created] } } }`);
  const keeping = channels.keepSent(stop.signal);
  await expect.poll(async () => bench.store.read((reads) => reads.channelRows('webhook', 'cursor'))).toHaveLength(1);
  await bench.must('task.create', { text: 'x', cwd: bench.checkout });
  await expect
    .poll(stuck)
    .toEqual([
      expect.stringMatching(
        /^webhook pager: 127\.0\.0\.1:\d+: it answered 410; 0 wait, 1 were given up; .drover doctor --fix/,
      ),
    ]);
  status = 200;
  await channels.checks(true);
  bench.ports.bell.ring();
  await expect.poll(stuck).toEqual([]);
  stop.abort();
  await keeping;
});

it('a channel that nobody hears anything on stands there after ten minutes, from the first time, and goes when it works', async () => {
  status = 500;
  await open((at) => `{ ntfy: { url: "${at}/topic" } }`);
  const [ntfy] = channels.list();
  const tell = () => ntfy?.showNote('topic', 'shop-1', 'released');
  await tell();
  expect(await stuck()).toEqual([]);
  minutes(6);
  await tell();
  minutes(5);
  expect(await stuck()).toEqual([expect.stringMatching(/^ntfy: .*500.*; it is tried again by itself/)]);
  status = 200;
  minutes(16);
  await tell();
  expect(await stuck()).toEqual([]);
});

it('a chat whose token is refused stands there at once, and doctor says since when', async () => {
  status = 401;
  Object.assign(bench.env, { TOKEN: `123456789:${'A'.repeat(35)}` });
  await open((at) => `{ telegram: { token_env: TOKEN, api_root: "${at}" } }`);
  expect(await stuck()).toEqual([expect.stringMatching(/^telegram: .*; .drover doctor. says what it wants/)]);
  const [check] = await channels.checks(false);
  expect(check).toMatchObject({
    name: 'telegram',
    state: 'bad',
    said: expect.stringMatching(/\(since 20[\dT:-]+Z\)$/),
  });
});

it('what is configured later is opened once it is heeded, and closed again; a file that is as it was changes nothing', async () => {
  await open(() => '{ }');
  const names = () => channels.list().map(({ name }) => name);
  expect(names()).toEqual([]);
  const write = (surfaces: string) =>
    writeFileSync(bench.file, `workspaces: { shop: ${bench.checkout} }\nsurfaces: ${surfaces}\n`);
  write('{ ntfy: { url: "http://127.0.0.1:9/topic" } }');
  await channels.heed();
  expect(names()).toEqual(['ntfy']);
  const [opened] = channels.list();
  await channels.heed();
  expect(channels.list()[0]).toBe(opened);
  write('{ ntfy: [');
  await channels.heed();
  expect(names()).toEqual(['ntfy']);
  write('{ }');
  await channels.heed();
  expect(names()).toEqual([]);
});

it('a chat whose server does not answer holds up no change of the configuration', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  Object.assign(bench.env, { TOKEN: `123456789:${'A'.repeat(35)}` });
  const telegram = `telegram: { token_env: TOKEN, api_root: "http://127.0.0.1:${(silent.address() as AddressInfo).port}" }`;
  const opening = open(() => `{ ${telegram} }`);
  await expect.poll(() => channels.list().map(({ name }) => name)).toEqual(['telegram']);
  writeFileSync(
    bench.file,
    `workspaces: { shop: ${bench.checkout} }\nsurfaces: { ${telegram}, ntfy: { url: "http://127.0.0.1:9/topic" } }\n`,
  );
  const first = await Promise.race([channels.heed().then(() => 'heeded'), opening.then(() => 'opened')]);
  expect(first).toBe('heeded');
  expect(channels.list().map(({ name }) => name)).toEqual(['ntfy', 'telegram']);
  silent.closeAllConnections();
  silent.close();
});

it('a chat that cannot be reached stands there after ten minutes', async () => {
  Object.assign(bench.env, { TOKEN: `123456789:${'A'.repeat(35)}` });
  await open(() => '{ telegram: { token_env: TOKEN, api_root: "http://127.0.0.1:9" } }');
  expect(await stuck()).toEqual([]);
  minutes(11);
  expect(await stuck()).toEqual([expect.stringMatching(/^telegram: .*; it is tried again by itself/)]);
});
