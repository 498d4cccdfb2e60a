// Starts a program in this one's place: its terminal, its files, its end. Nothing is read of what it is told.
import { type ChildProcess, spawn } from 'node:child_process';

/** `line`: a socket of its own as file 3. Ends this process as the program ended; 126 or 127 where it could not be started, as shells do. */
export function runWithin(argv: readonly string[], env: NodeJS.ProcessEnv, line: boolean): ChildProcess {
  const [file = '', ...rest] = argv;
  const child = spawn(file, rest, {
    env,
    stdio: ['inherit', 'inherit', 'inherit', ...(line ? ['pipe' as const] : [])],
  });
  // A terminal's keys reach the program itself; what is sent to this process alone is handed on.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, () => {});
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const)
    process.on(signal, () => child.kill(signal));
  child.once('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${file}: ${error.message}\n`);
    process.exit(error.code === 'ENOENT' ? 127 : 126);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // One that does not end a process by itself: as shells tell it.
    setTimeout(() => process.exit(128), 100);
  });
  return child;
}
