// `completion names`: what a shell may offer, a line each. A daemon that is slow, or is not there, offers nothing.
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellJson } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { cleanAll } from '../print/clean.ts';
import type { Console } from '../terminal/console.ts';

/** A person waits for the key they pressed. */
const patienceMs = 500;

export async function runNames(console: Console, ask: Ask, values: Values, { output }: Manner): Promise<number> {
  const late = AbortSignal.timeout(patienceMs);
  const reply = await ask('service.names', { kind: values.kind }, { signal: late });
  const data = reply.ok ? reply.data : { kind: String(values.kind), names: [] };
  if (output !== 'text') return tellJson(console, { ok: true, data }, 0);
  for (const name of cleanAll(data).names) if (!/[\r\n]/.test(name)) console.stdout.write(`${name}\n`);
  return 0;
}
