// `config pin`: the PIN is typed unseen, or comes line by line from standard input; never from argv.

import type { Ask } from './ask-daemon.ts';
import { askSecret } from './ask-secret.ts';
import type { Console } from './console.ts';
import { usage } from './refusals.ts';
import { type Manner, tell, tellFailure } from './tell.ts';
import type { Values } from './value.ts';
import { wordOf } from './word-of.ts';

export async function runPin(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const leave = () =>
    tellFailure(console, usage('Nothing was typed; nothing was changed.', wordOf('config pin')), manner.output);
  const pin = values.remove === true ? null : await askSecret(console, 'New PIN: ');
  if (pin === null && values.remove !== true) return leave();
  if (pin !== null && console.stdin.isTTY === true && (await askSecret(console, 'Again: ')) !== pin) return leave();
  const reply = await ask('config.pin', { pin });
  if (reply.ok || reply.error_code !== 'PIN_REQUIRED') return tell(console, 'config.pin', reply, manner);
  const old = await askSecret(console, 'The PIN that is set now: ');
  if (old === null) return leave();
  return tell(console, 'config.pin', await ask('config.pin', { pin, old }), manner);
}
