// A model on loopback that plays rules: what real coding programs talk to in tests.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { asRecord } from '../../../src/agents/json.ts';
import { answer } from './answer.ts';
import { anthropic } from './anthropic.ts';
import type { Api } from './api.ts';
import { choosePlay, type Heard, type Play } from './play.ts';
import { responses } from './responses.ts';

const apis: readonly Api[] = [anthropic, responses];

export type ModelServer = {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  /** Everything asked of it, in order. */
  readonly requests: readonly Heard[];
  /** New rules from now on; forgets what was asked. */
  play(plays: readonly Play[]): void;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return asRecord(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

const authorizationOf = (request: IncomingMessage) =>
  request.headers['x-api-key']?.toString() ?? request.headers.authorization ?? null;

export async function startModelServer({ plays = [] }: { plays?: readonly Play[] } = {}): Promise<ModelServer> {
  const requests: Heard[] = [];
  const used = new Map<number, number>();
  let rules = plays;
  let number = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0];
    const api = apis.find((candidate) => candidate.path === path);
    if (!api || request.method !== 'POST') return void response.writeHead(404).end();
    const heard = api.hear(await bodyOf(request), authorizationOf(request));
    requests.push(heard);
    const play = choosePlay(rules, used, heard);
    if (!play) return void response.writeHead(400).end(JSON.stringify(api.error(400)));
    number += 1;
    await answer(api, play, heard, `m${number}`, response);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play(next) {
      rules = next;
      used.clear();
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
