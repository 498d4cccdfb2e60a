// `down`: ends the daemon, and with `--all` what it runs, after asking.

import type { Check } from '../../../contract/service.ts';
import type { Ask } from '../daemon/ask.ts';
import { endDaemon, findDaemon } from '../daemon/end-daemon.ts';
import { doctor } from '../local.ts';
import { type Manner, tellFailure, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { several } from '../print/amounts.ts';
import { agreeFirst } from '../terminal/agree-first.ts';
import type { Console } from '../terminal/console.ts';
import { askSecret } from '../terminal/prompt.ts';

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
  return down === null ? absent(console, manner) : tellReply(console, 'service.down', down, manner);
}

async function absent(console: Console, manner: Manner): Promise<number> {
  if (manner.output !== 'text')
    return tellReply(console, 'service.down', { ok: true, data: { runs: [], ended: false } }, manner);
  console.stdout.write('No daemon is running.\n');
  return 0;
}

// `doctor`: what this machine shows without the daemon, then what the daemon knows.

export async function runDoctor(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const fix = values.fix === true;
  const own = await doctor(console, fix);
  const reply = await ask('service.doctor', { fix }, { startsWork: true });
  const theirs: readonly Check[] = reply.ok
    ? reply.data.checks
    : [{ name: 'daemon', state: 'bad', said: reply.error, hint: reply.hint }];
  const said = new Set(theirs.map(({ name }) => name));
  const checks = [...own.filter(({ name }) => !said.has(name)), ...theirs];
  return tellReply(console, 'service.doctor', { ok: true, data: { checks } }, manner);
}

// `config pin`: the PIN is typed unseen, or comes line by line from standard input; never from argv.

export async function runPin(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const leave = () =>
    tellFailure(console, usage('Nothing was typed; nothing was changed.', wordOf('config pin')), manner.output);
  const pin = values.remove === true ? null : await askSecret(console, 'New PIN: ');
  if (pin === null && values.remove !== true) return leave();
  if (pin !== null && console.stdin.isTTY === true && (await askSecret(console, 'Again: ')) !== pin) return leave();
  const reply = await ask('config.pin', { pin });
  if (reply.ok || reply.error_code !== 'PIN_REQUIRED') return tellReply(console, 'config.pin', reply, manner);
  const old = await askSecret(console, 'The PIN that is set now: ');
  if (old === null) return leave();
  return tellReply(console, 'config.pin', await ask('config.pin', { pin, old }), manner);
}
