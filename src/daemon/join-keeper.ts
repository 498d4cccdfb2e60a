// The keeper, found or started, and what became of runs that it held for another life of this record.
import { type ConnectedKeeper, connectKeeper } from '../keeper/client/connect.ts';
import { type KeeperLaunch, launchKeeper } from '../keeper/client/launch.ts';
import { socketPath } from '../keeper/server/socket.ts';
import { systemClock } from '../keeper/system-clock.ts';
import { beginEpoch, endLostRuns } from './begin-life.ts';
import type { Boot, OpenState } from './open-state.ts';
import { randomIds } from './system/secrets.ts';

/** A keeper that holds nothing and that no daemon has asked for so long goes by itself. */
const idleSeconds = 60;

export type JoinedKeeper = Awaited<ReturnType<typeof joinKeeper>>;

/** `port`: on which HTTP is to be served; it was free a moment ago. */
export async function joinKeeper(state: OpenState, { entries, port: given }: Pick<Boot, 'entries' | 'port'>) {
  const { places, env, uid, config, person, store, files, log, host, numbers } = state;
  const launch: KeeperLaunch = {
    stateFolder: places.state,
    socket: await socketPath(places.state, 'keeper.sock', env, uid),
    node: process.execPath,
    entry: entries.keeper,
    clock: systemClock,
    env: keeperEnv(env, person.home),
    options: ['--idle-exit', String(idleSeconds)],
  };
  const configured = await config.read();
  const port = given ?? (configured.ok ? (configured.value.port ?? null) : null);
  // Before a keeper is there that nobody would end.
  if (port !== null) await (await import('../surfaces/http/serve-http.ts')).tryPort(port);
  await launchKeeper(launch);
  const kept: ConnectedKeeper = await connectKeeper({ socket: launch.socket, clock: systemClock });
  state.keeper.now = kept;
  const living = { store, files, clock: systemClock, ids: randomIds, log };
  const epochs = await beginEpoch(living, host, numbers);
  await endLostRuns(living, kept, epochs);
  return { launch, kept, epochs, port };
}

/** Its own, not its children's; the mark of a test, so that the leak audit finds it. */
const keeperEnv = (env: Readonly<Record<string, string>>, home: string): Record<string, string> => ({
  ...(env.DROVER_TEST_MARK === undefined ? {} : { DROVER_TEST_MARK: env.DROVER_TEST_MARK }),
  ...(env.XDG_RUNTIME_DIR === undefined ? {} : { XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR }),
  PATH: env.PATH ?? '',
  HOME: home,
});
