// What can be asked over HTTP: every command, with the same dispatch and the same replies as on the socket, and the journal as it grows.

import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { type CommandName, schemas, streams } from '../../contract/commands.ts';
import { defined } from '../../contract/defined.ts';
import { isCommand } from '../../contract/read-input.ts';
import type { JournalEvent } from '../../contract/session.ts';
import { type Failure, fail, toReply } from '../../contract/to-reply.ts';
import { answer, refused } from './answer.ts';
import { askingOf } from './asking.ts';
import { type Events, type Guest, replyOfBug, toRequest, type Welcoming, welcome } from './guard.ts';
import { addHooks, type HeardHook } from './hooks.ts';
import { addPage, guardBrowsers } from './page-files.ts';
import type { Places } from './places.ts';
import { addPush, type PushAccess, pushPath } from './push.ts';
import { readBytes, tooLong } from './read-bytes.ts';
import { addSignIn, signInPath, type WebAccess } from './sign-in.ts';
import { asEvents, asLines, formOf, lastOf } from './streams.ts';
import { addTools, type ToolsDoor, toolsPath } from './tools.ts';
import { addUploads, type KeepUpload, uploadsPath } from './uploads.ts';
import { findWay, type WayIn } from './way-in.ts';

export type Door = Welcoming & {
  readonly hook: HeardHook | null;
  readonly places: Places;
  /** The file that describes what can be asked; null: there is none. */
  readonly description: string | null;
  readonly web:
    | (WebAccess & {
        readonly page: string;
        /** Absent: browsers bring no files. */
        readonly keep?: KeepUpload;
        /** Absent: browsers are told nothing. */
        readonly push?: PushAccess;
      })
    | null;
  /** Who comes to `/mcp` with the secret of a session; null: nobody does. */
  readonly isSession: ToolsDoor['isSession'] | null;
};

/** What the guards found out of a request. */
type Seen = { Variables: { way: WayIn; guest: Guest } };

export function createRoutes(door: Door): Hono<Seen> {
  const app = new Hono<Seen>();
  // Before the guard: who asks here comes from outside, and shows a signature instead of the token.
  if (door.hook !== null) addHooks(app, door.hook);
  app.use('*', guardBrowsers);
  app.use('*', (context, next) => {
    if (!isKnown(context, door)) return next();
    const way = findWay(askingOf(context), door.site);
    if ('failure' in way) return Promise.resolve(refused(context, way));
    context.set('way', way);
    return next();
  });
  if (door.web !== null) addSignIn(app, door.web, door.site.port);
  if (door.web?.push !== undefined) addPush(app, { ...door.web, push: door.web.push }, door.site.port);
  if (door.description !== null) addDescription(app, door.description);
  if (door.isSession !== null) addTools(app, { ...door, isSession: door.isSession });
  app.route('/', requests(door));
  if (door.web !== null) addPage(app, door.web.page);
  app.notFound((context) => notFound(context));
  app.onError((error, context) => answer(context, replyOfBug(error, door.bug)));
  return app;
}

/** What is not known is not there, whoever asks. */
function isKnown({ req }: Context, { web, isSession }: Door): boolean {
  if (req.path === toolsPath) return isSession !== null;
  if (!req.path.startsWith('/v1/')) return web !== null && req.method === 'GET';
  if (req.path === signInPath) return web !== null;
  if (req.path === pushPath) return web?.push !== undefined;
  return req.method === 'GET'
    ? req.path === '/v1/events' || req.path === descriptionPath
    : req.method === 'POST' &&
        (isCommand(req.path.slice('/v1/'.length)) || (req.path === uploadsPath && web?.keep !== undefined));
}

const descriptionPath = '/v1/openapi.json';

/** For everybody who reaches the door: nothing of a person is in it. */
function addDescription(app: Hono<Seen>, file: string): void {
  app.get(descriptionPath, async (context) => {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return notFound(context);
    return context.body(text, 200, { 'content-type': 'application/json; charset=utf-8' });
  });
}

function requests(door: Door): Hono<Seen> {
  const app = new Hono<Seen>();
  app.use('/v1/*', packed);
  app.use('/v1/*', async (context, next) => {
    if (!isKnown(context, door)) return notFound(context);
    const guest = await welcome(askingOf(context), context.get('way'), door, context.req.raw.signal);
    if ('failure' in guest) return refused(context, guest);
    context.set('guest', guest);
    return next();
  });
  if (door.web?.keep !== undefined) addUploads(app, door.web.keep);
  app.post('/v1/:command', (context) => command(context, door.places));
  app.get('/v1/events', (context) => events(context, door.places));
  return app;
}

const notFound = (context: Context): Response =>
  answer(context, toReply(fail('UNKNOWN_WORD', `There is no ${context.req.path} here.`).failure), 404);

/** A reply of many kilobytes, like the board of a busy day, for a slow line. Streams are told as they come. */
const packed = compress({ encoding: 'gzip', threshold: 8192, contentTypeFilter: /^application\/json\b/ });

/** A place is taken when all of it was read: who writes slowly holds none. */
async function command(context: Context<Seen>, places: Places): Promise<Response> {
  const { channel, dispatch, left } = context.get('guest');
  const name = context.req.param('command') as CommandName;
  const input = await readBody(context);
  if (!input.ok) return answer(context, toReply(input.failure));
  const free = isStream(name) ? places.listen() : places.ask();
  if (free === null) return answer(context, toReply(crowded));
  const told = dispatch(toRequest(name, withFolder(name, input.value), channel), { left });
  const form = formOf(context);
  if ('then' in told || form === 'reply')
    return answer(context, await ('then' in told ? told : lastOf(told)).finally(free));
  return form === 'events' ? asEvents(context, told, () => undefined, free) : asLines(context, told, free);
}

const isStream = (name: CommandName): boolean => (streams as readonly CommandName[]).includes(name);

type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure };

async function readBody({ req }: Context): Promise<Body> {
  const bytes = await readBytes(req);
  if (bytes === null) return { ok: false, failure: tooLong };
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

/** `?id=` names one thing, whose events are numbered by themselves. A reader that comes back goes on after what it saw. */
function events(context: Context<Seen>, places: Places): Response {
  const { channel, dispatch, left } = context.get('guest');
  const free = places.listen();
  if (free === null) return answer(context, toReply(crowded));
  const id = context.req.query('id');
  const seen = Number(context.req.header('last-event-id') ?? context.req.query('after') ?? Number.NaN);
  const from = Number.isSafeInteger(seen) ? { from: seen + 1 } : {};
  const input = { cwd: '/', follow: true, ...defined({ id }), ...from };
  const told = dispatch(toRequest('service.events', input, channel), { left }) as Events;
  if (formOf(context) === 'lines') return asLines(context, told, free);
  const numberOf = (event: unknown) => (event as JournalEvent)[id === undefined ? 'position' : 'seq'];
  return asEvents(context, told, numberOf, free);
}

const crowded = fail('BUSY', '').failure;
