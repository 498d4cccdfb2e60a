// `events`: one JSON document a line; with `--json` all of them in one.
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { toJson } from './print/clean.ts';
import { usage } from './refusals.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tellFailure, tellJson, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';
import { wordOf } from './word-of.ts';

export async function runEvents(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { from } = values;
  if (values.follow === true && manner.output === 'json')
    return tellFailure(
      console,
      usage('`--json` is one document, which never ends with `--follow`: say `--jsonl`.', wordOf('events')),
      'json',
    );
  const start = from === undefined ? {} : { from: /^\d+$/.test(String(from)) ? Number(from) : timeOf(String(from)) };
  const input = { ...fieldsOf(values, ['id', 'follow']), ...start, cwd: console.cwd };
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const gathered: unknown[] | null = manner.output === 'json' ? [] : null;
  const onEvent = (event: unknown) =>
    gathered === null ? console.stdout.write(`${toJson(event)}\n`) : gathered.push(event);
  const reply = await ask('service.events', input, { onEvent, signal: leaving.signal });
  withdraw();
  if (gathered !== null && reply.ok)
    return tellJson(console, { ok: true, data: { ...reply.data, events: gathered } }, 0);
  if (leaving.signal.aborted || reply.ok) return 0;
  return tellRefusal(console, reply, manner.output);
}

/** Any time that can be read, as the one form that is understood; else as it is, and refused. */
function timeOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}
