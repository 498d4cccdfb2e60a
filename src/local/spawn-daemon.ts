// A daemon that outlives the command that starts it; what it says goes to a log file.
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { daemonArgv } from './daemon-entry.ts';

export type Spawned = {
  /** Bytes that stood in the log before. */
  readonly logFrom: number;
  /** Its exit code or signal once it has ended; null while it lives. */
  ended(): string | null;
};

export type SpawnOptions = {
  readonly entry: string;
  readonly stateFolder: string;
  readonly log: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The marks of an agent's run are not handed on: the daemon belongs to no run. */
export function spawnDaemon({ entry, stateFolder, log, env }: SpawnOptions): Spawned {
  const { DROVER_MARK: _mark, DROVER_RUN: _run, ...own } = env;
  const file = openSync(log, 'a', 0o600);
  const logFrom = fstatSync(file).size;
  const stdio = ['ignore', file, file] as const;
  const child = spawn(process.execPath, daemonArgv(entry), {
    cwd: stateFolder,
    env: own,
    detached: true,
    stdio: [...stdio],
  });
  closeSync(file);
  let ended: string | null = null;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended = code === null ? `signal ${signal}` : `exit ${code}`;
  });
  child.unref();
  return { logFrom, ended: () => ended };
}
