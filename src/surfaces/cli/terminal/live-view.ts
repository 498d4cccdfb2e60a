// Lines that go up and a status that stays below them, redrawn in one write so that nothing flickers; plain lines where there is no terminal.

import { widthOf } from '../print/columns.ts';
import type { Console, Out } from './console.ts';

export type LiveView = {
  /** One more line above the status. */
  line(text: string): void;
  /** The status anew; lines no wider than the terminal. */
  status(lines: readonly string[]): void;
  /** The status is taken away. */
  clear(): void;
};

export function createLiveView(out: Out): LiveView {
  if (out.isTTY !== true)
    return { line: (text) => void out.write(`${text}\n`), status: () => undefined, clear: () => undefined };
  let below: readonly string[] = [];
  const up = () => {
    const rows = below.reduce((sum, line) => sum + rowsOf(line, out.columns ?? 80), 0);
    return rows === 0 ? '\r\u001b[J' : `\r\u001b[${rows}A\u001b[J`;
  };
  const draw = (above: string, lines: readonly string[]) => {
    const text = lines.map((line) => `${line}\n`).join('');
    out.write(`\u001b[?2026h${up()}${above}${text}\u001b[?2026l`);
    below = lines;
  };
  return {
    line: (text) => draw(`${text}\n`, below),
    status: (lines) => {
      if (lines.join('\n') !== below.join('\n')) draw('', lines);
    },
    clear: () => draw('', []),
  };
}

const rowsOf = (line: string, width: number): number => Math.max(1, Math.ceil(widthOf(line) / Math.max(1, width)));

// Something that takes over a second says on a terminal what it does, how long, and how to leave.

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

// Waits, or until the signal fires; never rejects.

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
