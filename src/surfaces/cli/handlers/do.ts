// `do`: states a task, then shows it live on a terminal.
import type { Reply } from '../../../contract/protocol.ts';
import type { TaskCreated } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { readRequestInput } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { recogniseFile } from '../parse/recognise-file.ts';
import { usage } from '../parse/refusals.ts';
import { type Console, isInteractive } from '../terminal/console.ts';

/** `-d`, `--json` or no terminal: prints the id and returns. */
export async function runDo(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  if (values.file !== undefined && values.text === undefined) {
    const code = await runFiles(console, ask, values, manner);
    if (code !== null) return code;
  }
  const made = await readRequestInput(wordOf('do'), values, console);
  if (!made.ok) return tellFailure(console, made.failure, manner.output);
  const reply = await ask('task.create', made.input, { startsWork: true });
  return showTask(console, ask, reply, values, manner);
}

/** A task that was stated: its id, or all that happens to it. */
export async function showTask(
  console: Console,
  ask: Ask,
  reply: Reply<TaskCreated>,
  values: Values,
  manner: Manner,
): Promise<number> {
  const detach = values.detach === true;
  const watches = manner.output === 'jsonl' || (manner.output === 'text' && isInteractive(console));
  if (!reply.ok || detach || !watches)
    return tellReply(console, 'task.create', reply, detach && manner.output === 'jsonl' ? { output: 'json' } : manner);
  for (const note of reply.data.notes) console.stderr.write(`${note}\n`);
  const { watch } = await import('./watch-task.ts');
  return watch(console, ask, { task: reply.data.task, cwd: console.cwd, after: 0, follow: false }, manner.output);
}

// `do -f` with more than one plan: they go one after another, as a chain.

/** Flags that a chain has as well. */
const shared = ['workspace', 'agent', 'base', 'detach'];

/** null: it is one text, and a task. */
async function runFiles(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number | null> {
  const found = recogniseFile(values, console);
  if (found.kind === 'one') return null;
  if (found.kind === 'refused') return tellFailure(console, found.failure, manner.output);
  const foreign = Object.keys(values).find((name) => name !== 'file' && !shared.includes(name));
  if (foreign !== undefined) {
    const word = wordOf('do');
    return tellFailure(
      console,
      usage(`\`--${foreign}\` is for one task, and these are several plans.`, word),
      manner.output,
    );
  }
  console.stderr.write(`${found.said}\n`);
  const { file: _, ...rest } = values;
  const { runChain } = await import('./chain.ts');
  return runChain(console, ask, { ...rest, plans: found.plans }, manner);
}
