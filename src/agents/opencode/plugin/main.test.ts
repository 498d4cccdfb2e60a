// The plugin as OpenCode loads it: what it hears goes into the spool, and answers' files go back to it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../json.ts';
import { Drover } from './main.ts';

type Hooks = { readonly event?: (told: { readonly event: Json }) => Promise<void> };
let spool = '';
beforeEach(() => {
  spool = mkdtempSync(join(process.env.HOME ?? '', 'spool-'));
  mkdirSync(join(spool, 'answers'));
  process.env.DROVER_HOOKS = spool;
});
afterEach(() => {
  delete process.env.DROVER_HOOKS;
});

const told = () =>
  readdirSync(spool)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(spool, name), 'utf8')) as Json);
const typesTold = () => told().map(({ type }) => type);

async function opened(post: (request: object) => Promise<unknown> = async () => ({})) {
  const hooks = (await Drover({ client: { _client: { post } } })) as Hooks;
  return { hooks, hear: async (event: Json) => hooks.event?.({ event }) };
}
const ask = (id: string) => ({
  type: 'permission.asked',
  properties: { id, sessionID: 's', permission: 'bash', patterns: ['touch x'] },
});
const answer = (id: string, text: object) =>
  writeFileSync(join(spool, 'answers', `${id.replaceAll(/\W/g, '')}.json`), JSON.stringify(text));

test('events are files in the order they came', async () => {
  const { hear } = await opened();
  await hear({ type: 'session.status', properties: { sessionID: 's', status: { type: 'busy' } } });
  await hear({ type: 'session.idle', properties: { sessionID: 's' } });
  expect(typesTold()).toEqual(['conversation', 'prompt', 'stopped']);
});

test('made for two folders it tells an event once, and counts on', async () => {
  const [one, other] = [await opened(), await opened()];
  const busy = { id: 'e1', type: 'session.status', properties: { sessionID: 's', status: { type: 'busy' } } };
  for (const { hear } of [one, other]) await hear(busy);
  await other.hear({ id: 'e2', type: 'session.idle', properties: { sessionID: 's' } });
  expect(typesTold()).toEqual(['conversation', 'prompt', 'stopped']);
});

test('another process that inherited it tells nothing', async () => {
  writeFileSync(join(spool, 'owner'), '1');
  expect((await opened()).hooks).toEqual({});
});

test('an answer is given to its question once, with the words beside a refusal', async () => {
  const requests: Json[] = [];
  const { hear } = await opened(async (request) => requests.push(request as Json));
  for (const id of ['per_1', 'per_2']) await hear(ask(id));
  answer('per_2', { means: 'allow_always' });
  answer('per_1', { means: 'deny', note: 'not here' });
  await expect.poll(() => requests.length).toBe(2);
  const said = (id: string) => requests.find(({ path }) => JSON.stringify(path) === JSON.stringify({ requestID: id }));
  expect(said('per_1')).toMatchObject({
    url: '/permission/{requestID}/reply',
    body: { reply: 'reject', message: 'not here' },
  });
  expect(said('per_2')?.body).toEqual({ reply: 'always' });
  // It says itself that it was replied to.
  expect(typesTold()).toEqual(['asked', 'asked']);
});

test('what was answered elsewhere is not answered again', async () => {
  const requests: object[] = [];
  const { hear } = await opened(async (request) => requests.push(request));
  await hear(ask('per_1'));
  await hear({ type: 'permission.replied', properties: { sessionID: 's', requestID: 'per_1' } });
  answer('per_1', { means: 'allow_once' });
  await hear(ask('per_2'));
  answer('per_2', { means: 'allow_once' });
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]).toMatchObject({ path: { requestID: 'per_2' }, body: { reply: 'once' } });
});

test('an answer that it does not take leaves the question to its own dialog', async () => {
  const { hear } = await opened(() => Promise.reject(new Error('gone')));
  await hear(ask('per_1'));
  answer('per_1', { means: 'allow_once' });
  await expect.poll(typesTold).toEqual(['asked', 'closed']);
});
