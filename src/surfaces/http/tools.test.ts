// Tools over HTTP, as their clients see them: the official ones of both versions, and those that are no good.
import { connect } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply, Request } from '../../contract/protocol.ts';
import type { Events } from './guard.ts';
import { type ServedHttp, serveHttp } from './serve-http.ts';

const token = 't'.repeat(43);
const secret = 's'.repeat(43);
let door: ServedHttp;
let asked: Request[];
let under: { now: number; most: number };
/** Resolves once a wait was given up. */
let left: PromiseWithResolvers<void>;
/** How often the flood was asked for more. */
let pulled: number;

beforeEach(async () => {
  [asked, under, pulled, left] = [[], { now: 0, most: 0 }, 0, Promise.withResolvers()];
  door = await serveHttp({ port: 0, token, dispatch, isSession: async (given) => given === secret });
});
afterEach(() => door.close());

function dispatch(said: Request, peer: { left: AbortSignal }): Promise<Reply> | Events {
  asked.push(said);
  if (said.command === 'service.wait') return beats(peer.left);
  if (said.command === 'run.watch') return flood(peer.left);
  return answer(said.command);
}

async function answer(command: string): Promise<Reply> {
  under.now += 1;
  under.most = Math.max(under.most, under.now);
  await new Promise((resolve) => setImmediate(resolve));
  under.now -= 1;
  if (command === 'task.show') return { ok: false, error: 'None.', error_code: 'TASK_NOT_FOUND', hint: 'Look.' };
  return { ok: true, data: { command } };
}

async function* beats(signal: AbortSignal): Events {
  yield { kind: 'beat' };
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  left.resolve();
  return { ok: true, data: {} };
}

async function* flood(signal: AbortSignal): Events {
  while (!signal.aborted) {
    pulled += 1;
    yield { text: 'x'.repeat(10_000) };
    await new Promise((resolve) => setImmediate(resolve));
  }
  left.resolve();
  return { ok: true, data: {} };
}

const url = () => new URL(`http://127.0.0.1:${door.port}/mcp`);
const bearing = (bearer: string) => ({ requestInit: { headers: { authorization: `Bearer ${bearer}` } } });
const info = { name: 'a test', version: '1' };

async function openNew(bearer: string): Promise<Client> {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(url(), bearing(bearer)));
  return client;
}
/** What both have in common is all that is used of it. */
async function openOld(bearer: string): Promise<Client> {
  const client = new OldClient(info);
  await client.connect(new OldTransport(url(), bearing(bearer)) as never);
  return client as unknown as Client;
}

describe.each([
  ['2.x', openNew],
  ['1.x', openOld],
])('the official client %s', (_version, open) => {
  let client: Client;
  beforeEach(async () => {
    client = await open(token);
  });
  afterEach(() => client.close());

  it('finds the tools, and gets the document that --json prints, refusals too', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('task_create');
    expect(await client.callTool({ name: 'service_board', arguments: {} })).toMatchObject({
      structuredContent: { ok: true, data: { command: 'service.board' } },
    });
    expect(await client.callTool({ name: 'task_show', arguments: { task: 'shop-1' } })).toMatchObject({
      ...{ isError: true, structuredContent: { ok: false, error_code: 'TASK_NOT_FOUND' } },
    });
  });

  it('reads texts', async () => {
    const { contents } = await client.readResource({ uri: 'drover://task/shop-1/log' });
    expect(contents).toMatchObject([{ uri: 'drover://task/shop-1/log', mimeType: 'application/json' }]);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow();
  });

  it('hears what happens meanwhile, and gives a call up', async () => {
    const gaveUp = new AbortController();
    const waiting = client.callTool(
      { name: 'service_wait', arguments: { id: 'r1' } },
      ...([
        ...(open === openOld ? [undefined] : []),
        { signal: gaveUp.signal, onprogress: () => gaveUp.abort('enough') },
      ] as never[]),
    );
    await expect(waiting).rejects.toThrow();
    await left.promise;
  });

  it('goes on where the daemon began anew', async () => {
    const { port } = door;
    await door.close();
    door = await serveHttp({ port, token, dispatch, isSession: async () => false });
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });

  it('is that session where it comes with its secret, and nobody without one', async () => {
    const agent = await open(secret);
    await agent.callTool({ name: 'service_board', arguments: {} });
    expect(asked.at(-1)?.caller).toMatchObject({ session: secret, channel: 'mcp', nonce: '' });
    await agent.close();
    await client.callTool({ name: 'service_board', arguments: {} });
    expect(asked.at(-1)?.caller).not.toHaveProperty('session');
    await expect(open('x'.repeat(43))).rejects.toThrow();
  });
});

const headers = {
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const post = (body: string, more: Record<string, string> = {}) =>
  fetch(url(), { method: 'POST', headers: { ...headers, ...more }, body });
const call = (id: unknown, name = 'service_board') => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: {}, _meta: { progressToken: 1 } },
});

describe('a client that is no good', () => {
  it.each([
    ['no token', { authorization: '' }, 401],
    ['another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a page of another origin', { origin: 'http://evil.example' }, 403],
  ])('%s is not heard', async (_who, more, status) => {
    const got = await post(JSON.stringify(call(1)), more);
    expect([got.status, asked]).toEqual([status, []]);
  });

  it.each([
    '',
    'garbage',
    '{"half":',
    '[]',
    '5',
    'null',
    '{}',
    '{"jsonrpc":"1.0"}',
    '\u0000',
    '{"jsonrpc":"2.0","id":{},"method":"tools/call"}',
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: { deep: [] } } }),
  ])('sends %j, and is served on', async (body) => {
    const got = await post(body);
    await got.text();
    expect(got.status).toBeLessThan(500);
    expect(asked).toEqual([]);
    expect((await post(JSON.stringify(call(1)))).status).toBe(200);
  });

  it('sends too much, as one text or as a list', async () => {
    expect((await post('x'.repeat(2 * 1024 * 1024))).status).toBe(413);
    const list = Array.from({ length: 65 }, (_, id) => call(id));
    expect((await post(JSON.stringify(list))).status).toBe(413);
    expect(asked).toEqual([]);
  });

  it('asks 500 at once, of which each is answered or told to wait, and is served on', async () => {
    const all = await Promise.all(
      Array.from({ length: 500 }, async (_, id) => (await post(JSON.stringify(call(id)))).text()),
    );
    expect(all.filter((text) => !/"ok\\?":true|BUSY/.test(text))).toEqual([]);
    expect(all.some((text) => text.includes('service.board'))).toBe(true);
    expect(under.most).toBeLessThanOrEqual(64);
    expect(await (await post(JSON.stringify(call(501)))).text()).toContain('service.board');
  });

  it("gives up what is another's", async () => {
    const own = await post(JSON.stringify(call(7, 'service_wait')), { 'mcp-session-id': 'one' });
    const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    const first = own.body?.getReader();
    await first?.read();
    let over = false;
    void left.promise.then(() => {
      over = true;
    });
    await post(cancel, { 'mcp-session-id': 'two' });
    await post(cancel, { 'mcp-session-id': 'one', authorization: `Bearer ${secret}` });
    expect(over).toBe(false);
    await post(cancel, { 'mcp-session-id': 'one' });
    await left.promise;
  });

  it('goes, and what it waited for is given up', async () => {
    const gone = new AbortController();
    await fetch(url(), {
      ...{ method: 'POST', headers, signal: gone.signal },
      body: JSON.stringify(call(1, 'service_wait')),
    });
    gone.abort();
    await left.promise;
  });

  it('never reads, and is told no more than waits to be read', async () => {
    const body = JSON.stringify(call(1, 'run_watch'));
    const socket = connect(door.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    const lines = Object.entries({ host: `127.0.0.1:${door.port}`, ...headers, 'content-length': String(body.length) });
    socket.write(`POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
    let before = -1;
    while (pulled === 0 || pulled !== before) {
      before = pulled;
      for (let round = 0; round < 200; round += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(pulled).toBeLessThan(2_000);
    expect((await post(JSON.stringify(call(2)))).status).toBe(200);
    socket.destroy();
    await left.promise;
  });
});
