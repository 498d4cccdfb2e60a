// `do -f` with more than one plan: they go one after another, as a chain.
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { recognise } from './recognise.ts';
import { usage } from './refusals.ts';
import { type Manner, tellFailure } from './tell.ts';
import type { Values } from './value.ts';
import { wordOf } from './word-of.ts';

/** Flags that a chain has as well. */
const shared = ['workspace', 'agent', 'base', 'detach'];

/** null: it is one text, and a task. */
export async function runFiles(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number | null> {
  const found = recognise(values, console);
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
  const { runChain } = await import('./run-chain.ts');
  return runChain(console, ask, { ...rest, plans: found.plans }, manner);
}
