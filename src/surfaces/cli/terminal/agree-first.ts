// What cannot be taken back is said first, and done when the person agrees: by `--yes`, or in their terminal.

import { type Manner, tellFailure } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, isInteractive } from './console.ts';

/** null: agreed. Else the exit code: `USAGE` where nobody can be asked, 130 where they did not agree. `typed`: the word that they must type; y where absent. */
export async function agreeFirst(
  console: Console,
  values: Values,
  { output }: Manner,
  { what, typed }: { readonly what: string; readonly typed?: string },
): Promise<number | null> {
  if (values.yes === true) return null;
  if (output !== 'text' || !isInteractive(console))
    return tellFailure(
      console,
      { error_code: 'USAGE', message: what, details: { hint: 'Say so with `--yes`.' } },
      output,
    );
  const { createPrompt } = await import('./prompt.ts');
  const prompt = await createPrompt(console, new AbortController().signal);
  const line = (await prompt.ask(`${what} Go on? ${typed === undefined ? '[y/N]' : `Type ${typed}>`} `)) ?? '';
  prompt.close();
  const agreed = typed === undefined ? /^\s*y(es)?\s*$/i.test(line) : line.trim() === typed;
  return agreed ? null : 130;
}
