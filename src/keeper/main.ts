// The keeper process: node src/keeper/main.ts STATE_FOLDER SOCKET_PATH [--grace MS] [--idle-exit SECONDS]
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import version from '../../package.json' with { type: 'json' };
import { KEEPER_PROTOCOL } from '../contract/keeper.ts';
import { Doorway } from './doorway.ts';
import { markOf } from './family.ts';
import { holdLock } from './hold-lock.ts';
import { Runs } from './runs.ts';
import { serve } from './serve.ts';
import { systemClock } from './system-clock.ts';
import { Tickets } from './tickets.ts';

const roundMs = 5_000;
/** Another keeper holds this state folder. */
const held = 3;

async function keep(stateFolder: string, socket: string, graceMs: number, idleMs: number | null): Promise<number> {
  const clock = systemClock;
  const lock = holdLock(join(stateFolder, 'keeper.lock'));
  if (lock === null) return held;
  const mark = markOf(stateFolder);
  const runs = new Runs({ clock, ticks: () => performance.now(), stateFolder, mark, graceMs });
  await runs.recover();
  const tickets = new Tickets(clock, () => randomBytes(32).toString('base64url'));
  const welcome = { hello: KEEPER_PROTOCOL, version: version.version, pid: process.pid, mark };
  const door = new Doorway(() => serve({ runs, tickets, socket, welcome }), socket);
  await door.open();
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  for (let idle = 0; !stop.signal.aborted && (idleMs === null || idle < idleMs); ) {
    const pause = Math.min(roundMs, idleMs ?? roundMs);
    await clock.wait(pause, stop.signal);
    idle = runs.busy === 0 && door.visitors === 0 ? idle + pause : 0;
    runs.round();
    await door.keepOpen();
  }
  await runs.endAll();
  door.close();
  lock.release();
  return 0;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grace: { type: 'string' }, 'idle-exit': { type: 'string' } },
});
const [folder, socket] = positionals;
if (folder === undefined || socket === undefined) {
  console.error('usage: keeper STATE_FOLDER SOCKET_PATH [--grace MS] [--idle-exit SECONDS]');
  process.exit(2);
}
process.umask(0o077);
mkdirSync(resolve(folder), { recursive: true, mode: 0o700 });
chmodSync(resolve(folder), 0o700);
const idle = values['idle-exit'];
const grace = Number(values.grace ?? 5_000);
process.exit(await keep(realpathSync(folder), resolve(socket), grace, idle === undefined ? null : Number(idle) * 1000));
