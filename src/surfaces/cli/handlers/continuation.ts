// `continuation.json`: written for other programs, and read to go on with what they left. Nothing that does not hold is written, and what stood there is kept beside it.

import { closeSync, openSync, readSync } from 'node:fs';
import { type Continuation, checkContinuation } from '../../../contract/continuation.ts';
import { defined } from '../../../contract/defined.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { writeWhole } from '../local.ts';
import { type Manner, tellFailure, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, path } from '../terminal/console.ts';

/** null: it is only to be told. */
export async function runContinuation(
  console: Console,
  ask: Ask,
  { task, export: given }: Values,
  manner: Manner,
): Promise<number | null> {
  if (given === undefined) return null;
  const told = await ask('task.continuation', { cwd: console.cwd, ...defined({ task }) });
  if (!told.ok) return tellRefusal(console, told, manner.output);
  const file = path.resolve(console.cwd, String(given));
  const refused = await writeContinuation(file, told.data.continuation);
  if (refused !== null) return tellFailure(console, refused, manner.output);
  return tellReply(console, 'task.continuation', { ok: true, data: { ...told.data, written: file } }, manner);
}

const backupOf = (file: string): string => `${file}.backup`;

/** null: it stands there. What was there is its backup, if it could be read at all: a broken file takes no good one's place. */
export async function writeContinuation(file: string, state: unknown): Promise<Failure | null> {
  const checked = checkContinuation(state);
  if (!checked.ok) return checked.failure;
  const before = textOf(file);
  if (before !== null && jsonIn(before) !== undefined) {
    const kept = await writeWhole(backupOf(file), before);
    if (!kept.ok) return kept.failure;
  }
  const written = await writeWhole(file, `${JSON.stringify(checked.value, null, 2)}\n`);
  return written.ok ? null : written.failure;
}

type Found =
  /** `root`: what its plan's path is relative to; `said`: that its backup was taken. */
  | { readonly ok: true; readonly state: Continuation; readonly root: string; readonly said: string | null }
  | { readonly ok: false; readonly failure: Failure };

/** A file that was cut or is no JSON stands back for its backup; one that says something wrong is refused. */
export function readContinuation(file: string): Found {
  const text = textOf(file);
  if (text === null)
    return {
      ok: false,
      failure: { error_code: 'PATH_NOT_FOUND', message: `${file} cannot be read.`, details: { path: file } },
    };
  if (Buffer.byteLength(text) > mostBytes) {
    const message = `${file} has more than ${mostBytes / 1024 ** 2} MiB: it is no continuation.`;
    return { ok: false, failure: { error_code: 'CONTINUATION_INVALID', message } };
  }
  const own = jsonIn(text);
  const value = own === undefined ? jsonIn(textOf(backupOf(file)) ?? '') : own;
  if (value === undefined) {
    const message = `${file} is no JSON, and neither is ${path.basename(backupOf(file))} beside it.`;
    return { ok: false, failure: { error_code: 'CONTINUATION_INVALID', message } };
  }
  const state = checkContinuation(value);
  if (!state.ok) return state;
  const said =
    own === undefined ? `${file} is no JSON; taken from its backup of ${state.value.last_checkpoint}.` : null;
  return { ok: true, state: state.value, root: rootOf(file), said };
}

/** What `task.create` is told of it. */
export const wishOf = ({
  session_id: session,
  branch,
  todos,
  base_commit,
  continuation_level: level,
}: Continuation) => ({
  session,
  branch,
  level,
  ...defined({ base_commit }),
  done: todos.filter(({ status }) => status === 'complete').map(({ id }) => id),
  said: Object.fromEntries(
    todos.flatMap(({ id, status, text }) => (status === 'complete' && text ? [[id, text]] : [])),
  ),
  made: Object.fromEntries(
    todos.flatMap(({ id, status, iteration }) => (status === 'complete' || iteration === 0 ? [] : [[id, iteration]])),
  ),
});

/** The folder that `.pilot` is in, else the file's own. */
const rootOf = (file: string): string => /^(.+)\/\.pilot\/state\/[^/]+$/s.exec(file)?.[1] ?? path.dirname(file);

/** Of the largest plan it is a small part. */
const mostBytes = 8 * 1024 ** 2;

/** A little more than that is read of what is longer. Null: nothing can be. */
function textOf(file: string): string | null {
  const bytes = Buffer.alloc(mostBytes + 4096);
  let size = 0;
  let handle: number | null = null;
  try {
    handle = openSync(file, 'r');
    for (let read = 1; read > 0 && size < bytes.length; size += read)
      read = readSync(handle, bytes, size, bytes.length - size, null);
    return bytes.toString('utf8', 0, size);
  } catch {
    return null;
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

/** undefined: it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
