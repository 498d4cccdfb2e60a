// Starts the keeper where none is there; of many who do so at once one wins and the others find it.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { KEEPER_PROTOCOL } from '../../contract/keeper/protocol.ts';
import { failed } from '../../domain/error.ts';
import type { Clock } from '../../ports/system.ts';
import { keeperSocket } from '../server/lock.ts';
import { isFinal, openLine } from './line.ts';

export type KeeperLaunch = {
  readonly stateFolder: string;
  /** As agreed on; the keeper listens beside it, by the number of its protocol. */
  readonly socket: string;
  /** For tests; this program's own where absent. */
  readonly protocol?: number;
  /** The Node that runs it. */
  readonly node: string;
  /** `src/keeper/main.ts`, or its bundle. */
  readonly entry: string;
  readonly clock: Clock;
  /** The keeper's own environment; its children get nothing of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further words for the keeper: `--grace MS`, `--idle-exit SECONDS`. */
  readonly options?: readonly string[];
  /** Default 30000: a new keeper first sweeps what a dead one left. */
  readonly reachMs?: number;
};

const pauseMs = 25;
/** A keeper that loses the race for the lock ends at once; should the winner end too, another is started. */
const anewMs = 5_000;
/** V8's young generation grows with every burst of output and is not given back: 8 MB live of it after 3,000 programs, and it took 235. Held to 12 MB it takes 136. */
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];
/** Whoever starts a keeper from inside a run must not make it part of that run. */
const withheld = new Set(['DROVER_RUN', 'DROVER_MARK', 'NODE_OPTIONS']);

/** Resolves when one answers at the socket, or when nobody wants one any more. Rejects with `Failed(KEEPER_UNREACHABLE)`; its own words are in `keeper.log`. */
export async function launchKeeper(launch: KeeperLaunch, signal?: AbortSignal): Promise<void> {
  const { clock, reachMs = 30_000 } = launch;
  let waited = 0;
  for (let next = 0; !(await answers(launch)); waited += pauseMs) {
    if (signal?.aborted === true) return;
    if (waited >= reachMs)
      throw failed('KEEPER_UNREACHABLE', 'The keeper does not start.', { log: logOf(launch), socket: launch.socket });
    if (waited >= next) {
      start(launch);
      next = waited + anewMs;
    }
    await clock.wait(pauseMs);
  }
}

/** One that speaks another protocol is there and stays there: to wait for it would be in vain. */
async function answers({ socket, protocol = KEEPER_PROTOCOL }: KeeperLaunch): Promise<boolean> {
  try {
    const line = await openLine({ path: keeperSocket(socket, protocol), protocol }, () => {});
    line.socket.destroy();
    return true;
  } catch (error) {
    if (isFinal(error)) throw error;
    return false;
  }
}

/** A session of its own and no descriptor of the caller's: it outlives whoever starts it. */
function start(launch: KeeperLaunch): void {
  mkdirSync(launch.stateFolder, { recursive: true, mode: 0o700 });
  const { protocol = KEEPER_PROTOCOL } = launch;
  const path = keeperSocket(launch.socket, protocol);
  const log = openSync(logOf(launch), 'a', 0o600);
  const words = [...flags, launch.entry, launch.stateFolder, path];
  const env = Object.fromEntries(Object.entries(launch.env).filter(([name]) => !withheld.has(name)));
  try {
    const child = spawn(launch.node, [...words, '--protocol', String(protocol), ...(launch.options ?? [])], {
      cwd: '/',
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => {});
    child.unref();
  } finally {
    closeSync(log);
  }
}

const logOf = (launch: KeeperLaunch): string => join(launch.stateFolder, 'keeper.log');
