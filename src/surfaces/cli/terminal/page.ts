// A long text in the person's pager, or as it is where there is none.
import { spawn } from 'node:child_process';
import { splitWords } from '../parse/input.ts';
import type { Console } from './console.ts';

/** `less` shows colours by `-R`, leaves what it showed on the screen by `-X`, and is told below that it is UTF-8, which it takes from the locale alone. */
const usual = ['less', '-R', '-X'];

export async function page({ env, stdout, lend }: Console, text: string): Promise<void> {
  const named = splitWords(env.PAGER ?? '') ?? [];
  const [program = '', ...args] = named.length > 0 ? named : usual;
  const shown = await lend(() => shownBy(program, args, env, text));
  if (!shown) stdout.write(`${text}\n`);
}

/** False where there is no such program. */
function shownBy(program: string, args: readonly string[], env: Console['env'], text: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program, args, {
    env: { LESS: '-R', LESSCHARSET: 'utf-8', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.on('error', () => resolve(false));
  child.on('close', () => resolve(true));
  // Who leaves before the end reads no more.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${text}\n`);
  return promise;
}
