// Anthropic's Messages API as far as coding programs use it: streamed text and tool calls.

import { asList, asRecord, asText, type Json } from '../../../src/agents/json.ts';
import type { Api, Asked, Event } from './api.ts';
import { isContext } from './context.ts';
import type { Heard } from './play.ts';

const blocks = (content: unknown) =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).map(asRecord);
const textOf = (content: unknown) =>
  blocks(content)
    .map((block) => asText(block.text))
    .join('');

/** What the user says in the middle of a turn comes as a word of the system. */
const midTurn = /^The user sent a new message while you were working:\n(.*?)\n\nThis is how Claude Code/s;

function hear({ body, authorization }: Asked): Heard {
  const messages = asList(body.messages).map(asRecord);
  const users: string[] = [];
  const answers: string[] = [];
  let last: Heard['last'] = { kind: 'user', text: '' };
  for (const message of messages) {
    for (const block of blocks(message.content)) {
      const text = asText(block.text);
      const steered = message.role === 'system' ? midTurn.exec(text)?.[1] : undefined;
      if (steered !== undefined) {
        users.push(steered);
        last = { kind: 'user', text: steered };
      }
      if (message.role === 'assistant') answers.push(text);
      else if (block.type === 'tool_result') last = { kind: 'tool', text: textOf(block.content) };
      else if (message.role === 'user' && block.type === 'text' && !isContext(text)) {
        const said = text.replace(/\n$/, '');
        users.push(said);
        last = { kind: 'user', text: said };
      }
    }
  }
  const tools = asList(body.tools).map((tool) => asText(asRecord(tool).name));
  return { api: 'anthropic', model: asText(body.model), users, answers, last, tools, authorization };
}

const schemaOf = (format: Json) => (format.type === 'json_schema' ? asRecord(format.schema) : null);

const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 10, output_tokens: 20 };
const event = (type: string, data: object): Event => ({ event: type, data: { type, ...data } });

export const anthropic: Api = {
  path: /^\/v1\/messages$/,
  hear,
  schema: (body) => schemaOf(asRecord(asRecord(body.output_config).format ?? body.output_format)),
  whole: () => null,
  shell: (command) => ({ name: 'Bash', input: { command, description: 'Run a command' } }),
  error: (status) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: `model says ${status}` },
  }),
  open: (id, model) => [
    event('message_start', {
      message: {
        id: `msg_${id}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    }),
  ],
  text: (_id, index, pieces) => [
    event('content_block_start', { index, content_block: { type: 'text', text: '' } }),
    ...pieces.map((text) => event('content_block_delta', { index, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index }),
  ],
  call: (id, index, { name, input }) => [
    event('content_block_start', { index, content_block: { type: 'tool_use', id: `toolu_${id}`, name, input: {} } }),
    event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }),
    event('content_block_stop', { index }),
  ],
  close: (_id, _model, items) => [
    event('message_delta', {
      delta: { stop_reason: items.some((item) => item.kind === 'call') ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage,
    }),
    event('message_stop', {}),
  ],
};
