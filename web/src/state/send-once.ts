// Under which key something is sent: the same for the same until it is known to have arrived, also over a lost reply and a reload. Said again under its key it is done once.
import { draft } from './drafts.ts';

type Sent = { readonly key: string; readonly input: string };

const sent = (name: string) => draft(`${name}.sent`);

/** `name`: of what is sent there. */
export function keyOf(name: string, input: object): string {
  const kept = sent(name);
  const text = JSON.stringify(input);
  const before = kept.value === '' ? null : (JSON.parse(kept.value) as Sent);
  if (before?.input === text) return before.key;
  const key = newKey();
  kept.value = JSON.stringify({ key, input: text } satisfies Sent);
  return key;
}

export function noteArrival(name: string): void {
  sent(name).value = '';
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
