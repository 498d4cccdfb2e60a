// A keeper in this process: real children, files in a folder, nothing that survives. Pipes only.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunId } from '../../src/domain/ids.ts';
import type { Ending, EndingReason } from '../../src/domain/run/ending.ts';
import type { Program } from '../../src/domain/run/program.ts';
import type { Keeper, Kept } from '../../src/ports/keeper.ts';

type Held = { kept: Kept; child: ChildProcess | null; asked: Ending | null; done: Promise<void> };

/** Its `close` ends what still runs. The output is read back from the file, every 20 ms while the program lives. */
export function createKeeperFake(folder: string): Keeper & { close(): Promise<void> } {
  const held = new Map<RunId, Held>();
  const listeners = new Set<(kept: Kept) => void>();

  function launch(runId: RunId, program: Program): Held {
    if (program.io.kind === 'pty') throw new Error('this keeper has no terminals');
    const place = join(folder, runId);
    mkdirSync(place, { recursive: true });
    const files = { output: join(place, 'output'), error: join(place, 'error'), input: join(place, 'input') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const { stdin } = program.io;
    const fds = [
      typeof stdin === 'object' ? openSync(stdin.file, 'r') : null,
      openSync(files.output, 'a'),
      openSync(files.error, 'a'),
    ];
    const kept: Kept = {
      runId,
      pid: null,
      startedAt: Date.now(),
      ending: null,
      endedAt: null,
      files,
      outputBytes: 0,
      inputSeq: 0,
      escaped: [],
    };
    const one: Held = { kept, child: null, asked: null, done: Promise.resolve() };
    held.set(runId, one);
    if (!existsSync(program.cwd)) {
      finish(one, { kind: 'not_started', reason: `there is no folder ${program.cwd}` });
      return one;
    }
    const [command = '', ...args] = program.argv;
    one.child = spawn(command, args, {
      cwd: program.cwd,
      env: { ...program.env },
      detached: true,
      stdio: [fds[0] ?? (stdin === 'open' ? 'pipe' : 'ignore'), fds[1] ?? 'ignore', fds[2] ?? 'ignore'],
    });
    for (const fd of fds) if (fd !== null) closeSync(fd);
    one.kept = { ...kept, pid: one.child.pid ?? null };
    one.done = watch(one, one.child, program);
    return one;
  }

  async function watch(one: Held, child: ChildProcess, program: Program): Promise<void> {
    const deadline = setTimeout(
      () => void end(one, { kind: 'timed_out', afterMs: program.deadlineMs }),
      program.deadlineMs,
    );
    const failed = once(child, 'error').then(([error]): Ending => ({ kind: 'not_started', reason: String(error) }));
    const exited = once(child, 'exit').then(
      ([code, signal]): Ending =>
        one.asked ?? (signal === null ? { kind: 'exited', code } : { kind: 'signalled', signal }),
    );
    exited.catch(() => undefined);
    finish(one, await Promise.race([failed.catch(() => exited), exited.catch(() => failed)]));
    clearTimeout(deadline);
  }

  function finish(one: Held, ending: Ending): void {
    one.kept = { ...one.kept, ending, endedAt: Date.now(), outputBytes: statSync(one.kept.files.output).size };
    for (const listener of listeners) listener(one.kept);
  }

  async function end(one: Held, asked: Ending): Promise<void> {
    if (one.kept.ending || one.child?.pid === undefined) return;
    one.asked ??= asked;
    signal(one.child.pid, 'SIGTERM');
    await Promise.race([one.done, wait(3000)]);
    if (!one.kept.ending) signal(one.child.pid, 'SIGKILL');
    await one.done;
  }

  async function* attach(runId: RunId, from: number, stop: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let at = from; !stop.aborted; ) {
      const kept = held.get(runId)?.kept;
      if (!kept) return;
      const { size } = statSync(kept.files.output);
      if (size > at) {
        for await (const chunk of createReadStream(kept.files.output, { start: at, end: size - 1 })) {
          at += chunk.length;
          yield chunk;
        }
        continue;
      }
      if (kept.ending) return;
      await wait(20);
    }
  }

  return {
    ensure: async (runId, program) => (held.get(runId) ?? launch(runId, program)).kept,
    write: async (runId, _seq, bytes) => void held.get(runId)?.child?.stdin?.write(bytes),
    closeInput: async (runId) => void held.get(runId)?.child?.stdin?.end(),
    async end(runId, reason) {
      const one = held.get(runId);
      if (one) void end(one, endingOf(reason));
    },
    find: async (runId) => held.get(runId)?.kept ?? null,
    list: async () => [...held.values()].map(({ kept }) => kept),
    attach,
    ticket: () => Promise.reject(new Error('this keeper has no socket')),
    onEnding(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forget: async () => undefined,
    async close() {
      await Promise.all([...held.values()].map((one) => end(one, { kind: 'cancelled' })));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function endingOf(reason: EndingReason): Ending {
  if (reason === 'timed_out') return { kind: reason, afterMs: 0 };
  return reason === 'stalled' ? { kind: reason, quietMs: 0 } : { kind: reason };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // The group is gone already.
  }
}
