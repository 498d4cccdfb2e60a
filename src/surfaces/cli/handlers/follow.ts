// `logs`: a transcript's bytes as they are, or stripped; a task's in sentences.
import { defined } from '../../../contract/defined.ts';
import type { LogEvent, WaitBeat } from '../../../contract/session.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellJson, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { fieldsOf } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { clockTime } from '../print/amounts.ts';
import { clean, toJson } from '../print/clean.ts';
import { fitted } from '../print/look.ts';
import type { Console } from '../terminal/console.ts';

export async function runLogs(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const structured = manner.output !== 'text';
  const input = { ...fieldsOf(values, ['id', 'lines', 'follow']), structured, cwd: console.cwd };
  const all: unknown[] = [];
  const write = writerOf(console, values);
  const onEvent = (event: unknown) => {
    const said = event as LogEvent;
    if (manner.output === 'json') all.push(plainOf(said));
    else if (manner.output === 'jsonl') console.stdout.write(`${toJson(plainOf(said))}\n`);
    else write(said);
  };
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const reply = await ask('service.logs', input, { onEvent, signal: leaving.signal });
  withdraw();
  if (leaving.signal.aborted) return 0;
  if (!reply.ok) return tellRefusal(console, reply, manner.output);
  if (manner.output === 'jsonl') return tellJson(console, reply, 0);
  return structured ? tellJson(console, { ok: true, data: { ...reply.data, turns: all } }, 0) : 0;
}

const plainOf = (event: LogEvent): unknown =>
  event.kind === 'bytes' ? { kind: 'text', text: clean(Buffer.from(event.bytes, 'base64').toString('utf8')) } : event;

/** Bytes go to files and pipes as they are; a terminal would obey them, so it gets them only with `--raw`. */
function writerOf(console: Console, values: Values): (event: LogEvent) => void {
  const { stdout } = console;
  const strips = values.plain === true || (values.raw !== true && stdout.isTTY === true);
  // Characters may be split between two of them.
  const decoder = new TextDecoder('utf8', { ignoreBOM: true });
  const textOf = (bytes: Buffer) => decoder.decode(bytes, { stream: true });
  return (event) => {
    if (event.kind === 'line')
      stdout.write(`${fitted(console, `${clockTime(event.at)} ${event.thing} ${clean(event.text)}`)}\n`);
    if (event.kind !== 'bytes') return;
    const bytes = Buffer.from(event.bytes, 'base64');
    if (strips) stdout.write(clean(textOf(bytes)));
    else if (stdout.writeBytes === undefined) stdout.write(textOf(bytes));
    else stdout.writeBytes(bytes);
  };
}

// `events`: one JSON document a line; with `--json` all of them in one.

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

// `wait`: returns with the fact that is waited for, and the exit code it means.

/** A daemon that ended is started again and asked once more, for what is left of the time. */
const mostCuts = 3;

export async function runWait(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const input = { ...fieldsOf(values, ['id', 'until', 'timeout', 'heartbeat']), cwd: console.cwd };
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const onEvent = (event: unknown) => beat(console, event as WaitBeat, manner);
  try {
    for (let cuts = 0; ; cuts += 1) {
      const reply = await ask('service.wait', input, { onEvent, signal: leaving.signal });
      if (leaving.signal.aborted) return 130;
      const isCut = !reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < mostCuts;
      if (!isCut || values.port !== undefined) return await tellReply(console, 'service.wait', reply, manner);
    }
  } finally {
    withdraw();
  }
}

function beat({ stdout, stderr }: Console, event: WaitBeat, { output }: Manner): void {
  if (output === 'jsonl') stdout.write(`${toJson(event)}\n`);
  else stderr.write(`${clockTime(event.at)} ${clean(event.id)} is ${clean(event.state)}\n`);
}

// `history --search`: where these words were said.

export async function runSearch(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const input = { words: String(values.search), ...defined({ limit: values.limit }) };
  return tellReply(console, 'service.search', await ask('service.search', input), manner);
}
