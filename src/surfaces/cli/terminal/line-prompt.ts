// One line after another from a person, where nothing can be drawn again: choices as lines, and a line that is typed.
import { wrap } from '../print/cells.ts';
import type { Look } from '../print/look.ts';
import type { Console } from './console.ts';

/** `word`: what is answered where it is taken. */
export type Choice = { readonly word: string; readonly shown: string };

export type Asked = {
  /** Fires where nobody wants to know any more. */
  readonly withdrawn?: AbortSignal;
  readonly choices?: (look: Look) => readonly Choice[];
  /** Lines above them that have become others since they were shown. */
  readonly news?: readonly string[];
  /** What may be typed, on a screen. */
  readonly hint?: string;
  /** What is typed is not shown, where that can be. */
  readonly secret?: boolean;
};

export type Prompt = {
  /** null: end of input, left, or withdrawn; what was half typed by then stands at the next prompt again. */
  ask(text: string, asked?: Asked): Promise<string | null>;
  /** A program of others has the terminal meanwhile. */
  away(act: () => Promise<void>): Promise<void>;
  /** What was half typed belongs to nothing any more. */
  drop(): void;
  ended(): boolean;
  close(): void;
};

export async function createLinePrompt({ stdin, stdout }: Console, signal: AbortSignal): Promise<Prompt> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, output: stdout.stream?.() ?? (stdout as NodeJS.WritableStream) });
  let over = false;
  let kept = '';
  lines.on('close', () => {
    over = true;
  });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ask = (text: string, { withdrawn, choices, news = [] }: Asked = {}): Promise<string | null> =>
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
      const look = { color: false, width: (stdout.columns ?? 80) - 1, now: 0 };
      for (const line of [...news, ...(choices?.(look) ?? []).map(({ shown }) => shown)])
        stdout.write(`${wrap(`  ${line}`, look.width)}\n`);
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
  return { ask, away: (act) => act(), drop, ended: () => over, close: () => lines.close() };
}
