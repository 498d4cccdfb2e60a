// `start`: a session in the foreground, in the background, or in a window of tmux.
import type { SessionStarted } from '../../../contract/session.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import * as local from '../local.ts';
import { type Manner, tellFailure, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { fieldsOf, splitWords } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import type { Console } from '../terminal/console.ts';
import { waiting } from '../terminal/live-view.ts';
import { keyFor, keyOf, refuseKey, show } from './attach.ts';

const fields = [
  ...['agent', 'args', 'name', 'description', 'context', 'permissions', 'allow', 'deny', 'model', 'effort'],
  ...['transport', 'max-runtime', 'inbox-ttl', 'watch-file', 'timeout', 'sandbox', 'resume', 'fork', 'budget'],
];

export async function runStart(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const made = inputOf(console, values);
  if (made.failure !== null) return tellFailure(console, made.failure, manner.output);
  const key = await local.readDetachKey(keyOf(console, values['detach-key']));
  if (key === null) return refuseKey(console, values, manner);
  const apart = values.detach === true || values.tmux !== undefined || manner.output !== 'text';
  const input = { ...made.input, ...(apart ? {} : { attach: true, ...windowOf() }) };
  const reply = await waiting(console, `Starting ${values.agent}`, ask('session.start', input, { startsWork: true }));
  if (!reply.ok || (apart && values.tmux === undefined)) return tellReply(console, 'session.start', reply, manner);
  const { session, ticket } = reply.data;
  if (values.tmux !== undefined) return inTmux(console, reply.data, values, manner);
  if (ticket === null) return tellReply(console, 'session.start', reply, manner);
  const leaves = await keyFor(console, values, key, ticket);
  return show(console, ask, { view: session, ticket, right: 'type', fresh: true, key: leaves });
}

type Made =
  | { readonly failure: null; readonly input: Record<string, unknown> }
  | { readonly failure: Failure; readonly input: null };

function inputOf(console: Console, values: Values): Made {
  const refused = (message: string): Made => ({ failure: usage(message, wordOf('start')), input: null });
  const { cwd, meta, 'on-done': onDone } = values;
  const input: Record<string, unknown> = { ...fieldsOf(values, fields), cwd: console.cwd };
  if (values.detach === true && values.tmux !== undefined) return refused('In the background or in tmux, not both.');
  if (cwd !== undefined) input.folder = cwd;
  if (console.env.TMUX_PANE) input.pane = console.env.TMUX_PANE;
  if (onDone !== undefined) {
    const words = splitWords(String(onDone));
    if (words === null || words.length === 0) return refused('`--on-done` needs a program and its words.');
    input.on_done = words;
  }
  if (meta === undefined) return { failure: null, input };
  try {
    return { failure: null, input: { ...input, meta: JSON.parse(String(meta)) } };
  } catch {
    return refused('`--meta` needs JSON.');
  }
}

/** The agent's window is this one's; nothing is said of it where there is none. */
function windowOf(): { columns?: number; rows?: number } {
  const { isTTY, columns, rows } = process.stdout;
  return isTTY === true && columns > 0 && rows > 0 ? { columns, rows } : {};
}

/** The session is there already: a window that cannot be opened does it no harm. */
async function inTmux(console: Console, started: SessionStarted, values: Values, manner: Manner): Promise<number> {
  const { session } = started;
  const [node = 'node', program = 'drover'] = process.argv;
  const argv = [node, program, 'attach', session.row];
  const name = values.tmux === '' ? session.id : String(values.tmux);
  try {
    const window = await local.openTmuxWindow({ argv, name, cwd: session.cwd, env: console.env });
    const notes = [`Shown in window ${name} of the tmux session ${window.session} (${window.pane}).`];
    return tellReply(console, 'session.start', { ok: true, data: { ...started, notes } }, manner);
  } catch (error) {
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    return tellFailure(
      console,
      {
        error_code: 'ENGINE_ERROR',
        message: `${session.id} runs, but tmux shows it nowhere: ${why}.`,
        details: { session: session.id, hint: `Look at it with \`drover attach ${session.id}\`.` },
      },
      manner.output,
    );
  }
}
