// What is told bit by bit: as lines of JSON, or as server-sent events. It goes as fast as its reader reads.
import { once } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Reply } from '../../contract/protocol.ts';
import type { Events } from './guard.ts';
import { browserGuards } from './page-files.ts';

/** A reader that hears nothing for so long cannot tell quiet from gone. */
const quietMs = 15_000;

export type Form = 'lines' | 'events' | 'reply';

/** What a reader says it can read; without a word of either it gets the reply alone. */
export function formOf({ req }: Context): Form {
  const accept = req.header('accept') ?? '';
  if (accept.includes('text/event-stream')) return 'events';
  return accept.includes('application/x-ndjson') ? 'lines' : 'reply';
}

/** The number under which an event is asked for again; absent: it cannot be. */
type NumberOf = (event: unknown) => number | undefined;

/** `heard`: each event on the way there; the next one is asked for when it has resolved. */
export async function lastOf(told: Events, heard: (event: unknown) => unknown = () => undefined): Promise<Reply> {
  for (;;) {
    const next = await told.next();
    if (next.done === true) return next.value;
    await heard(next.value);
  }
}

/** Each event on a line, then the reply. */
export const asLines = (context: Context, told: Events, over: () => void): Response =>
  tell(context, { 'content-type': 'application/x-ndjson; charset=utf-8' }, over, async (say) => {
    const reply = await lastOf(told, (event) => say(`${JSON.stringify({ event })}\n`));
    await say(`${JSON.stringify(reply)}\n`);
  });

/** Each event under its type, then `end` with the reply. */
export const asEvents = (context: Context, told: Events, numberOf: NumberOf, over: () => void): Response =>
  tell(context, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }, over, async (say, isBehind) => {
    const alive = setInterval(() => void (isBehind() || say(': quiet\n\n')), quietMs);
    try {
      // Its reader knows at once that it is heard: the head of an answer goes out with its first byte.
      await say(': here\n\n');
      const reply = await lastOf(told, (event) => say(eventText(typeOf(event), event, numberOf(event))));
      await say(eventText('end', reply));
    } finally {
      clearInterval(alive);
    }
  });

function typeOf(event: unknown): string {
  const { type } = event as { readonly type?: string };
  return typeof type === 'string' && /^\w+$/.test(type) ? type : 'event';
}

const eventText = (type: string, data: unknown, number?: number): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n${number === undefined ? '' : `id: ${number}\n`}\n`;

/** `say` resolves when there is room for more, or nobody reads any more. */
type Tale = (say: (text: string) => Promise<void>, isBehind: () => boolean) => Promise<void>;

/** Straight to Node's response: a web stream would hold some 20 KB for each reader that hears nothing. */
function tell(context: Context, headers: Record<string, string>, over: () => void, tale: Tale): Response {
  const { outgoing } = context.env as HttpBindings;
  const left = context.req.raw.signal;
  const say = async (text: string): Promise<void> => {
    if (outgoing.destroyed || outgoing.write(text)) return;
    await once(outgoing, 'drain', { signal: left }).catch(() => undefined);
  };
  outgoing.on('error', nobodyReads);
  outgoing.writeHead(200, { ...browserGuards, ...headers });
  tale(say, () => outgoing.writableNeedDrain)
    .then(() => outgoing.end())
    // Its reader sees that the tale was cut, and asks anew from where it was.
    .catch(() => outgoing.destroy())
    .finally(over);
  return RESPONSE_ALREADY_SENT;
}

const nobodyReads = (): void => undefined;
