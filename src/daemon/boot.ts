// Plugs the rooms together and runs until it is told to stop. Everything of its own it closes; the keeper and its children go on.
import { keepTold } from '../channels/keep-told.ts';
import { version } from '../contract/version.ts';
import { effects } from '../effects/table.ts';
import type { Engine } from '../engine/engine.ts';
import { Followers } from '../engine/followers/followers.ts';
import { thingKinds } from '../engine/kinds.ts';
import { openForker } from '../git/process/forker/forker.ts';
import { startThrough } from '../git/process/start-git.ts';
import { systemClock } from '../keeper/system-clock.ts';
import { serveSocket } from '../surfaces/socket/serve-socket.ts';
import { joinKeeper } from './join-keeper.ts';
import { endKeeper, keepKeeper } from './keeper.ts';
import { type Boot, type OpenState, openState } from './open-state.ts';
import { type PluggedPorts, plugPorts } from './plug-ports.ts';
import { whoIsAtDoor } from './session-sockets.ts';
import { watchFile } from './system/watch-file.ts';
import { watchFolder } from './system/watch-folder.ts';
import { takeRequests } from './take-requests.ts';
import { beginWork, keepHouse } from './work.ts';

/** Resolves when the daemon has stopped. Rejects with `Failed` where it cannot start (another owns the state, the store is newer ...). */
export async function boot(given: Boot): Promise<void> {
  const state = await openState(given);
  const { places, log, store } = state;
  const keeper = await joinKeeper(state, given);
  const { kept, launch, http } = keeper;
  const forker = openForker();
  const startByItself = startThrough(forker.start);
  const ports = await plugPorts(state, keeper, given, (path, session) =>
    serveSocket({ path, version, log, dispatch: requests.through(() => whoIsAtDoor(store, session)) }),
  );
  const stop = new AbortController();
  const { engine, attendance } = createEngine(state, ports, stop.signal);
  let withKeeper = false;
  const requests = takeRequests(state, given, keeper, ports, engine, (all) => {
    withKeeper = all;
    stop.abort(new Error('the daemon was told to go down'));
  });
  const { channels, triggers, search, hear, door } = requests;
  await door.begin(http);
  const socket = await serveSocket({ path: places.socket, version, log, dispatch: hear });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort(new Error(signal)));
  const keeping = keepKeeper(launch, log, stop.signal);
  const looked = await beginWork(state, ports, engine, attendance);
  void channels.refresh();
  const told = keepTold(
    {
      ...ports,
      rings: state.bell,
      channels: channels.list,
      quiet: channels.quiet,
      offset: () => -new Date().getTimezoneOffset(),
    },
    stop.signal,
  );
  const sent = channels.keepSent(stop.signal);
  const triggered = triggers.keepTimes(stop.signal);
  log.info('ready', { pid: process.pid, version, after: systemClock.now() - state.started });
  await keepHouse(state, ports, engine, looked);
  // Or the one that is ended here is followed by another.
  await keeping;
  if (withKeeper) await Promise.all(kept.pids.map((pid) => endKeeper(pid, log)));
  await channels.close();
  await Promise.all([told, sent, triggered]);
  await door.close();
  await socket.close();
  await ports.doors.close();
  await ports.environments.close();
  await attendance.close();
  await ports.queue.close();
  search.close();
  await kept.close();
  startByItself();
  await forker.close();
  await store.close();
  log.info('stopped');
}

function createEngine({ host, ears, putOffs, crash }: OpenState, ports: PluggedPorts, signal: AbortSignal) {
  const engine: Engine = {
    ports,
    effects,
    kinds: thingKinds,
    host,
    ears,
    putOffs,
    signal,
    reach: crash.reach,
    attend: (thing) => attendance.begin(thing),
  };
  const attendance = new Followers(engine, { file: watchFile, folder: watchFolder });
  return { engine, attendance };
}
