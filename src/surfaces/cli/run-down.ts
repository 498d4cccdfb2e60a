// `down`: ends the daemon, and with `--all` what it runs, after asking.
import { agreeFirst } from './agree-first.ts';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { endDaemon, findDaemon } from './end-daemon.ts';
import { several } from './print/amounts.ts';
import { type Manner, tell, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';

export async function runDown(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const all = values.all === true;
  const daemon = await findDaemon(console, ask);
  if (daemon === null) return absent(console, manner);
  if (!daemon.ok) return tellRefusal(console, daemon, manner.output);
  const runs = all ? await ask('service.ps', {}) : null;
  if (runs?.ok === false && values.yes !== true) return tellRefusal(console, runs, manner.output);
  const running = runs?.ok ? runs.data.runs.length + runs.data.sessions.length : 0;
  const what = `${several(running, 'run')} would be ended.`;
  const left = running === 0 ? null : await agreeFirst(console, values, manner, { what });
  if (left !== null) return left;
  const down = await endDaemon(console, ask, all);
  return down === null ? absent(console, manner) : tell(console, 'service.down', down, manner);
}

async function absent(console: Console, manner: Manner): Promise<number> {
  if (manner.output !== 'text')
    return tell(console, 'service.down', { ok: true, data: { runs: [], ended: false } }, manner);
  console.stdout.write('No daemon is running.\n');
  return 0;
}
