// Drover's tools as a client meets them: the program, started by the official client, over its standard input and output; and over HTTP, by the token or by a session's secret.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reply } from '../../src/contract/protocol.ts';
import type { QuestionList } from '../../src/contract/question.ts';
import type { Audit } from '../../src/contract/record.ts';
import type { TaskCreated } from '../../src/contract/task.ts';
import type { WebLink } from '../../src/contract/web.ts';
import { built } from './built.ts';
import { ownDoor } from './own-door.ts';
import { openSessionWorld, type SessionWorld } from './session-world.ts';
import { shopProject } from './shop-project.ts';

let world: SessionWorld;
let client: Client;
beforeAll(async () => {
  world = await openSessionWorld({ config: 'policy: normal\n', project: shopProject, remote: 'shop' });
  client = new Client({ name: 'a test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [built('cli'), 'mcp'],
      env: world.env,
      cwd: world.checkout,
    }),
  );
});
afterAll(async () => {
  await client.close();
  await world.close();
});

const call = async <Data>(name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })).structuredContent as Reply<Data>;

it('states a task in the folder where it was started, and looks at it', async () => {
  const made = await call<TaskCreated>('task_create', { text: 'the total is wrong', agent: 'scripted' });
  const task = made.ok ? made.data.task : '';
  expect(task).toBe('shop-1');
  await world.asked(task, 'plan');
  expect(await call('task_show', { task })).toMatchObject({
    ok: true,
    data: { text: 'the total is wrong', workspace: 'shop' },
  });
  const { contents } = await client.readResource({ uri: `drover://task/${task}/log` });
  expect(JSON.stringify(contents)).toMatch(/plan/);
});

it('sees what a person is asked, and answers nothing, though a person started it', async () => {
  const list = await call<QuestionList>('question_list');
  const [question] = list.ok ? list.data.questions : [];
  expect(question).toMatchObject({ task: 'shop-1', state: 'open' });
  const asPerson: [string, object][] = [
    ['question.answer', { question: question?.id, choice: 'go' }],
    ['task.cancel', { task: 'shop-1' }],
    ['config.set', { key: 'policy', value: 'hands-off' }],
    ['web.link', {}],
    ['service.down', { all: true }],
  ];
  for (const [command, input] of asPerson)
    expect([command, await call('command', { command, input })]).toMatchObject([
      command,
      { ok: false, error_code: 'UNAUTHORIZED' },
    ]);
  const { acts } = await world.must<Audit>(['audit']);
  expect(acts.filter(({ channel }) => channel === 'mcp').map(({ command, outcome }) => [command, outcome])).toEqual(
    asPerson.map(([command]) => [command, 'UNAUTHORIZED']),
  );
  expect((await world.show('shop-1')).open_questions.map(({ kind }) => kind)).toEqual(['plan']);
});

it('goes on where the daemon ended meanwhile', async () => {
  await world.must(['down']);
  expect(await call('task_list')).toMatchObject({ ok: true });
});

it('over HTTP a session is known by its secret: it acts on what is its own, and answers nothing', async () => {
  await world.start('ann');
  await world.start('bob');
  ownDoor(world);
  const [base = ''] = (await world.must<WebLink>(['web'])).url.split('/sign-in');
  const secretOf = async (name: string) =>
    readFileSync(join(world.state, 'runs', (await world.session(name)).run, 'credential'), 'utf8').trim();
  const over = async (bearer: string) => {
    const agent = new Client({ name: 'an agent', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit }));
    const ask = async (command: string, input: object) => {
      const told = await agent.callTool({ name: 'command', arguments: { command, input } });
      return (told.structuredContent as { error_code?: string }).error_code ?? 'ok';
    };
    return { ask, close: () => agent.close() };
  };
  const ann = await over(await secretOf('ann'));
  const program = await over(readFileSync(join(world.state, 'http.token'), 'utf8').trim());
  for (const { ask } of [ann, program]) {
    expect(await ask('service.ps', {})).toBe('ok');
    expect(await ask('question.answer', { question: 'q1', choice: 'go' })).toBe('UNAUTHORIZED');
    expect(await ask('config.set', { key: 'policy', value: 'hands-off' })).toBe('UNAUTHORIZED');
  }
  expect(await ann.ask('session.stop', { session: 'bob', cwd: world.checkout })).toBe('UNAUTHORIZED');
  expect(await ann.ask('session.stop', { session: 'ann', cwd: world.checkout })).toBe('ok');
  const bobs = await secretOf('bob');
  await world.must(['stop', 'bob']);
  await expect(over(bobs)).rejects.toThrow();
  for (const each of [ann, program]) await each.close();
});

it('says that it speaks another language where one document is wanted', async () => {
  expect(await world.ask(['mcp'])).toMatchObject({ ok: false, error_code: 'USAGE' });
});
