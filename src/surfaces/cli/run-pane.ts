// `pane`: a session's screen once, or again whenever it changes.
import type { PaneView } from '../../contract/session.ts';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { clean, toJson } from './print/clean.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tell, tellJson, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';

export async function runPane(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const fields = ['session', 'lines', 'history', 'ansi', 'follow'];
  const input = { ...fieldsOf(values, fields), cwd: console.cwd };
  const ansi = values.ansi === true;
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const onEvent = (event: unknown) => draw(console, event as PaneView, manner, ansi);
  const reply = await ask('session.pane', input, { onEvent, signal: leaving.signal });
  withdraw();
  if (leaving.signal.aborted) return 0;
  if (!reply.ok) return tellRefusal(console, reply, manner.output);
  if (manner.output !== 'text') return tellJson(console, reply, 0);
  if (values.follow === true) return ended(console, reply.data);
  if (!ansi) return tell(console, 'session.pane', reply, manner);
  console.stdout.write(textOf(reply.data, true));
  return 0;
}

/** Styles are the daemon's own: nothing of the program's gets into them. */
const textOf = ({ lines }: PaneView, ansi: boolean): string => {
  const text = lines.join('\n');
  return text === '' ? '' : `${ansi ? text : clean(text)}\n`;
};

/** On a terminal in place, in one write; else one picture after another. */
function draw({ stdout }: Console, pane: PaneView, { output }: Manner, ansi: boolean): void {
  if (output === 'jsonl') stdout.write(`${toJson(pane)}\n`);
  if (output !== 'text') return;
  const text = textOf(pane, ansi);
  if (stdout.isTTY === true) stdout.write(`\u001b[?2026h\u001b[H\u001b[2J${text}\u001b[?2026l`);
  else stdout.write(`${text}\f\n`);
}

function ended({ stderr }: Console, { session, state }: PaneView): number {
  stderr.write(`${clean(session)} ${state === 'ended' ? 'has ended' : `is ${state}`}.\n`);
  return 0;
}
