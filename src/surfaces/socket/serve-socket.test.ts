import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Reply, Request } from '../../contract/protocol.ts';
import type { SocketDispatch } from './connection.ts';
import { type ServedSocket, serveSocket } from './serve-socket.ts';

let folder: string;
let served: ServedSocket | undefined;
const bugs: unknown[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-socket-'));
});
afterEach(async () => {
  await served?.close();
  served = undefined;
  bugs.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

const log = { warn: () => undefined, bug: (error: unknown) => `b${bugs.push(error)}` };
const caller = { pid: 1, version: '1.0.0', nonce: '', cwd: '/', channel: 'terminal' as const };
const request = (command: string, input: unknown = {}): Request => ({ command, input, caller });
const done = (data: unknown): Reply => ({ ok: true, data });
const path = () => join(folder, 'state', 'drover.sock');

async function serve(dispatch: SocketDispatch): Promise<void> {
  served = await serveSocket({ path: path(), version: '1.2.3', dispatch, log });
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await turn();
  collect();
}

/** Everything the daemon says until it hangs up. */
async function hear(socket: Socket): Promise<Record<string, unknown>[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  socket.destroy();
  const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function say(bytes: string | Uint8Array): Promise<Record<string, unknown>[]> {
  const socket = connect(path());
  socket.on('error', () => undefined);
  socket.write(bytes);
  return hear(socket);
}

const ask = (command: string, input?: unknown) => say(`${JSON.stringify(request(command, input))}\n`);

it('greets with its version, answers one request and hangs up', async () => {
  await serve(async ({ command, input }) => done({ command, input }));
  expect(await ask('task.list', { all: true })).toEqual([
    { hello: { version: '1.2.3', pid: process.pid } },
    { ok: true, data: { command: 'task.list', input: { all: true } } },
  ]);
});

it('has mode 0600 in a folder of 0700', async () => {
  await serve(async () => done(null));
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
});

it('replaces the socket that a killed daemon left', async () => {
  await serve(async () => done('old'));
  const second = await serveSocket({ path: path(), version: '2.0.0', dispatch: async () => done('new'), log });
  expect((await ask('x')).at(-1)).toEqual(done('new'));
  await second.close();
});

it('sends events before the reply', async () => {
  await serve(async function* () {
    yield { n: 1 };
    yield { n: 2 };
    return done('end');
  });
  expect((await ask('task.watch')).slice(1)).toEqual([{ event: { n: 1 } }, { event: { n: 2 } }, done('end')]);
});

it('stops a stream when its client leaves, also while nothing happens', async () => {
  const stopped = Promise.withResolvers<void>();
  await serve(async function* (_request, peer) {
    yield { n: 1 };
    if (!peer.left.aborted) await once(peer.left, 'abort');
    stopped.resolve();
    return done(null);
  });
  const socket = connect(path());
  socket.write(`${JSON.stringify(request('task.watch'))}\n`);
  await once(socket, 'data');
  socket.destroy();
  await stopped.promise;
});

it('keeps nothing of what it has sent while the stream goes on', async () => {
  const sent: WeakRef<object>[] = [];
  await serve(async function* () {
    for (let n = 0; n < 20; n += 1) {
      const event = { n };
      sent.push(new WeakRef(event));
      yield event;
    }
    await collectGarbage();
    return done(sent.slice(0, 10).filter((event) => event.deref() !== undefined).length);
  });
  expect((await ask('task.watch')).at(-1)).toEqual(done(0));
});

it('keeps U+2028 and newlines in strings on their line', async () => {
  await serve(async ({ input }) => done(input));
  expect((await ask('x', { text: 'a\u2028b\nc' })).at(-1)).toEqual(done({ text: 'a\u2028b\nc' }));
});

it('puts a request together from single bytes', async () => {
  await serve(async ({ input }) => done(input));
  const socket = connect(path());
  const heard = hear(socket);
  for (const byte of Buffer.from(`${JSON.stringify(request('x', { text: '早上好' }))}\n`))
    socket.write(Buffer.of(byte));
  expect((await heard).at(-1)).toEqual(done({ text: '早上好' }));
});

it('answers a client that has closed its writing half', async () => {
  await serve(async () => done('late'));
  const socket = connect({ path: path(), allowHalfOpen: true });
  socket.end(`${JSON.stringify(request('x'))}\n`);
  expect((await hear(socket)).at(-1)).toEqual(done('late'));
});

it.each([
  ['no JSON', 'garbage\n'],
  ['no object', '[1]\n'],
  ['null', 'null\n'],
  ['no caller', '{"command":"x","input":{}}\n'],
  ['a pid that is none', `${JSON.stringify({ ...request('x'), caller: { ...caller, pid: '1' } })}\n`],
  ['an environment of numbers', `${JSON.stringify({ ...request('x'), caller: { ...caller, env: { A: 1 } } })}\n`],
])('refuses %s with USAGE and goes on serving others', async (_what, bytes) => {
  await serve(async () => done('fine'));
  expect((await say(bytes)).at(-1)).toMatchObject({ ok: false, error_code: 'USAGE' });
  expect((await ask('x')).at(-1)).toEqual(done('fine'));
});

it('refuses a request of more than 8 MiB', async () => {
  await serve(async () => done('fine'));
  expect((await say(Buffer.alloc(8 * 1024 * 1024 + 1, 'a'))).at(-1)).toMatchObject({ error_code: 'TEXT_TOO_LONG' });
});

it('takes a request of just under 8 MiB', async () => {
  await serve(async ({ input }) => done((input as { text: string }).text.length));
  expect((await ask('x', { text: 'a'.repeat(8_000_000) })).at(-1)).toEqual(done(8_000_000));
});

it('survives any bytes', async () => {
  await serve(async () => done('fine'));
  const anything = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
    const socket = connect(path());
    socket.on('error', () => undefined);
    socket.end(bytes);
    await hear(socket);
  });
  await fc.assert(anything, { numRuns: 60 });
  expect((await ask('x')).at(-1)).toEqual(done('fine'));
});

it('answers a hundred clients at once, each its own', async () => {
  await serve(async ({ input }) => done(input));
  const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => ask('x', { n })));
  expect(replies.map((lines) => lines.at(-1))).toEqual(Array.from({ length: 100 }, (_, n) => done({ n })));
});

it('tells a bug as INTERNAL with a log id and no stack', async () => {
  await serve(async () => Promise.reject(new Error('broken')));
  const reply = (await ask('x')).at(-1);
  expect(reply).toMatchObject({ ok: false, error_code: 'INTERNAL', details: { log_id: 'b1' } });
  expect(JSON.stringify(reply)).not.toContain('serve-socket.test');
  expect(bugs).toHaveLength(1);
});

it('tells a bug in the middle of a stream, after the events before it', async () => {
  await serve(async function* () {
    yield { n: 1 };
    throw new Error('broken');
  });
  expect((await ask('x')).slice(1)).toMatchObject([{ event: { n: 1 } }, { error_code: 'INTERNAL' }]);
});

it('gives a request under way its reply when it closes, and hangs up on idle clients', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Reply>();
  await serve(() => {
    asked.resolve();
    return answer.promise;
  });
  const idle = hear(connect(path()));
  const reply = ask('x');
  await asked.promise;
  const closed = served?.close();
  served = undefined;
  answer.resolve(done('in time'));
  expect((await reply).at(-1)).toEqual(done('in time'));
  expect(await idle).toMatchObject([{ hello: {} }]);
  await closed;
});
