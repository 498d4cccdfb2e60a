// `down`: ends the daemon, and with `--all` what it runs, after asking.
import type { Ask } from './ask-daemon.ts';
import { type Console, isInteractive } from './console.ts';
import { awaitDown } from './local.ts';
import { several } from './print/amounts.ts';
import { type Manner, tell, tellFailure } from './tell.ts';
import type { Values } from './value.ts';

export async function runDown(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const all = values.all === true;
  const runs = await ask('service.ps', {});
  if (!runs.ok && runs.error_code === 'DAEMON_UNREACHABLE') return absent(console, manner);
  const running = runs.ok ? runs.data.runs.length + runs.data.sessions.length : 0;
  if (all && running > 0 && values.yes !== true) {
    if (manner.output !== 'text' || !isInteractive(console)) return unsure(console, running, manner);
    if (!(await confirms(console, running))) return 130;
  }
  const reply = await ask('service.down', { all });
  if (reply.ok) await awaitDown(console, 25_000);
  return tell(console, 'service.down', reply, manner);
}

async function absent(console: Console, manner: Manner): Promise<number> {
  if (manner.output !== 'text')
    return tell(console, 'service.down', { ok: true, data: { runs: [], ended: false } }, manner);
  console.stdout.write('No daemon is running.\n');
  return 0;
}

const unsure = (console: Console, running: number, { output }: Manner): Promise<number> =>
  tellFailure(
    console,
    {
      error_code: 'USAGE',
      message: `${several(running, 'run')} would be ended.`,
      details: { hint: 'Say so with `--yes`.' },
    },
    output,
  );

async function confirms(console: Console, running: number): Promise<boolean> {
  const { createPrompt } = await import('./prompt.ts');
  const prompt = await createPrompt(console, new AbortController().signal);
  const line = await prompt.ask(`${several(running, 'run')} will be ended. Go on? [y/N] `);
  prompt.close();
  return /^\s*y(es)?\s*$/i.test(line ?? '');
}
