// What is told bit by bit: as lines of JSON, or as server-sent events. It goes as fast as its reader reads.
import type { Context } from 'hono';
import { stream, streamSSE } from 'hono/streaming';
import type { Reply } from '../../contract/protocol.ts';
import type { Events } from './guard.ts';

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
export function asLines(context: Context, told: Events, over: () => void): Response {
  context.header('content-type', 'application/x-ndjson; charset=utf-8');
  return stream(context, async (out) => {
    try {
      for (;;) {
        const next = await told.next();
        await out.writeln(JSON.stringify(next.done === true ? next.value : { event: next.value }));
        if (next.done === true) return;
      }
    } finally {
      over();
    }
  });
}

/** Each event under its type, then `end` with the reply. */
export const asEvents = (context: Context, told: Events, numberOf: NumberOf, over: () => void): Response =>
  streamSSE(context, async (out) => {
    const alive = setInterval(() => void out.write(': quiet\n\n'), quietMs);
    try {
      // Its reader knows at once that it is heard: the head of an answer goes out with its first byte.
      await out.write(': here\n\n');
      for (;;) {
        const next = await told.next();
        if (next.done === true) {
          await out.writeSSE({ event: 'end', data: JSON.stringify(next.value) });
          return;
        }
        const { type } = next.value as { readonly type?: string };
        const number = numberOf(next.value);
        await out.writeSSE({
          ...(number === undefined ? {} : { id: String(number) }),
          event: typeof type === 'string' && /^\w+$/.test(type) ? type : 'event',
          data: JSON.stringify(next.value),
        });
      }
    } finally {
      clearInterval(alive);
      over();
    }
  });
