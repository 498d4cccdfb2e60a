// A keeper in this process: the real runs, journals and screens, without a process and, but for tickets, without a socket. Nothing of it survives.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { KEEPER_PROTOCOL, type KeeperWelcome } from '../../src/contract/keeper/protocol.ts';
import type { RunId } from '../../src/domain/ids.ts';
import type { Screen } from '../../src/domain/screen/screen.ts';
import { streamOutput } from '../../src/keeper/journal/read-output.ts';
import { markOf } from '../../src/keeper/process/process-tree.ts';
import { Runs } from '../../src/keeper/process/runs.ts';
import { SparePipes } from '../../src/keeper/process/spare-pipes.ts';
import { pictureOf, watchScreen } from '../../src/keeper/screen/picture.ts';
import { Screens } from '../../src/keeper/screen/screens.ts';
import { serve } from '../../src/keeper/server/serve.ts';
import { Doorway, socketPath } from '../../src/keeper/server/socket.ts';
import { Tickets } from '../../src/keeper/server/tickets.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Keeper } from '../../src/ports/keeper.ts';

/** Its `close` ends what still runs and takes the folder away. */
export function createKeeperFake(folder: string): Keeper & { close(): Promise<void> } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const clock = systemClock;
  const mark = markOf(folder);
  const screens = new Screens(clock);
  const pipes = new SparePipes();
  const runs = new Runs({ clock, stateFolder: folder, mark, graceMs: 500, screens, pipes, scopes: null, protocol: 0 });
  const tickets = new Tickets(clock, () => randomBytes(16).toString('hex'));
  const welcome: KeeperWelcome = { hello: KEEPER_PROTOCOL, version: 'fake', pid: process.pid, mark };
  const gallery = { runs, screens };
  let door: Promise<{ readonly door: Doorway; readonly socket: string }> | null = null;

  const openDoor = async () => {
    const socket = await socketPath(folder, 'k.sock', {}, process.getuid?.() ?? 0);
    const made = new Doorway(() => serve({ runs, screens, tickets, socket, welcome, patienceMs: 10_000 }), socket);
    await made.open();
    return { door: made, socket };
  };

  return {
    ensure: (runId, program) => runs.ensure(runId, program),
    write: async (runId, seq, bytes) => runs.write(runId, seq, bytes),
    closeInput: async (runId) => runs.seek(runId)?.closeInput(),
    end: (runId, reason) => runs.end(runId, reason),
    find: async (runId) => runs.find(runId),
    list: async () => runs.list(),
    attach: (runId, from, signal) =>
      pull<Uint8Array>(signal, async (push, gone) => {
        const held = runs.seek(runId);
        const path = runs.find(runId)?.files.output ?? '';
        await streamOutput(path, held?.output ?? null, from, { send: push, gone });
      }),
    async ticket(runId, right) {
      runs.seek(runId);
      door ??= openDoor();
      return { socket: (await door).socket, ticket: tickets.issue(runId, right) };
    },
    resize: async (runId, columns, rows) => runs.seek(runId)?.resize(columns, rows),
    screen: (runId, history = 0) => pictureOf(gallery, runId, history),
    screens: (runId: RunId, signal) =>
      pull<Screen>(signal, (push, gone) => watchScreen(gallery, runId, (screen) => void push(screen), gone)),
    activity: async (runId) => runs.activity(runId),
    strays: (end, of) => runs.strays(end, of),
    onEnding: (listener) => runs.watch(listener),
    forget: async (runId) => runs.forget(runId),
    async close() {
      await runs.endAll();
      await pipes.close();
      await screens.end();
      (await door)?.door.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Push<T> = (value: T) => Promise<void>;

/** What is pushed, one at a time, until the work is done or the signal fires. */
async function* pull<T>(
  signal: AbortSignal,
  work: (push: Push<T>, gone: AbortSignal) => Promise<void>,
): AsyncGenerator<T> {
  const stop = new AbortController();
  const gone = AbortSignal.any([signal, stop.signal]);
  const waiting: { readonly value: T; readonly taken: () => void }[] = [];
  let wake = () => {};
  const push: Push<T> = (value) =>
    new Promise((taken) => {
      waiting.push({ value, taken });
      wake();
    });
  const done = work(push, gone).finally(() => wake());
  let over = false;
  void done.then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  gone.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next !== undefined) {
        yield next.value;
        next.taken();
        continue;
      }
      if (over) return await done;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await Promise.race([promise, done.catch(() => {})]);
    }
  } finally {
    stop.abort();
  }
}
