// One HTTP request and its whole answer, within a time and a size. Redirects are not followed here.
import type { IncomingMessage } from 'node:http';
import { readBounded } from '../domain/text/read-bounded.ts';
import { isLoopback } from './remote-place.ts';

export type Sent = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Where the person's proxy is named. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes. */
  readonly most: number;
  /** Of a longer answer only the end is kept. */
  readonly tail?: number;
};

export type Heard = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

/** Null: it is longer than `most`. Rejects where there was no whole answer. */
export async function send({ method, url, headers, body, env, signal, most, tail }: Sent): Promise<Heard | null> {
  // When it is needed: of a daemon's start TLS alone took a twelfth.
  const { Agent, request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const agent = new Agent({ proxyEnv: isLoopback(url.hostname) ? {} : env });
  try {
    return await new Promise<Heard | null>((resolve, reject) => {
      const sent = request(url, { method, headers, agent, signal }, (answer) => {
        hear(answer, most, tail).then(resolve, reject);
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  } finally {
    agent.destroy();
  }
}

async function hear(answer: IncomingMessage, most: number, tail: number | undefined): Promise<Heard | null> {
  const bytes = await readBounded(answer as AsyncIterable<Uint8Array>, most, tail);
  if (bytes === null) return null;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.from(bytes).toString('utf8') };
}
