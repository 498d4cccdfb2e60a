// Drover as a server of tools, as its clients see it: the official one, and those that are no good.
import { PassThrough } from 'node:stream';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandName } from '../../contract/commands.ts';
import type { Reply } from '../../contract/protocol.ts';
import { createMcp, type McpAsk } from './create-mcp.ts';
import { serveMcp } from './serve-stdio.ts';

let asked: [CommandName, object][];
let under: { most: number; now: number };
let client: Client;
let left: boolean;
beforeEach(async () => {
  [asked, under, left] = [[], { most: 0, now: 0 }, false];
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcp({ ask, cwd: '/here' }).connect(there);
  client = new Client({ name: 'a test', version: '1' });
  await client.connect(here);
});
afterEach(() => client.close());

const ask: McpAsk = async (command, input, { signal, onEvent }): Promise<Reply> => {
  asked.push([command, input]);
  under.now += 1;
  under.most = Math.max(under.most, under.now);
  await new Promise((resolve) => setImmediate(resolve));
  under.now -= 1;
  if (command === 'service.wait') {
    onEvent({ kind: 'beat' });
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    left = true;
  }
  if (command === 'run.watch') onEvent({ kind: 'said', text: 'x'.repeat(10_000) });
  if (command === 'task.show') return { ok: false, error: 'None.', error_code: 'TASK_NOT_FOUND', hint: 'Look.' };
  return { ok: true, data: { command } };
};
const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

describe('a tool', () => {
  it('is one command with its input, and says whether it only looks', async () => {
    const { tools } = await client.listTools();
    const create = tools.find(({ name }) => name === 'task_create');
    expect(create?.inputSchema.properties).toHaveProperty('text');
    expect(create?.inputSchema.required ?? []).not.toContain('cwd');
    expect(create?.annotations?.readOnlyHint).toBe(false);
    expect(tools.find(({ name }) => name === 'task_show')?.annotations?.readOnlyHint).toBe(true);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });

  it('is there for tasks, questions, sessions, runs, flows and evidence', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of ['task_create', 'question_list', 'session_start', 'run_create', 'flow_status', 'task_evidence'])
      expect(names).toContain(name);
  });

  it('answers no question of a person: there is none for that', async () => {
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => /answer|pin|revoke|override/.test(name))).toEqual([]);
  });

  it('gives the document that --json prints, refusals too', async () => {
    const told = await call('service_board');
    expect([told.structuredContent, told.isError ?? false]).toEqual([
      { ok: true, data: { command: 'service.board' } },
      false,
    ]);
    expect(told.content).toEqual([{ type: 'text', text: JSON.stringify(told.structuredContent) }]);
    expect(await call('task_show', { task: 'shop-1' })).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error_code: 'TASK_NOT_FOUND', hint: 'Look.' },
    });
  });

  it('asks from the folder one stands in, where none is named', async () => {
    await call('task_create', { text: 'x' });
    await call('task_create', { text: 'x', cwd: '/there' });
    await call('service_board');
    expect(asked.map(([, input]) => (input as { cwd?: string }).cwd)).toEqual(['/here', '/there', undefined]);
  });

  it('asks any other command by its name', async () => {
    await call('command', { command: 'env.probe', input: { env: 'shop' } });
    await call('command', { command: 'service.ping' });
    expect(asked).toEqual([
      ['env.probe', { env: 'shop' }],
      ['service.ping', {}],
    ]);
  });

  it.each([
    ['rm', {}],
    ['command', {}],
    ['command', { command: 'toString' }],
    ['command', { command: 5 }],
    ['__proto__', {}],
  ])('that is not there (%s %j) is said to be so', async (name, args) => {
    expect(await call(name, args)).toMatchObject({ isError: true, structuredContent: { error_code: 'UNKNOWN_WORD' } });
    expect(asked).toEqual([]);
  });

  it('tells what happens meanwhile to who wants to hear it, cut to what can be read', async () => {
    const heard: string[] = [];
    await client.callTool(
      { name: 'run_watch', arguments: { run: 'r1' } },
      { onprogress: ({ message }) => heard.push(message ?? '') },
    );
    expect(heard).toHaveLength(1);
    expect(heard[0]?.length).toBe(2_000);
  });

  it('is given up when its caller gives it up', async () => {
    const gaveUp = new AbortController();
    const waiting = client.callTool(
      { name: 'service_wait', arguments: { id: 'r1' } },
      { signal: gaveUp.signal, onprogress: () => gaveUp.abort('enough') },
    );
    await expect(waiting).rejects.toThrow();
    await call('service_board');
    expect(left).toBe(true);
  });
});

describe('a text', () => {
  it('is a task, a session or a run by its address, and every command with its input', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('drover://task/{id}');
    await client.readResource({ uri: 'drover://task/shop-1/log' });
    expect(asked).toEqual([['task.log', { task: 'shop-1', cwd: '/here' }]]);
    const { contents } = await client.readResource({ uri: 'drover://commands' });
    expect(JSON.stringify(contents)).toContain('env.probe');
  });

  it.each(['drover://task/', 'drover://task/../../etc/passwd', 'file:///etc/passwd', 'drover://task/shop-1'])(
    'that is not there (%s) is an error',
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toThrow();
    },
  );
});

describe('a client that is no good', () => {
  const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const hello = line({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  const callOf = (id: number) => line({ id, method: 'tools/call', params: { name: 'service_board', arguments: {} } });
  function serve() {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const warned: string[] = [];
    const over = serveMcp({ ask, cwd: '/', stdin, stdout, warn: (why) => void warned.push(why) });
    stdin.write(hello);
    stdin.write(line({ method: 'notifications/initialized' }));
    return { stdin, stdout, warned, over };
  }
  /** The ids that were answered, until there are so many. */
  async function answered(stdout: PassThrough, count: number): Promise<readonly number[]> {
    const ids: number[] = [];
    let rest = '';
    for await (const chunk of stdout) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const each of lines) ids.push((JSON.parse(each) as { id: number }).id);
      if (ids.length >= count) return ids;
    }
    return ids;
  }

  it('sends garbage, and is served on', async () => {
    const { stdin, stdout, warned, over } = serve();
    stdin.write('garbage\n{"jsonrpc":"1.0"}\n[]\n\u0000\u0001\n{"half":\n');
    stdin.write(callOf(7));
    expect(await answered(stdout, 2)).toEqual([0, 7]);
    expect(warned.length).toBeGreaterThan(0);
    stdin.end();
    await over;
  });

  it('asks 500 at once, and each is answered, few of them at a time', async () => {
    const { stdin, stdout, over } = serve();
    for (let id = 1; id <= 500; id += 1) stdin.write(callOf(id));
    const ids = await answered(stdout, 501);
    expect(new Set(ids).size).toBe(501);
    expect(under.most).toBeLessThanOrEqual(16);
    stdin.end();
    await over;
  });

  it('never reads, and is read no further', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
    const over = serveMcp({ ask, cwd: '/', stdin, stdout, warn: () => undefined });
    stdin.write(hello);
    for (let id = 1; id <= 2_000; id += 1) stdin.write(callOf(id));
    while (!stdin.isPaused()) await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; round < 50; round += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBeLessThan(2_000);
    stdin.destroy();
    await over;
  });

  it('is told of once, before the first answer', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const waiting: number[] = [];
    const onReady = () => void waiting.push(stdout.readableLength);
    const over = serveMcp({ ask, cwd: '/', stdin, stdout, warn: () => undefined, onReady });
    stdin.write(hello);
    stdin.write(callOf(1));
    expect(await answered(stdout, 2)).toHaveLength(2);
    expect(waiting).toEqual([0]);
    stdin.end();
    await over;
  });

  it('goes, and the program ends', async () => {
    const { stdin, over } = serve();
    stdin.end();
    await over;
  });
});
