// Something that takes over a second says on a terminal what it does, how long, and how to leave.
import type { Console } from './console.ts';

export async function waiting<T>({ stderr, now }: Console, what: string, work: Promise<T>): Promise<T> {
  if (stderr.isTTY !== true) return work;
  const begun = now();
  let shown = false;
  const timer = setInterval(() => {
    shown = true;
    stderr.write(`\r\u001b[K${what}, ${Math.round((now() - begun) / 1000)} s (Ctrl-C leaves)`);
  }, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (shown) stderr.write('\r\u001b[K');
  }
}
