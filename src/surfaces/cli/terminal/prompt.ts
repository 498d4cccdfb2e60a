// One line after another from a person.

import { Writable } from 'node:stream';
import type { Console } from './console.ts';

export type Prompt = {
  /** null: end of input, or left. */
  ask(text: string): Promise<string | null>;
  ended(): boolean;
  close(): void;
};

/** Ctrl-C while asking fires the process's own interrupt. */
export async function createPrompt({ stdin, stdout }: Console, signal: AbortSignal): Promise<Prompt> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, output: stdout.stream?.() ?? (stdout as NodeJS.WritableStream) });
  let over = false;
  lines.on('close', () => {
    over = true;
  });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ask = (text: string): Promise<string | null> =>
    new Promise((resolve) => {
      if (over || signal.aborted) return resolve(null);
      const leave = () => resolve(null);
      lines.once('close', leave);
      signal.addEventListener('abort', leave, { once: true });
      lines.question(text, (line) => {
        lines.off('close', leave);
        signal.removeEventListener('abort', leave);
        resolve(line);
      });
    });
  return { ask, ended: () => over, close: () => lines.close() };
}

// One line of a person's that is not shown as it is typed.

/** null: nothing was typed, or they left. Without a terminal: the next line of standard input. */
export async function askSecret({ stdin, stderr }: Console, text: string): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  const terminal = stdin.isTTY === true;
  if (terminal) stderr.write(text);
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: mute, terminal });
  const line = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => resolve(null));
    lines.once('close', () => resolve(null));
  });
  lines.close();
  if (terminal) stderr.write('\n');
  return line === null || line === '' ? null : line;
}
