// `stop`: one session, or with `--all` every agent and task, after asking.
import type { Ask } from './ask-daemon.ts';
import { type Console, isInteractive } from './console.ts';
import { several } from './print/amounts.ts';
import { usage } from './refusals.ts';
import { fieldsOf } from './snake.ts';
import { type Manner, tell, tellFailure } from './tell.ts';
import type { Values } from './value.ts';
import { waiting } from './waiting.ts';
import { wordOf } from './word-of.ts';

export async function runStop(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  if (values.all === true && values.session !== undefined)
    return tellFailure(console, usage('Name one, or say `--all`, not both.', wordOf('stop')), manner.output);
  if (values.all === true && values.yes !== true) {
    const refused = await mayStopAll(console, ask, manner);
    if (refused !== null) return refused;
  }
  const input = { ...fieldsOf(values, ['session', 'now', 'all', 'timeout']), wait: values['no-wait'] !== true };
  const asked = ask('session.stop', { ...input, cwd: console.cwd });
  const what = values.all === true ? 'everything' : (values.session ?? 'the session');
  return tell(console, 'session.stop', await waiting(console, `Ending ${what}`, asked), manner);
}

/** null: a person said yes, or nothing runs. */
async function mayStopAll(console: Console, ask: Ask, manner: Manner): Promise<number | null> {
  const listed = await ask('service.ps', {});
  if (!listed.ok) return tell(console, 'service.ps', listed, manner);
  const { sessions, runs } = listed.data;
  if (sessions.length + runs.length === 0) return null;
  const what = `${several(sessions.length, 'session')} and ${several(runs.length, 'run')}`;
  if (manner.output !== 'text' || !isInteractive(console)) {
    const message = `${what} would be ended, and every task paused.`;
    return tellFailure(
      console,
      { error_code: 'USAGE', message, details: { hint: 'Say so with `--yes`.' } },
      manner.output,
    );
  }
  const { createPrompt } = await import('./prompt.ts');
  const prompt = await createPrompt(console, new AbortController().signal);
  const line = await prompt.ask(`${what} will be ended, and every task paused. Go on? [y/N] `);
  prompt.close();
  return /^\s*y(es)?\s*$/i.test(line ?? '') ? null : 130;
}
