// A forge's API over http on loopback. Faults are put before it, or after the effect where the answer is lost.
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outliving } from '../outliving.ts';

export type Call = {
  readonly method: string;
  /** Below the API's root, decoded segment by segment where a route asks for it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
};

export type Told = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the body. */
  readonly text?: string;
};

export type Fault = {
  /** `GET /path`; the first call that fits. */
  readonly on: RegExp;
  /** How many calls it meets; 1 where absent. */
  readonly times?: number;
  readonly how:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly body?: unknown;
        readonly headers?: Record<string, string>;
      }
    /** The connection is cut: before anything happened, after it did and before it was told, or in the middle of the telling. */
    | { readonly kind: 'cut'; readonly when: 'before' | 'after' | 'within' }
    | { readonly kind: 'text'; readonly text: string }
    /** Answered only after so long. */
    | { readonly kind: 'slow'; readonly ms: number };
};

export type Api = {
  /** With the API's own root. */
  readonly url: string;
  readonly calls: readonly Call[];
  fault(fault: Fault): void;
  close(): Promise<void>;
};

export async function serveApi(root: string, answer: (call: Call) => Told): Promise<Api> {
  const calls: Call[] = [];
  const faults: { fault: Fault; left: number }[] = [];
  const take = (call: Call): Fault | null => {
    const found = faults.find(({ fault, left }) => left > 0 && fault.on.test(`${call.method} ${call.path}`));
    if (found === undefined) return null;
    found.left -= 1;
    return found.fault;
  };
  const server = createServer(
    outliving(async (request, response) => {
      const call = await read(request, root);
      calls.push(call);
      respond(response, take(call), () => sparing(call, answer(call)));
    }),
  );
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`,
    calls,
    fault: (fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is known already is not told again. */
function sparing({ method, headers }: Call, told: Told): Told {
  if (method !== 'GET' || told.status !== 200) return told;
  const etag = `"${createHash('sha256').update(JSON.stringify(told.body)).digest('hex').slice(0, 16)}"`;
  if (headers['if-none-match'] === etag) return { status: 304, body: null, text: '' };
  return { ...told, headers: { ...told.headers, etag } };
}

async function read(request: IncomingMessage, root: string): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const text = Buffer.concat(parts).toString();
  return {
    method: request.method ?? '',
    path: url.pathname.startsWith(root) ? url.pathname.slice(root.length) : `outside:${url.pathname}`,
    query: url.searchParams,
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

function respond(response: ServerResponse, fault: Fault | null, answer: () => Told): void {
  const how = fault?.how;
  if (how?.kind === 'answer') tell(response, { body: {}, ...how });
  else if (how?.kind === 'text') tellText(response, how.text);
  else if (how?.kind === 'cut') cut(response, how.when, answer);
  else if (how?.kind === 'slow') setTimeout(() => tell(response, answer()), how.ms).unref();
  else tell(response, answer());
}

function cut(response: ServerResponse, when: 'before' | 'after' | 'within', answer: () => Told): void {
  const told = when === 'before' ? null : answer();
  if (told === null || when === 'after') {
    response.destroy();
    return;
  }
  const text = JSON.stringify(told.body);
  response.writeHead(told.status, { 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function tellText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(text);
}

function tell(response: ServerResponse, { status, body, headers = {}, text }: Told): void {
  if (text !== undefined) {
    response.writeHead(status, headers).end(text);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
