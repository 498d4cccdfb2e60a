// `events`: one JSON document a line, whatever the output.
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { toJson } from './print/clean.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';

export async function runEvents(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { from } = values;
  const start = from === undefined ? {} : { from: /^\d+$/.test(String(from)) ? Number(from) : timeOf(String(from)) };
  const input = { ...fieldsOf(values, ['id', 'follow']), ...start, cwd: console.cwd };
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const onEvent = (event: unknown) => console.stdout.write(`${toJson(event)}\n`);
  const reply = await ask('service.events', input, { onEvent, signal: leaving.signal });
  withdraw();
  if (leaving.signal.aborted || reply.ok) return 0;
  return tellRefusal(console, reply, manner.output);
}

/** Any time that can be read, as the one form that is understood; else as it is, and refused. */
function timeOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}
