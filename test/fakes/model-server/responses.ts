// OpenAI's Responses API as far as coding programs use it: streamed messages and function calls.

import { asList, asRecord, asText, type Json } from '../../../src/agents/json.ts';
import type { Api, Asked, Event, Item } from './api.ts';
import { isContext } from './context.ts';
import type { Heard } from './play.ts';

const textOf = (content: unknown) =>
  typeof content === 'string'
    ? content
    : asList(content)
        .map((part) => asText(asRecord(part).text))
        .join('');

function hear({ body, authorization }: Asked): Heard {
  const users: string[] = [];
  const answers: string[] = [];
  let last: Heard['last'] = { kind: 'user', text: '' };
  for (const entry of asList(body.input).map(asRecord)) {
    const text = textOf(entry.content);
    if (entry.type === 'function_call_output' || entry.type === 'custom_tool_call_output')
      last = { kind: 'tool', text: textOf(entry.output) };
    else if (entry.role === 'assistant') answers.push(text);
    else if (entry.role === 'user' && !isContext(text)) {
      users.push(text);
      last = { kind: 'user', text };
    }
  }
  const tools = asList(body.tools).map((tool) => asText(asRecord(tool).name ?? asRecord(tool).type));
  return { api: 'responses', model: asText(body.model), users, answers, last, tools, authorization };
}

const schemaOf = (format: Json) => (format.type === 'json_schema' ? asRecord(format.schema) : null);

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};
const event = (type: string, data: object): Event => ({ event: type, data: { type, ...data } });
const message = (id: string, text: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});
/** `NAMESPACE/NAME`: tools of a server stand in a namespace of their own. */
const called = (name: string) => {
  const [tool = '', ...before] = name.split('/').toReversed();
  return before[0] === undefined ? { name: tool } : { namespace: before[0], name: tool };
};

/** `freeform`: to a tool that takes a text, as patches go. */
const call = (id: string, name: string, input: Json) =>
  typeof input.freeform === 'string'
    ? {
        ...{ id: `ctc_${id}`, type: 'custom_tool_call', call_id: `call_${id}`, ...called(name) },
        ...{ input: input.freeform, status: 'completed' },
      }
    : functionCall(id, name, input);

const functionCall = (id: string, name: string, input: object) => ({
  id: `fc_${id}`,
  type: 'function_call',
  call_id: `call_${id}`,
  ...called(name),
  arguments: JSON.stringify(input),
  status: 'completed',
});
const written = (id: string, item: Item) =>
  item.kind === 'text' ? message(id, item.text) : call(id, item.name, item.input);

export const responses: Api = {
  path: /^\/v1\/responses$/,
  hear,
  schema: (body) => schemaOf(asRecord(asRecord(body.text).format)),
  whole: () => null,
  shell: (command, tools) =>
    tools.includes('exec_command')
      ? { name: 'exec_command', input: { cmd: command } }
      : { name: 'shell', input: { command: ['bash', '-lc', command] } },
  error: (status) => ({
    error: { message: `model says ${status}`, type: status === 429 ? 'rate_limit_exceeded' : 'server_error' },
  }),
  open: (id, model) => [
    event('response.created', {
      response: { id: `resp_${id}`, object: 'response', status: 'in_progress', model, output: [] },
    }),
  ],
  text: (id, index, pieces) => [
    event('response.output_item.added', {
      output_index: index,
      item: { ...message(id, ''), status: 'in_progress', content: [] },
    }),
    ...pieces.map((delta) =>
      event('response.output_text.delta', { output_index: index, content_index: 0, item_id: `msg_${id}`, delta }),
    ),
    event('response.output_item.done', { output_index: index, item: message(id, pieces.join('')) }),
  ],
  call: (id, index, { name, input }) => [
    event('response.output_item.done', { output_index: index, item: call(id, name, input) }),
  ],
  close: (id, model, items) => [
    event('response.completed', {
      response: {
        id: `resp_${id}`,
        object: 'response',
        status: 'completed',
        model,
        output: items.map((item) => written(id, item)),
        usage,
      },
    }),
  ],
};
