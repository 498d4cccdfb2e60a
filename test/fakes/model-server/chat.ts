// OpenAI's chat completions as far as coding programs use them: streamed or whole, with function calls.

import { asList, asRecord, asText, type Json } from '../../../src/agents/json.ts';
import type { Api, Asked, Event, Item } from './api.ts';
import { isContext } from './context.ts';
import type { Heard } from './play.ts';

const textsOf = (content: unknown) =>
  typeof content === 'string' ? [content] : asList(content).map((part) => asText(asRecord(part).text));

function hear({ body, authorization }: Asked): Heard {
  const users: string[] = [];
  const answers: string[] = [];
  let last: Heard['last'] = { kind: 'user', text: '' };
  for (const { role, content } of asList(body.messages).map(asRecord)) {
    const text = textsOf(content).join('');
    if (role === 'assistant') answers.push(text);
    else if (role === 'tool') last = { kind: 'tool', text };
    else if (role === 'user')
      for (const each of textsOf(content).filter((text) => !isContext(text))) {
        // Qwen Code puts this between what came by stdin and what by argv, also where there is no such.
        // Copilot puts the time before it.
        const said = each.replace(/\n\n$/, '').replace(/^<current_datetime>[^<]*<\/current_datetime>\n\n/, '');
        users.push(said);
        last = { kind: 'user', text: said };
      }
  }
  const tools = asList(body.tools).map((tool) => asText(asRecord(asRecord(tool).function).name));
  return { api: 'chat', model: asText(body.model), users, answers, last, tools, authorization };
}

const usage = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 10 },
};
const made = 1_760_000_000;
const chunk = (id: string, model: string, delta: object, finish: string | null = null): Event => ({
  data: {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: made,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  },
});
const toolCall = (id: string, { name, input }: { readonly name: string; readonly input: object }) => ({
  id: `call_${id}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});
const finishOf = (items: readonly Item[]) => (items.some(({ kind }) => kind === 'call') ? 'tool_calls' : 'stop');

function message(id: string, items: readonly Item[]): object {
  const calls = items.flatMap((item, index) => (item.kind === 'call' ? [toolCall(`${id}_${index}`, item)] : []));
  const content = items.map((item) => (item.kind === 'text' ? item.text : '')).join('');
  return { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

/** By the type some programs decide whether they try again. */
const typeOf = (status: number) =>
  status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error';

const schemaOf = (format: Json) =>
  format.type === 'json_schema' ? asRecord(asRecord(format.json_schema).schema) : null;

export const chat: Api = {
  path: /^\/v1\/chat\/completions$/,
  hear,
  schema: (body) => schemaOf(asRecord(body.response_format)),
  shell: (command, tools) =>
    tools.includes('run_shell_command')
      ? { name: 'run_shell_command', input: { command, description: 'Run a command', is_background: false } }
      : { name: 'bash', input: { command, description: 'Run a command' } },
  error: (status) => ({ error: { message: `model says ${status}`, type: typeOf(status), code: null } }),
  open: (id, model) => [chunk(id, model, { role: 'assistant', content: '' })],
  text: (id, _index, pieces) => pieces.map((content) => chunk(id, '', { content })),
  call: (id, index, item) => [chunk(id, '', { tool_calls: [{ index, ...toolCall(id, item) }] })],
  close: (id, model, items) => [
    chunk(id, model, {}, finishOf(items)),
    { data: { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: made, model, choices: [], usage } },
    { data: '[DONE]' },
  ],
  whole: ({ body }, id, model, items) =>
    body.stream === true
      ? null
      : {
          id: `chatcmpl-${id}`,
          object: 'chat.completion',
          created: made,
          model,
          choices: [{ index: 0, message: message(id, items), finish_reason: finishOf(items) }],
          usage,
        },
};
