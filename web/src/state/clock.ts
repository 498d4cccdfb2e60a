// What time it is where the daemon runs: the browser's clock may be an hour off. Ages are told by it, and said anew as they grow.
import { signal } from '@preact/signals';

/** The header counts seconds; less is no difference. */
const leastMs = 5_000;
const tickMs = 10_000;

let ahead = 0;

export function heedDate(headers: Headers): void {
  const there = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(there)) return;
  const differs = there - Date.now();
  const told = Math.abs(differs) < leastMs ? 0 : differs;
  if (Math.abs(told - ahead) < leastMs) return;
  ahead = told;
  now.value = Date.now() + ahead;
}

export const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now() + ahead;
}, tickMs);
