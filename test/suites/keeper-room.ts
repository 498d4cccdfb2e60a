// A keeper process in a folder of its own, for tests; ended and cleaned by `close`.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunId } from '../../src/domain/ids.ts';
import type { Program } from '../../src/domain/run/program.ts';
import { type ConnectedKeeper, connectKeeper } from '../../src/keeper/client/connect.ts';
import { launchKeeper } from '../../src/keeper/client/launch.ts';
import { readProcess } from '../../src/keeper/process/processes.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Keeper, Kept } from '../../src/ports/keeper.ts';

export const entry = new URL('../../src/keeper/main.ts', import.meta.url).pathname;
export const graceMs = 500;

export type KeeperRoom = {
  readonly folder: string;
  readonly socket: string;
  readonly keeper: ConnectedKeeper;
  launch(): Promise<void>;
  /** SIGKILL to the keeper; resolves when it is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

export type RoomOptions = {
  readonly folder?: string;
  readonly socket?: string;
  readonly protocol?: number;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
};

export async function openKeeperRoom(options: RoomOptions = {}): Promise<KeeperRoom> {
  const folder = options.folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'keeper-')));
  const socket = options.socket ?? join(folder, 'k.sock');
  const protocol = options.protocol === undefined ? {} : { protocol: options.protocol };
  const launch = () =>
    launchKeeper({
      stateFolder: folder,
      socket,
      node: process.execPath,
      entry,
      clock: systemClock,
      env: { ...process.env, ...options.env },
      options: ['--grace', String(graceMs), '--round', '250', ...(options.flags ?? [])],
      reachMs: 60_000,
      ...protocol,
    });
  await launch();
  const keeper = await connectKeeper({ socket, clock: systemClock, reachMs: 60_000, ...protocol });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const { pid } = keeper;
    process.kill(pid, signal);
    await until(() => readProcess(pid) === null, `keeper ${pid} is gone`);
  };
  const close = async () => {
    await keeper.reach();
    await end('SIGTERM');
    await keeper.close();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { folder, socket, keeper, launch, kill: () => end('SIGKILL'), close };
}

/** A program of /bin/sh. */
export const shell = (script: string, more: Partial<Program> = {}): Program => ({
  argv: ['/bin/sh', '-c', script],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME ?? '/', DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '' },
  io: { kind: 'pipe', stdin: 'empty' },
  deadlineMs: 120_000,
  ...more,
});

/** A program of this Node, for what a shell cannot say exactly. */
export const script = (text: string, more: Partial<Program> = {}): Program => ({
  ...shell('', more),
  argv: [process.execPath, '-e', text],
});

export async function ended(keeper: Pick<Keeper, 'find'>, runId: RunId): Promise<Kept> {
  return await until(async () => {
    const kept = await keeper.find(runId);
    return kept?.ending ? kept : null;
  }, `${runId} has ended`);
}

/** Polls a foreign process's doing; throws after a minute. */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + 50_000; Date.now() < deadline; await systemClock.wait(20)) {
    const seen = await look();
    if (seen) return seen as NonNullable<T>;
  }
  throw new Error(`waited in vain: ${what}`);
}
