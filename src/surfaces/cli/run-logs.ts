// `logs`: a transcript's bytes as they are, or stripped; a task's in sentences.
import { StringDecoder } from 'node:string_decoder';
import type { LogEvent } from '../../contract/session.ts';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { clockTime } from './print/amounts.ts';
import { clean, toJson } from './print/clean.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tellJson, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';

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
function writerOf({ stdout }: Console, values: Values): (event: LogEvent) => void {
  const strips = values.plain === true || (values.raw !== true && stdout.isTTY === true);
  const decoder = new StringDecoder('utf8');
  return (event) => {
    if (event.kind === 'line') stdout.write(`${clockTime(event.at)} ${event.thing} ${clean(event.text)}\n`);
    if (event.kind !== 'bytes') return;
    const bytes = Buffer.from(event.bytes, 'base64');
    if (strips) stdout.write(clean(decoder.write(bytes)));
    else if (stdout.writeBytes === undefined) stdout.write(decoder.write(bytes));
    else stdout.writeBytes(bytes);
  };
}
