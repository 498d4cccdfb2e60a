// A daemon that has nothing to do: how soon it answers after its start, what it burns, what it holds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { version } from '../src/contract/version.ts';
import { startDaemon } from '../src/local/start-daemon.ts';
import { type BuiltCli, daemonBundle } from './built-cli.ts';

export const stateOf = (cli: BuiltCli): string => join(cli.folder.path, 'drover');

/** Starts the daemon, looks at it and ends it: milliseconds to its first reply, percent of a core, bytes of memory. */
export async function atRest(cli: BuiltCli): Promise<{ ready: number; percent: number; bytes: number }> {
  const { socket, env } = cli.folder;
  const begun = performance.now();
  const hello = await startDaemon({
    ...{ stateFolder: stateOf(cli), socket, version, entry: daemonBundle, env, deadlineMs: 60_000 },
  });
  if (!hello.ok) throw new Error(hello.error);
  cli.run('ps');
  const ready = performance.now() - begun;
  await wait(3000);
  const percent = await cpuOver(hello.data.pid, 10_000);
  const bytes = 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${hello.data.pid}/status`, 'utf8'))?.[1]);
  await cli.down();
  return { ready, percent, bytes };
}

/** Percent of one core, by the kernel's count of ticks (100 a second). */
async function cpuOver(pid: number, ms: number): Promise<number> {
  const before = ticks(pid);
  await wait(ms);
  return ((ticks(pid) - before) * 1000) / ms;
}

function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
