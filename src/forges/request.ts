// One HTTP request and its whole answer, within a time and a size. Redirects are not followed here.
import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { isLoopback } from './remote-place.ts';

export type Sent = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Where the person's proxy is named. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Of a longer answer only the end is kept. */
  readonly tail?: number;
};

export type Heard = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

const mostBytes = 8 * 1024 * 1024;

/** Rejects where there was no whole answer. */
export async function send({ method, url, headers, body, env, signal, tail }: Sent): Promise<Heard> {
  const secure = url.protocol === 'https:';
  const proxyEnv = isLoopback(url.hostname) ? {} : env;
  const agent = secure ? new HttpsAgent({ proxyEnv }) : new HttpAgent({ proxyEnv });
  try {
    return await new Promise<Heard>((resolve, reject) => {
      const sent = (secure ? overHttps : overHttp)(url, { method, headers, agent, signal }, (answer) => {
        hear(answer, tail).then(resolve, reject);
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  } finally {
    agent.destroy();
  }
}

async function hear(answer: IncomingMessage, tail: number | undefined): Promise<Heard> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    parts.push(part);
    while (tail !== undefined && bytes - (parts[0]?.length ?? 0) >= tail) bytes -= parts.shift()?.length ?? 0;
    if (bytes > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`);
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString('utf8') };
}
