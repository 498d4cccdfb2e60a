// Google's generateContent as far as coding programs use it: streamed or whole, with function calls.

import { asList, asRecord, asText } from '../../../src/agents/json.ts';
import type { Api, Asked, Event, Item } from './api.ts';
import { isContext } from './context.ts';
import type { Heard } from './play.ts';

function hear({ path, body, authorization }: Asked): Heard {
  const users: string[] = [];
  const answers: string[] = [];
  let last: Heard['last'] = { kind: 'user', text: '' };
  for (const { role, parts } of asList(body.contents).map(asRecord))
    for (const part of asList(parts).map(asRecord)) {
      const text = asText(part.text);
      if (part.functionResponse !== undefined)
        last = { kind: 'tool', text: resultOf(asRecord(asRecord(part.functionResponse).response)) };
      else if (text === '' || isContext(text)) continue;
      else if (role === 'model') answers.push(text);
      else {
        users.push(text);
        last = { kind: 'user', text };
      }
    }
  const tools = asList(body.tools).flatMap((tool) =>
    asList(asRecord(tool).functionDeclarations).map((each) => asText(asRecord(each).name)),
  );
  const model = /models\/([^:]+):/.exec(path)?.[1] ?? '';
  return { api: 'gemini', model, users, answers, last, tools, authorization };
}

const resultOf = (response: Readonly<Record<string, unknown>>) =>
  asText(response.output ?? response.error) || JSON.stringify(response);

const usageMetadata = {
  promptTokenCount: 100,
  cachedContentTokenCount: 10,
  candidatesTokenCount: 20,
  totalTokenCount: 120,
};
type Part = object;
/** As that service writes it: its own library takes these two for ends of lines. */
const line = (data: object): Event => ({
  data: JSON.stringify(data).replace(/[\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16)}`),
});
const piece = (parts: readonly Part[]): Event =>
  line({ candidates: [{ index: 0, content: { role: 'model', parts } }] });
const called = ({ name, input }: { readonly name: string; readonly input: object }): Part => ({
  functionCall: { name, args: input },
});
const partOf = (item: Item): Part => (item.kind === 'text' ? { text: item.text } : called(item));
const ending = (model: string, id: string, parts: readonly Part[]) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
  usageMetadata,
  modelVersion: model,
  responseId: id,
});

export const gemini: Api = {
  path: /^\/v1(beta)?\/models\/[^/:]+:(streamGenerateContent|generateContent|countTokens)$/,
  hear,
  schema: (body) => {
    const { responseJsonSchema, responseSchema } = asRecord(body.generationConfig);
    return responseJsonSchema || responseSchema ? asRecord(responseJsonSchema ?? responseSchema) : null;
  },
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'Run a command' } }),
  error: (status) => ({
    error: {
      code: status,
      message: `model says ${status}`,
      status: status === 429 ? 'RESOURCE_EXHAUSTED' : status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL',
    },
  }),
  open: () => [],
  text: (_id, _index, pieces) => pieces.map((text) => piece([{ text }])),
  call: (_id, _index, item) => [piece([called(item)])],
  close: (id, model) => [line(ending(model, id, [{ text: '' }]))],
  whole: ({ path }, id, model, items) => {
    if (path.endsWith(':countTokens')) return { totalTokens: 100 };
    return path.endsWith(':generateContent') ? ending(model, id, items.map(partOf)) : null;
  },
};
