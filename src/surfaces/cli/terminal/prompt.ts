// One line after another from a person.

import { Writable } from 'node:stream';
import type { Console } from './console.ts';

export type Prompt = {
  /** null: end of input, left, or withdrawn; what was half typed by then stands at the next prompt again. */
  ask(text: string, withdrawn?: AbortSignal): Promise<string | null>;
  /** What was half typed belongs to nothing any more. */
  drop(): void;
  ended(): boolean;
  close(): void;
};

/** Ctrl-C while asking fires the process's own interrupt. */
export async function createPrompt({ stdin, stdout }: Console, signal: AbortSignal): Promise<Prompt> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, output: stdout.stream?.() ?? (stdout as NodeJS.WritableStream) });
  let over = false;
  let kept = '';
  lines.on('close', () => {
    over = true;
  });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ask = (text: string, withdrawn?: AbortSignal): Promise<string | null> =>
    new Promise((resolve) => {
      if (over || signal.aborted || withdrawn?.aborted === true) return resolve(null);
      const gone = AbortSignal.any([signal, ...(withdrawn === undefined ? [] : [withdrawn])]);
      const leave = () => {
        // Whoever withdraws a question from readline empties its line.
        kept = lines.line;
        lines.off('close', leave);
        gone.removeEventListener('abort', leave);
        resolve(null);
      };
      lines.once('close', leave);
      gone.addEventListener('abort', leave);
      lines.question(text, { signal: gone }, (line) => {
        lines.off('close', leave);
        gone.removeEventListener('abort', leave);
        resolve(line);
      });
      if (kept !== '') lines.write(kept);
      kept = '';
    });
  const drop = () => {
    kept = '';
  };
  return { ask, drop, ended: () => over, close: () => lines.close() };
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
