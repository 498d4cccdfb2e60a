// One line of a person's that is not shown as it is typed.
import { Writable } from 'node:stream';
import type { Console } from './console.ts';

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
