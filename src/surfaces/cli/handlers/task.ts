// `task open`: its pull request, page or copy where this person looks at such things; the address in any case.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { defined } from '../../../contract/defined.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellNote, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { runLogs } from './follow.ts';

export async function runOpen(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { task, print } = values;
  const reply = await ask('task.open', { cwd: console.cwd, ...defined({ task }) });
  const code = await tellReply(console, 'task.open', reply, manner);
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

// `task shell`: a program of the person's own in a task's copy, in this terminal, as the sandbox shows the copy.

/** Its exit code; with `--json` it is not started, only told. */
export async function runShell(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { task, command } = values;
  const given = Array.isArray(command) && command.length > 0 ? { command } : {};
  const reply = await ask('task.shell', {
    cwd: console.cwd,
    apart: !isTypingRefused(),
    ...defined({ task }),
    ...given,
  });
  if (!reply.ok) return tellRefusal(console, reply, manner.output);
  if (manner.output !== 'text') return tellReply(console, 'task.shell', reply, manner);
  const { argv, cwd, env, sandbox, path, notes } = reply.data;
  for (const note of notes) tellNote(console, note);
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

// `task attach`: what the agent of a task says while it works, read only.

/** The run that lives now, else what happens to the task in sentences. */
export async function runTaskAttach(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const given = typeof values.task === 'string' ? { task: values.task } : {};
  const shown = await ask('task.show', { cwd: console.cwd, ...given });
  if (!shown.ok) return tellRefusal(console, shown, manner.output);
  const { id, outcome } = shown.data;
  if (outcome !== null)
    return tellFailure(
      console,
      { error_code: 'TASK_ENDED', message: `${id} has ended: nothing of it lives.`, details: { task: id } },
      manner.output,
    );
  const running = await ask('service.ps', { cwd: console.cwd, all: true });
  const live = running.ok
    ? running.data.runs.find((run) => run.task === id && run.state === 'running' && run.role === 'agent')
    : undefined;
  if (live === undefined) tellNote(console, `No agent of ${id} is at work right now; this is what happens to it.`);
  if (console.stdin.isTTY === true) tellNote(console, `Ctrl-C leaves; ${id} goes on.`);
  return runLogs(console, ask, { id: live?.id ?? id, follow: true, plain: values.raw !== true }, manner);
}
