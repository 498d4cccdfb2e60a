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
const chat = (content: unknown, rest: object = { stream: true }) =>
  post('/v1/chat/completions', {
    model: 'm',
    tools: [{ type: 'function', function: { name: 'bash' } }],
    messages: [{ role: 'user', content }],
    ...rest,
  });
const shellOfGemini = [{ functionDeclarations: [{ name: 'run_shell_command' }] }];
const gemini = (
  parts: readonly object[],
  how = 'streamGenerateContent?alt=sse',
  rest: object = { tools: shellOfGemini },
) => post(`/v1beta/models/gemini-x:${how}`, { contents: [{ role: 'user', parts }], ...rest });
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

test('Messages: what the user says in the middle of a turn, put into a word of the system, is heard as theirs', async () => {
  server.play([{ when: { user: /other words/ }, say: 'steered' }]);
  const text =
    'The user sent a new message while you were working:\nother words\n\nThis is how Claude Code surfaces messages.';
  const messages = [{ role: 'system', content: [{ type: 'text', text }] }];
  const body = { model: 'm', tools: [{ name: 'Bash' }], messages };
  expect(await (await post('/v1/messages', body)).text()).toContain('steered');
  expect(server.requests[0]?.users).toEqual(['other words']);
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

const pieces = (stream: string): readonly Record<string, unknown>[] =>
  [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data ?? '{}'));

test('chat completions: text is streamed in nameless pieces, then how it ended, what it used, and the end', async () => {
  server.play([{ say: 'wörds', pieceLength: 2 }]);
  const stream = await (await chat('hi')).text();
  expect(stream).not.toContain('event:');
  expect(stream.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(JSON.stringify(pieces(stream))).toMatch(/"wö".*"rd".*"s".*"finish_reason":"stop".*"prompt_tokens":100/);
});

test('chat completions: a caller who wants no stream gets one object, with the call of the tool that it has', async () => {
  server.play([{ say: 'so', shell: 'ls' }]);
  expect(await (await chat('hi', {})).json()).toMatchObject({
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          content: 'so',
          tool_calls: [{ function: { name: 'bash', arguments: expect.stringContaining('"ls"') } }],
        },
      },
    ],
    usage: { completion_tokens: 20 },
  });
});

test('chat completions: a shell call is streamed for the tool that the caller has', async () => {
  server.play([{ shell: 'ls' }]);
  const tools = [{ type: 'function', function: { name: 'run_shell_command' } }];
  const stream = await (await chat('hi', { stream: true, tools })).text();
  expect(JSON.stringify(pieces(stream))).toMatch(/"name":"run_shell_command".*"finish_reason":"tool_calls"/);
});

test('chat completions: what tools said is the last word, and the conversation is heard', async () => {
  server.play([{ when: { tool: /out/ }, say: 'seen' }]);
  const messages = [
    { role: 'system', content: 'You are' },
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>x</system-reminder>' },
        { type: 'text', text: 'go\n\n' },
      ],
    },
    { role: 'assistant', content: 'going' },
    { role: 'tool', content: 'out' },
  ];
  await (await chat('', { stream: true, messages })).text();
  expect(server.requests).toMatchObject([
    { api: 'chat', users: ['go'], answers: ['going'], last: { kind: 'tool', text: 'out' }, tools: ['bash'] },
  ]);
});

test('Gemini: text is streamed, the model stands in the path, the context of the program is not heard', async () => {
  server.play([{ say: 'wörds', pieceLength: 3 }]);
  const stream = await (await gemini([{ text: '<session_context>x</session_context>' }, { text: 'hi' }])).text();
  expect(JSON.stringify(pieces(stream))).toMatch(/"wör".*"ds".*"finishReason":"STOP".*"promptTokenCount":100/);
  expect(server.requests).toMatchObject([
    {
      api: 'gemini',
      model: 'gemini-x',
      users: ['hi'],
      last: { kind: 'user', text: 'hi' },
      tools: ['run_shell_command'],
    },
  ]);
});

test('Gemini: what its library takes for the end of a line is escaped', async () => {
  server.play([{ say: 'a\u2028b\u2029c' }]);
  const stream = await (await gemini([{ text: 'hi' }])).text();
  expect(stream).not.toMatch(/[\u2028\u2029]/);
  expect(JSON.stringify(pieces(stream))).toContain('a\u2028b\u2029c');
});

test('Gemini: a shell call, and the result of it as the last word', async () => {
  server.play([{ when: { tool: /done/ }, say: 'seen' }, { shell: 'ls' }]);
  expect(await (await gemini([{ text: 'hi' }])).text()).toContain(
    '"functionCall":{"name":"run_shell_command","args":{"command":"ls"',
  );
  const result = { functionResponse: { name: 'run_shell_command', response: { output: 'done' } } };
  expect(await (await gemini([{ text: 'hi' }, result])).text()).toContain('"seen"');
});

test('Gemini: tokens are counted without an answer, and nothing is heard in a conversation', async () => {
  server.play([{ say: 'never' }]);
  expect(await (await gemini([{ text: 'hi' }], 'countTokens', {})).json()).toEqual({ totalTokens: 100 });
  expect(server.requests).toEqual([]);
});

test('what a program asks for itself gets a harmless answer and eats no play', async () => {
  server.play([{ times: 1, say: 'the answer' }]);
  const responseJsonSchema = {
    type: 'object',
    properties: { reasoning: { type: 'string' }, model_choice: { type: 'string', enum: ['flash', 'pro'] } },
  };
  const routed = await gemini([{ text: 'hi' }], 'generateContent', { generationConfig: { responseJsonSchema } });
  expect(await routed.json()).toMatchObject({
    candidates: [{ content: { parts: [{ text: '{"reasoning":"nothing","model_choice":"flash"}' }] } }],
  });
  await (await chat('Generate a title for this conversation', { stream: true, tools: [] })).text();
  await (await messages('[SUGGESTION MODE: Suggest what the user might type next.]')).text();
  await (await chat('Managed memory has TWO directories. Choose')).text();
  await (await responses('The following is the Codex agent history whose request action you are assessing.')).text();
  expect(server.requests).toEqual([]);
  expect(server.background.map(({ api }) => api)).toEqual(['gemini', 'chat', 'anthropic', 'chat', 'responses']);
  expect(await (await chat('hi')).text()).toContain('the answer');
});

test('a prompt merged with a cancelled one is heard as two, and the last is answered', async () => {
  server.play([
    { when: { user: /hang/ }, say: 'hung' },
    { when: { user: /go on/ }, say: 'went on' },
  ]);
  await (await chat('hang it')).text();
  expect(await (await chat('hang it\n\ngo on')).text()).toContain('went on');
  expect(server.requests.at(-1)?.users).toEqual(['hang it', 'go on']);
});

test('a stream that stalls has said half a word and does not end', async () => {
  server.play([{ fault: { kind: 'stall' } }]);
  const { body } = await chat('hi');
  const reader = body?.getReader();
  let heard = '';
  while (!heard.includes('half')) heard += new TextDecoder().decode((await reader?.read())?.value);
  expect(heard).not.toContain('[DONE]');
  await reader?.cancel();
});

test('errors have the form of their API', async () => {
  server.play([{ fault: { kind: 'status', status: 429 } }]);
  expect(await (await gemini([{ text: 'x' }])).json()).toMatchObject({
    error: { code: 429, status: 'RESOURCE_EXHAUSTED' },
  });
  expect(await (await chat('x')).json()).toMatchObject({ error: { type: 'rate_limit_exceeded' } });
});
