// What a person is asked for, line by line: on a screen with choices that are gone through by arrow keys; or once, unseen.
import { Writable } from 'node:stream';
import { isScreen } from '../print/look.ts';
import type { Console } from './console.ts';
import { createLinePrompt, type Prompt } from './line-prompt.ts';

/** Ctrl-C while asking fires the process's own interrupt. */
export async function createPrompt(console: Console, signal: AbortSignal): Promise<Prompt> {
  if (!isScreen(console)) return createLinePrompt(console, signal);
  const { createScreenPrompt } = await import('./screen-prompt.ts');
  return createScreenPrompt(console, signal);
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
