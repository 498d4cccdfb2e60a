// `doctor`: what this machine shows without the daemon, then what the daemon knows.
import type { Check } from '../../contract/service.ts';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { doctor } from './local.ts';
import { type Manner, tell } from './tell.ts';
import type { Values } from './value.ts';

export async function runDoctor(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const fix = values.fix === true;
  const own = await doctor(console, fix);
  const reply = await ask('service.doctor', { fix }, { startsWork: true });
  const theirs: readonly Check[] = reply.ok
    ? reply.data.checks
    : [{ name: 'daemon', state: 'bad', said: reply.error, hint: reply.hint }];
  const said = new Set(theirs.map(({ name }) => name));
  const checks = [...own.filter(({ name }) => !said.has(name)), ...theirs];
  return tell(console, 'service.doctor', { ok: true, data: { checks } }, manner);
}
