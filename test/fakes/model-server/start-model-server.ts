// A model on loopback that plays rules: what real coding programs talk to in tests.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { asRecord } from '../../../src/agents/json.ts';
import { outliving } from '../outliving.ts';
import { answer } from './answer.ts';
import { anthropic } from './anthropic.ts';
import type { Api, Asked } from './api.ts';
import { isBackground } from './background.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { choosePlay, type Heard, type Play } from './play.ts';
import { responses } from './responses.ts';
import { satisfy } from './satisfy.ts';
import { splitMerged } from './split-merged.ts';

const apis: readonly Api[] = [anthropic, responses, chat, gemini];

export type ModelServer = {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  /** Everything asked of it in conversations, in order. */
  readonly requests: readonly Heard[];
  /** What programs asked for themselves: titles, routing, memories. Never eats a play. */
  readonly background: readonly Heard[];
  /** All that was sent in conversations, as it came. */
  readonly bodies: readonly string[];
  /** New rules from now on; forgets what was asked. */
  play(plays: readonly Play[]): void;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return asRecord(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

const authorizationOf = ({ headers }: IncomingMessage) =>
  [headers['x-api-key'], headers['x-goog-api-key'], headers.authorization]
    .find((each) => each !== undefined)
    ?.toString() ?? null;

/** What harms nobody: a value of the schema, or a word. */
function idle(api: Api, { body }: Asked): Play {
  const schema = api.schema(body);
  return { say: schema ? JSON.stringify(satisfy(schema)) : 'Nothing' };
}

export async function startModelServer({ plays = [] }: { plays?: readonly Play[] } = {}): Promise<ModelServer> {
  const requests: Heard[] = [];
  const background: Heard[] = [];
  const bodies: string[] = [];
  const said = new Set<string>();
  const used = new Map<number, number>();
  let rules = plays;
  let number = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const api = apis.find((candidate) => candidate.path.test(path));
    if (!api || request.method !== 'POST') return void response.writeHead(404).end();
    const asked = { path, body: await bodyOf(request), authorization: authorizationOf(request) };
    const heard = splitMerged(api.hear(asked), said);
    const aside = isBackground(heard);
    (aside ? background : requests).push(heard);
    if (!aside) bodies.push(JSON.stringify(asked.body));
    const play = aside ? idle(api, asked) : choosePlay(rules, used, heard);
    if (!play) return void response.writeHead(400).end(JSON.stringify(api.error(400)));
    number += 1;
    await answer({ api, asked, heard, id: `m${number}` }, play, response);
  }

  const server = createServer(outliving(serve));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    background,
    bodies,
    play(next) {
      rules = next;
      used.clear();
      requests.length = 0;
      background.length = 0;
      bodies.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
