// The keeper, found or started, and what became of runs that it held for another life of this record.
import { defined } from '../domain/defined.ts';
import { Failed } from '../domain/error.ts';
import { type ConnectedKeeper, connectKeeper } from '../keeper/client/connect.ts';
import { type KeeperLaunch, launchKeeper } from '../keeper/client/launch.ts';
import { socketPath } from '../keeper/server/socket.ts';
import { systemClock } from '../keeper/system-clock.ts';
import type { Config, HttpWords } from '../ports/config.ts';
import { beginEpoch, endLostRuns } from './begin-life.ts';
import { readReach } from './door/reach.ts';
import type { Boot, OpenState } from './open-state.ts';
import { randomIds } from './system/secrets.ts';

/** A keeper that holds nothing and that no daemon has asked for so long goes by itself. */
const idleSeconds = 60;

export type JoinedKeeper = Awaited<ReturnType<typeof joinKeeper>>;

/** `http`: where HTTP is to be served; it was to be had a moment ago. */
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
  const http = await doorWords(config, given);
  // Before a keeper is there that nobody would end.
  if (http !== null) await tryDoor(http, config.expand);
  await launchKeeper(launch);
  const kept: ConnectedKeeper = await connectKeeper({ socket: launch.socket, clock: systemClock });
  state.keeper.now = kept;
  const living = { store, files, clock: systemClock, ids: randomIds, log };
  const epochs = await beginEpoch(living, host, numbers);
  await endLostRuns(living, kept, epochs);
  return { launch, kept, epochs, http };
}

async function doorWords(config: Config, given: number | null): Promise<HttpWords | null> {
  const configured = await config.read();
  const words = configured.ok ? (configured.value.http ?? null) : null;
  return given === null ? words : { ...words, port: given };
}

async function tryDoor(words: HttpWords, expand: Config['expand']): Promise<void> {
  const reach = await readReach(words, expand);
  if (!reach.ok) throw new Failed(reach.failure);
  await (await import('../surfaces/http/serve-http.ts')).tryPort(words.port, words.host);
}

/** Its own, not its children's; the mark of a test, so that the leak audit finds it. */
const keeperEnv = (env: Readonly<Record<string, string>>, home: string): Record<string, string> => ({
  ...defined({ DROVER_TEST_MARK: env.DROVER_TEST_MARK, XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR }),
  PATH: env.PATH ?? '',
  HOME: home,
});
