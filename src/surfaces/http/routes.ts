// What can be asked over HTTP: every command, with the same dispatch and the same replies as on the socket, and the journal as it grows.

import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { stream, streamSSE } from 'hono/streaming';
import { schemas } from '../../contract/commands.ts';
import { errors } from '../../contract/errors/errors.ts';
import type { Caller, Reply, Request } from '../../contract/protocol.ts';
import { isCommand } from '../../contract/read-input.ts';
import type { JournalEvent } from '../../contract/session.ts';
import { type Failure, fail, toReply } from '../../contract/to-reply.ts';
import { version } from '../../contract/version.ts';
import { addHooks, type HeardHook } from './hooks.ts';
import { readBytes } from './read-bytes.ts';

/** Events, then the reply. */
export type Events = AsyncGenerator<unknown, Reply>;
/** `left` fires when nobody reads any more. */
export type HttpDispatch = (request: Request, peer: { readonly left: AbortSignal }) => Promise<Reply> | Events;

type Door = {
  readonly token: string;
  readonly port: () => number;
  readonly dispatch: HttpDispatch;
  readonly hook: HeardHook | null;
};

const quietMs = 15_000;

export function createRoutes(door: Door): Hono {
  const app = new Hono();
  // Before the guard: who asks here comes from outside, and shows a signature instead of the token.
  if (door.hook !== null) addHooks(app, door.hook);
  app.use('/v1/*', async (context, next) => {
    const { req } = context;
    const known = req.method === 'GET' ? req.path === '/v1/events' : isCommand(req.path.slice('/v1/'.length));
    if (!known || (req.method !== 'GET' && req.method !== 'POST')) return notFound(context);
    const asked = {
      host: req.header('host') ?? null,
      origin: req.header('origin') ?? null,
      authorization: req.header('authorization') ?? null,
    };
    const refusal = guard(asked, door.token, door.port());
    if (refusal !== null) return answer(context, toReply(refusal.failure), refusal.status);
    return next();
  });
  app.post('/v1/:command', (context) => command(context, door));
  app.get('/v1/events', (context) => events(context, door));
  app.notFound((context) => notFound(context));
  app.onError((error, context) => answer(context, toReply(fail('INTERNAL', error.message).failure)));
  return app;
}

const notFound = (context: Context): Response =>
  answer(context, toReply(fail('UNKNOWN_WORD', `There is no ${context.req.path} here.`).failure), 404);

/** One line of JSON; the status of the error table unless another is said. */
function answer(context: Context, reply: Reply, status?: number): Response {
  const code = status ?? (reply.ok ? 200 : errors[reply.error_code].status);
  return context.body(`${JSON.stringify(reply)}\n`, code as 200, { 'content-type': 'application/json; charset=utf-8' });
}

async function command(context: Context, { dispatch }: Door): Promise<Response> {
  const name = context.req.param('command') ?? '';
  const input = await readBody(context);
  if (!input.ok) return answer(context, toReply(input.failure));
  const told = dispatch(toRequest(name, withFolder(name, input.value)), { left: context.req.raw.signal });
  if ('then' in told) return answer(context, await told);
  return context.req.header('accept')?.includes('application/x-ndjson') === true
    ? lines(context, told)
    : answer(context, await last(told));
}

type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure };

async function readBody({ req }: Context): Promise<Body> {
  const bytes = await readBytes(req);
  if (bytes === null) return { ok: false, failure: fail('TEXT_TOO_LONG', 'The request has more than 1 MiB.').failure };
  try {
    return { ok: true, value: bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString('utf8')) };
  } catch {
    return { ok: false, failure: fail('USAGE', 'The body is not JSON.').failure };
  }
}

/** Who asks over HTTP stands in no folder: sessions are found by their names alone. */
function withFolder(name: string, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || 'cwd' in input || !isCommand(name)) return input;
  return 'cwd' in schemas[name].entries ? { ...input, cwd: '/' } : input;
}

const caller: Caller = { pid: 0, version, nonce: '', cwd: '/', channel: 'http' };
const toRequest = (name: string, input: unknown): Request => ({ command: name, input, caller });

async function last(told: Events): Promise<Reply> {
  for (;;) {
    const next = await told.next();
    if (next.done === true) return next.value;
  }
}

/** Events as lines, then the reply. */
const lines = (context: Context, told: Events): Response => {
  context.header('content-type', 'application/x-ndjson; charset=utf-8');
  return stream(context, async (out) => {
    for (;;) {
      const next = await told.next();
      await out.writeln(JSON.stringify(next.done === true ? next.value : { event: next.value }));
      if (next.done === true) return;
    }
  });
};

/** `?id=` names one thing, whose events are numbered by themselves. A reader that comes back goes on after what it saw. */
function events(context: Context, { dispatch }: Door): Response {
  const id = context.req.query('id');
  const seen = Number(context.req.header('last-event-id') ?? Number.NaN);
  const from = Number.isSafeInteger(seen) ? { from: seen + 1 } : {};
  const input = { cwd: '/', follow: true, ...(id === undefined ? {} : { id }), ...from };
  const told = dispatch(toRequest('service.events', input), { left: context.req.raw.signal }) as Events;
  return streamSSE(context, async (out) => {
    const alive = setInterval(() => void out.write(': quiet\n\n'), quietMs);
    try {
      for (;;) {
        const next = await told.next();
        if (next.done === true) {
          await out.writeSSE({ event: 'end', data: JSON.stringify(next.value) });
          return;
        }
        const event = next.value as JournalEvent;
        const number = id === undefined ? event.position : event.seq;
        await out.writeSSE({ id: String(number), event: event.type, data: JSON.stringify(event) });
      }
    } finally {
      clearInterval(alive);
    }
  });
}

// Who may come in: from this machine's own names only, no page of a stranger, and with the token.

type Asked = { readonly host: string | null; readonly origin: string | null; readonly authorization: string | null };
type Refusal = { readonly status: 401 | 403; readonly failure: Failure };

const local = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** null: come in. `port`: the door's own. */
function guard({ host, origin, authorization }: Asked, token: string, port: number): Refusal | null {
  if (!isOurs(host, port)) return refuse(403, 'This door is for this machine alone: the Host header names another.');
  // A page of a browser always says where it is from; one made up for us may come with the page's token only.
  if (origin !== null && origin !== `http://${host}`) return refuse(403, 'Pages of other origins may not ask here.');
  const [, given = ''] = /^Bearer ([A-Za-z0-9_-]+)$/.exec(authorization ?? '') ?? [];
  return isSame(given, token) ? null : refuse(401, 'The token is missing, or not the one of this daemon.');
}

function isOurs(host: string | null, port: number): boolean {
  const [, name = '', given = ''] = /^(.*?)(?::(\d+))?$/.exec(host ?? '') ?? [];
  return local.test(name) && Number(given || 80) === port;
}

/** In the same time whatever is given: hashes have one length. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(sha256(given), sha256(token));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const refuse = (status: Refusal['status'], message: string): Refusal => ({
  status,
  failure: fail('UNAUTHORIZED', message, {
    hint: 'Send `Authorization: Bearer TOKEN`; the token is in `http.token` of the state folder.',
  }).failure,
});
