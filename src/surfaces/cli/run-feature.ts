// `step feature ...`: the task may be left out in its copy, and the lease's token comes from DROVER_LEASE or its file.
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { readText } from './read-text.ts';
import { usage } from './refusals.ts';
import { underLease } from './run-step.ts';
import { type Manner, tell, tellFailure } from './tell.ts';
import type { Values } from './value.ts';
import { wordOf } from './word-of.ts';

type Name = 'feature.done' | 'feature.next' | 'feature.plan' | 'feature.update';

export async function runFeature(
  name: Name,
  console: Console,
  ask: Ask,
  values: Values,
  manner: Manner,
): Promise<number> {
  const what = name === 'feature.plan' ? 'features' : name === 'feature.next' ? null : 'feature';
  const { file, pr, task, ...rest } = values;
  const named = what === null || file !== undefined || values[what] !== undefined ? { task } : { [what]: task };
  const said: Record<string, unknown> = { ...rest, ...named, ...(pr === undefined ? {} : { pull_request: pr }) };
  if (typeof file === 'string' || said.features === '-') {
    const text = await readText(typeof file === 'string' ? file : '-', console);
    if (!text.ok) return tellFailure(console, text.failure, manner.output);
    said.features = text.text;
  }
  if (what !== null && said[what] === undefined)
    return tellFailure(
      console,
      usage(
        `Say ${what === 'features' ? 'the features, or name a file' : 'which feature'}.`,
        wordOf(`step ${name.replace('.', ' ')}`),
      ),
      manner.output,
    );
  const { task: meant, ...input } = said;
  return tell(
    console,
    name,
    await ask(name, { ...input, ...(await underLease(console, ask, meant)) } as never),
    manner,
  );
}
