// `/mcp`: the same server of tools, one HTTP request at a time. Nothing is kept between two requests, so a client goes on where the daemon began anew; what it gives up by name is found while it is under way.
import { randomUUID } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcp, type McpAsk } from './create-mcp.ts';

/** As a client sent it, read whole; `of`: whose it is, so that nobody gives up what is another's. */
export type McpAsked = { readonly request: Request; readonly body: Uint8Array; readonly of: string };

/** Told ahead of what was read; the command waits beyond it. */
const mostAhead = 256 * 1024;
/** At once in one request: a client may put many into a list. */
const mostInOne = 64;

type Message = { readonly id?: unknown; readonly method?: unknown; readonly params?: { readonly requestId?: unknown } };

export function createMcpAnswers(): (asked: McpAsked, ask: McpAsk) => Promise<Response> {
  const underWay = new Map<string, AbortController>();
  return async ({ request, body, of }, ask) => {
    const said = messagesIn(body);
    if (said.length > mostInOne) return new Response(null, { status: 413 });
    const name = (id: unknown) => JSON.stringify([of, request.headers.get('mcp-session-id'), id]);
    for (const { method, params } of said)
      if (method === 'notifications/cancelled') underWay.get(name(params?.requestId))?.abort(new Error('given up'));
    const gaveUp = new AbortController();
    const names = said.flatMap(({ id, method }) => (id === undefined || method === undefined ? [] : [name(id)]));
    for (const each of names) underWay.set(each, gaveUp);
    const over = () => {
      for (const each of names) if (underWay.get(each) === gaveUp) underWay.delete(each);
      gaveUp.abort(new Error('nobody reads it'));
    };
    request.signal.addEventListener('abort', over, { once: true });
    const flow = createFlow(gaveUp.signal);
    const handler = createMcpHandler(() =>
      createMcp({
        cwd: '/',
        ask: (command, input, how) =>
          ask(command, input, {
            signal: AbortSignal.any([how.signal, gaveUp.signal]),
            onEvent: (event) => {
              how.onEvent(event);
              return flow.told(JSON.stringify(event).length);
            },
          }),
      }),
    );
    try {
      const answer = await handler.fetch(anew(request, body));
      const headers = new Headers(answer.headers);
      if (said.some(({ method }) => method === 'initialize')) headers.set('mcp-session-id', randomUUID());
      if (answer.body === null) over();
      return new Response(answer.body === null ? null : followed(answer.body, flow, over), {
        status: answer.status,
        headers,
      });
    } catch (error) {
      over();
      throw error;
    }
  };
}

const anew = ({ url, method, headers, signal }: Request, body: Uint8Array): Request =>
  new Request(url, { method, headers, signal, ...(method === 'POST' ? { body: new Uint8Array(body) } : {}) });

/** None where it is no JSON: the server says so. */
function messagesIn(body: Uint8Array): readonly Message[] {
  try {
    const said: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return [said].flat().filter((each) => typeof each === 'object' && each !== null) as Message[];
  } catch {
    return [];
  }
}

type Flow = ReturnType<typeof createFlow>;

/** What was told, no further ahead of what was read than the limit. */
function createFlow(ended: AbortSignal) {
  let ahead = 0;
  let more = Promise.withResolvers<void>();
  ended.addEventListener('abort', () => more.resolve(), { once: true });
  return {
    /** Resolves when more may be told. */
    async told(size: number): Promise<void> {
      ahead += size;
      while (ahead > mostAhead && !ended.aborted) await more.promise;
    },
    read(size: number): void {
      ahead = Math.max(0, ahead - size);
      if (ahead > mostAhead || ended.aborted) return;
      more.resolve();
      more = Promise.withResolvers();
    },
  };
}

/** Whoever stops reading has given up. */
function followed(body: ReadableStream<Uint8Array>, flow: Flow, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(out) {
        const next = await reader.read();
        if (next.done) {
          over();
          return out.close();
        }
        flow.read(next.value.length);
        out.enqueue(next.value);
      },
      async cancel(why) {
        over();
        await reader.cancel(why);
      },
    },
    { highWaterMark: 0 },
  );
}
