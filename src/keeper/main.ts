// The keeper process: node src/keeper/main.ts STATE_FOLDER SOCKET_PATH [OPTION VALUE]...; the options are in README.md.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KEEPER_PROTOCOL } from '../contract/keeper/protocol.ts';
import { type HouseRules, keepHouse } from './journal/retention.ts';
import { markOf } from './process/process-tree.ts';
import { Runs } from './process/runs.ts';
import { openScopes } from './process/scopes.ts';
import { SparePipes } from './process/spare-pipes.ts';
import { Screens } from './screen/screens.ts';
import { holdLock, keeperLock } from './server/lock.ts';
import { serve } from './server/serve.ts';
import { Doorway } from './server/socket.ts';
import { Tickets } from './server/tickets.ts';
import { systemClock } from './system-clock.ts';

/** Another keeper holds this state folder. */
const held = 3;

const dayMs = 86_400_000;

type Pace = {
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** Between two looks at processes, unsaved records and the socket file. */
  readonly roundMs: number;
  /** null: it stays. */
  readonly idleMs: number | null;
  /** For a visitor's hello. */
  readonly patienceMs: number;
  readonly protocol: number;
  readonly rules: HouseRules;
};

async function keep(stateFolder: string, socket: string, pace: Pace): Promise<number> {
  const { graceMs, roundMs, idleMs, patienceMs, protocol, rules } = pace;
  const clock = systemClock;
  const lock = holdLock(keeperLock(stateFolder, protocol));
  if (lock === null) return held;
  const mark = markOf(stateFolder);
  const screens = new Screens(clock);
  const scopes = openScopes(process.env, mark);
  const pipes = new SparePipes();
  const runs = new Runs({ clock, stateFolder, mark, graceMs, screens, pipes, scopes, protocol });
  await runs.recover();
  const tickets = new Tickets(clock, () => randomBytes(32).toString('base64url'));
  const welcome = { hello: protocol, version: readVersion(), pid: process.pid, mark };
  const door = new Doorway(() => serve({ runs, screens, tickets, socket, welcome, patienceMs }), socket);
  await door.open();
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  const house = () => keepHouse(stateFolder, clock, rules);
  let cleaned = Number.NEGATIVE_INFINITY;
  const drained = () => runs.draining && runs.busy === 0;
  for (let idle = 0, visits = 0; !stop.signal.aborted && !drained(); ) {
    const pause = Math.min(roundMs, idleMs ?? roundMs);
    if (clock.ticks() - cleaned > dayMs) {
      cleaned = clock.ticks();
      tryTo(house);
    }
    await clock.wait(pause, stop.signal);
    await runs.round();
    await door.keepOpen();
    const alone = runs.busy === 0 && door.visitors === 0 && door.visits === visits;
    idle = alone ? idle + pause : 0;
    visits = door.visits;
    if (idleMs !== null && idle >= idleMs && (await door.closeIfEmpty())) break;
  }
  await runs.endAll();
  await pipes.close();
  await screens.end();
  door.close();
  lock.release();
  return 0;
}

/** What fails here is tried again the next day. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(new Date().toISOString(), error);
  }
}

/** Drover's own, from source and bundle alike. */
function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'));
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return known ? String(manifest.version) : 'unknown';
}

// A terminal that closes is no reason to end anything.
process.on('SIGHUP', () => {});
// A fault of the keeper's must not cost the children it holds.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => console.error(new Date().toISOString(), event, error));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grace: { type: 'string' },
    round: { type: 'string' },
    'idle-exit': { type: 'string' },
    patience: { type: 'string' },
    protocol: { type: 'string' },
    'keep-days': { type: 'string' },
    'keep-bytes': { type: 'string' },
  },
});
const [folder, socket] = positionals;
if (folder === undefined || socket === undefined) {
  console.error('usage: keeper STATE_FOLDER SOCKET_PATH [OPTION VALUE]...');
  process.exit(2);
}
mkdirSync(resolve(folder), { recursive: true, mode: 0o700 });
chmodSync(resolve(folder), 0o700);
const number = (text: string | undefined) => (text === undefined ? null : Number(text));
const idleSeconds = number(values['idle-exit']);
const pace: Pace = {
  graceMs: number(values.grace) ?? 5_000,
  roundMs: number(values.round) ?? 5_000,
  idleMs: idleSeconds === null ? null : idleSeconds * 1000,
  patienceMs: number(values.patience) ?? 10_000,
  protocol: number(values.protocol) ?? KEEPER_PROTOCOL,
  rules: {
    keepMs: (number(values['keep-days']) ?? 45) * dayMs,
    keepBytes: number(values['keep-bytes']) ?? 2 ** 30,
  },
};
process.exit(await keep(realpathSync(folder), resolve(socket), pace));
