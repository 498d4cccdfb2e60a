// `task open`: its pull request, page or copy where this person looks at such things; the address in any case.
import { spawn } from 'node:child_process';
import type { Ask } from './ask-daemon.ts';
import { type Console, isInteractive } from './console.ts';
import { type Manner, tell } from './tell.ts';
import type { Values } from './value.ts';

export async function runOpen(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { task, print } = values;
  const reply = await ask('task.open', { cwd: console.cwd, ...(task === undefined ? {} : { task }) });
  const code = await tell(console, 'task.open', reply, manner);
  if (reply.ok && print !== true && manner.output === 'text' && isInteractive(console))
    show(console, reply.data.address);
  return code;
}

/** Addresses come from forges: nothing but pages and files is handed to a program. */
function show({ env }: Console, address: string): void {
  if (!/^(https?:\/\/|file:\/\/|\/)/.test(address)) return;
  const seen = process.platform === 'darwin' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
  if (!seen) return;
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
