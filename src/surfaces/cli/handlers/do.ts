// `do`: states a task, then shows it live on a terminal.
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellNote } from '../output/reply.ts';
import { showTask } from '../output/show-task.ts';
import type { Values } from '../parse/flags.ts';
import { readRequestInput } from '../parse/input.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import type { Console } from '../terminal/console.ts';

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

// `do -f` with more than one plan: they go one after another, as a chain; with a session folder: it is stated as a flow.

/** Flags that a chain has as well. */
const shared = ['workspace', 'agent', 'base', 'detach'];

/** null: it is one text, and a task. */
async function runFiles(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number | null> {
  const { recogniseFile } = await import('../parse/recognise-file.ts');
  const found = recogniseFile(values, console);
  if (found.kind === 'one') return null;
  if (found.kind === 'refused') return tellFailure(console, found.failure, manner.output);
  const isFlow = found.kind === 'flow';
  const own = isFlow ? [...wordOf('flow run').flags.map(({ name }) => name), 'until'] : shared;
  const foreign = Object.keys(values).find((name) => name !== 'file' && !own.includes(name));
  if (foreign !== undefined) {
    const why = isFlow ? 'does not go with a session folder' : 'is for one task, and these are several plans';
    return tellFailure(console, usage(`\`--${foreign}\` ${why}.`, wordOf('do')), manner.output);
  }
  tellNote(console, found.said);
  const { file: _, until, ...rest } = values;
  if (isFlow) {
    const { stateFlow } = await import('./flow.ts');
    return stateFlow(console, ask, { ...rest, path: found.path }, manner, until === undefined ? {} : { until });
  }
  const { runChain } = await import('./chain.ts');
  return runChain(console, ask, { ...rest, plans: found.plans }, manner);
}
