// The built keeper, and a terminal of bare node-pty beside it.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { type RunId, runId } from '../src/domain/ids.ts';
import type { Program } from '../src/domain/run/program.ts';
import { type ConnectedKeeper, connectKeeper } from '../src/keeper/client/connect.ts';
import { launchKeeper } from '../src/keeper/client/launch.ts';
import { systemClock } from '../src/keeper/system-clock.ts';
import type { Kept } from '../src/ports/keeper.ts';

const entry = join(import.meta.dirname, '..', 'dist', 'keeper.mjs');
export const io = { kind: 'pty', columns: 80, rows: 24 } as const;

export type BareKeeper = {
  readonly keeper: ConnectedKeeper;
  readonly folder: string;
  next(): RunId;
  /** Resolves with the ending. */
  run(program: Program): Promise<Kept>;
  close(): Promise<void>;
};

export async function openKeeper(): Promise<BareKeeper> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drover-bench-')));
  const socket = join(folder, 'keeper.sock');
  const node = process.execPath;
  await launchKeeper({ stateFolder: folder, socket, node, entry, clock: systemClock, env: process.env });
  const keeper = await connectKeeper({ socket, clock: systemClock });
  const waiting = new Map<RunId, (kept: Kept) => void>();
  keeper.onEnding((kept) => waiting.get(kept.runId)?.(kept));
  let count = 0;
  const next = () => {
    count += 1;
    return runId(count);
  };
  return {
    ...{ keeper, folder, next },
    async run(program) {
      const id = next();
      const ended = new Promise<Kept>((resolve) => waiting.set(id, resolve));
      await keeper.ensure(id, program);
      return await ended;
    },
    async close() {
      const { pid } = keeper;
      await keeper.close();
      process.kill(pid, 'SIGTERM');
      while (isAlive(pid)) await systemClock.wait(20);
      rmSync(folder, { recursive: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const terminal = (command: string): Program => ({
  argv: ['/bin/sh', '-c', command],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin', TERM: 'xterm-256color' },
  io,
  deadlineMs: 3_600_000,
});

/** node-pty and nothing else; every byte is heard. */
export function bareTerminal(command: string, hear: (bytes: Buffer) => void) {
  const pty = spawn('/bin/sh', ['-c', command], {
    cols: 80,
    rows: 24,
    env: { PATH: '/usr/bin:/bin', TERM: 'xterm-256color', HOME: tmpdir() },
    encoding: null,
  });
  pty.onData((data) => hear(data as unknown as Buffer));
  return pty;
}
