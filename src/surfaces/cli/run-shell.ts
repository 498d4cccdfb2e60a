// `task shell`: a program of the person's own in a task's copy, in this terminal, as the sandbox shows the copy.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { clean } from './print/clean.ts';
import { type Manner, tell, tellRefusal } from './tell.ts';
import type { Values } from './value.ts';

/** Its exit code; with `--json` it is not started, only told. */
export async function runShell(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { task, command } = values;
  const given = Array.isArray(command) && command.length > 0 ? { command } : {};
  const reply = await ask('task.shell', {
    cwd: console.cwd,
    apart: !isTypingRefused(),
    ...(task === undefined ? {} : { task }),
    ...given,
  });
  if (!reply.ok) return tellRefusal(console, reply, manner.output);
  if (manner.output !== 'text') return tell(console, 'task.shell', reply, manner);
  const { argv, cwd, env, sandbox, path, notes } = reply.data;
  for (const note of notes) console.stderr.write(`${clean(note)}\n`);
  if (console.stdin.isTTY === true)
    console.stderr.write(`${path}${sandbox === 'none' ? ', without a sandbox' : ''}; leave with \`exit\`\n`);
  return run(argv, cwd, env);
}

/** Whether the kernel keeps programs from typing into the terminal that they were started in. Not known: it does not. */
function isTypingRefused(): boolean {
  try {
    return readFileSync('/proc/sys/dev/tty/legacy_tiocsti', 'utf8').trim() === '0';
  } catch {
    return process.platform === 'darwin';
  }
}

function run([file = '', ...rest]: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn(file, rest, { cwd, env: { ...env }, stdio: 'inherit' });
  // Ctrl-C is for what runs inside.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('error', () => resolve(127));
  child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  return promise.finally(() => process.off('SIGINT', ignore));
}
