import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from './start-model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const post = (path: string, body: object) =>
  fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'x-api-key': 'k' } });
const messages = (content: unknown) =>
  post('/v1/messages', { model: 'm', tools: [{ name: 'Bash' }], messages: [{ role: 'user', content }] });
const responses = (text: string) =>
  post('/v1/responses', {
    model: 'm',
    tools: [{ name: 'exec_command' }],
    input: [{ role: 'user', content: [{ type: 'input_text', text }] }],
  });

test('Messages: text is streamed in pieces and the request is recorded without reminders', async () => {
  server.play([{ say: 'wörds', pieceLength: 2 }]);
  const stream = await (
    await messages([
      { type: 'text', text: '<system-reminder>x</system-reminder>' },
      { type: 'text', text: 'hi' },
    ])
  ).text();
  expect([...stream.matchAll(/"text_delta","text":"([^"]*)"/g)].map(([, piece]) => piece)).toEqual(['wö', 'rd', 's']);
  expect(stream).toContain('event: message_stop');
  expect(server.requests).toMatchObject([
    { api: 'anthropic', users: ['hi'], last: { kind: 'user', text: 'hi' }, tools: ['Bash'], authorization: 'k' },
  ]);
});

test('Responses: a shell call goes to the tool that the caller has', async () => {
  server.play([{ shell: 'ls' }]);
  const stream = await (await responses('hi')).text();
  expect(stream).toContain('"name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}"');
  expect(stream).toContain('event: response.completed');
});

test('rules look at the last user text or tool result, are used so often and in order', async () => {
  server.play([
    { when: { user: /go/ }, times: 1, say: 'first' },
    { when: { tool: /out/ }, say: 'after tool' },
    { say: 'else' },
  ]);
  const texts = [
    await messages('go'),
    await messages('go'),
    await messages([{ type: 'tool_result', tool_use_id: 't', content: 'out' }]),
  ];
  expect(
    await Promise.all(texts.map(async (each) => /"text_delta","text":"([^"]*)"/.exec(await each.text())?.[1])),
  ).toEqual(['first', 'else', 'after tool']);
});

test('a rule may be for one API alone', async () => {
  server.play([{ when: { api: 'responses' }, say: 'to codex' }, { say: 'to claude' }]);
  expect(await (await messages('hi')).text()).toContain('to claude');
  expect(await (await responses('hi')).text()).toContain('to codex');
});

test('faults: a status with headers, a cut stream, garbage', async () => {
  server.play([
    { when: { user: /429/ }, fault: { kind: 'status', status: 429, headers: { 'retry-after': '7' } } },
    { when: { user: /cut/ }, fault: { kind: 'cut' } },
    { fault: { kind: 'garbage' } },
  ]);
  const limited = await messages('429');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  await expect(messages('cut').then((response) => response.text())).rejects.toThrow();
  expect(await (await responses('x')).text()).toContain('not an event');
});
