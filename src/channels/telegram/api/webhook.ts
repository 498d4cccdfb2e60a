// Where the service tells us updates by itself: on loopback, behind whatever leads there. Answered when they are stored.

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Update } from 'grammy/types';
import { readBounded } from '../../../domain/text/read-bounded.ts';

export type Webhook = {
  readonly port: number;
  readonly secret: string;
  readonly take: (updates: readonly Update[]) => Promise<void>;
};

const bodyLimit = 1024 * 1024;

/** Rejects where the port cannot be had. */
export async function serveWebhook(webhook: Webhook): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(webhook, request, response));
  server.requestTimeout = 10_000;
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(webhook.port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer({ secret, take }: Webhook, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const end = (status: number) => void response.writeHead(status).end();
  const shown = request.headers['x-telegram-bot-api-secret-token'];
  if (request.method !== 'POST' || typeof shown !== 'string' || !isSame(shown, secret)) return end(403);
  try {
    const update = JSON.parse(await read(request)) as Update;
    await take([update]);
    end(200);
  } catch {
    // It is told again.
    end(500);
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function read(request: IncomingMessage): Promise<string> {
  const bytes = await readBounded(request as AsyncIterable<Uint8Array>, bodyLimit);
  if (bytes === null) throw new Error('too much');
  return Buffer.from(bytes).toString();
}
