// What a daemon has before it knows of any program: its folder, its record, the person and what they configured.
import { chmod } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConfig } from '../config/create-config.ts';
import { makeStateFolder, type Places, whyNoStateFolder } from '../contract/places.ts';
import { failed } from '../domain/error.ts';
import { Ears } from '../engine/stop-signals.ts';
import type { ConnectedKeeper } from '../keeper/client/connect.ts';
import { systemClock } from '../keeper/system-clock.ts';
import { crashPoints } from './crash-points.ts';
import { createPutOffs } from './put-offs.ts';
import { createBell, hearNotices, openStore } from './store.ts';
import { createStateFiles } from './system/files.ts';
import { createJsonLog, errorWithin } from './system/log.ts';
import { hostId, randomIds, takeHostOver } from './system/secrets.ts';
import { createPerson } from './system/user.ts';

/** The programs that a daemon starts. */
export type Entries = {
  readonly keeper: string;
  readonly scripted: string;
  readonly gateway: string;
  /** No program: the folder of the built page. */
  readonly page: string;
  /** The file that describes the HTTP door. */
  readonly description: string;
};

export type Boot = {
  readonly places: Places;
  readonly env: Readonly<Record<string, string>>;
  readonly entries: Entries;
  /** HTTP on this loopback port; null: as configured. */
  readonly port: number | null;
};

export type OpenState = Awaited<ReturnType<typeof openState>>;

/** Rejects with `Failed`: the folder cannot be used, another owns it, the record is newer. */
export async function openState({ places, env }: Pick<Boot, 'places' | 'env'>) {
  const uid = process.getuid?.() ?? 0;
  const unusable = whyNoStateFolder(places.state, uid);
  if (unusable !== null) throw failed('STATE_UNUSABLE', unusable, { path: places.state });
  makeStateFolder(places.state);
  await chmod(places.state, 0o700);
  const started = systemClock.now();
  const log = createJsonLog(errorWithin(join(places.state, 'daemon.log')));
  const person = createPerson(env, userInfo().homedir);
  const config = createConfig({ file: places.config, home: person.home });
  const bell = createBell();
  /** The one that is connected, once there is one. */
  const keeper: { now: ConnectedKeeper | null } = { now: null };
  const crash = crashPoints(env, () => keeper.now?.pid ?? null);
  const ears = new Ears();
  const opened = await openStore({ around: crash.around, places, config, clock: systemClock, log, bell });
  const { queue, shared, numbers } = opened;
  const store = hearNotices(opened.store, (thing) => ears.hear(thing));
  const files = createStateFiles(places.state, randomIds.uuid);
  if (!shared) await takeHostOver(store, files);
  const host = await hostId(files, shared ? `${hostname()}-${randomIds.uuid().slice(0, 8)}` : hostname());
  const sshFolder = await files.makeFolder('ssh');
  return {
    places,
    env,
    uid,
    started,
    log,
    person,
    config,
    bell,
    keeper,
    crash,
    ears,
    putOffs: createPutOffs(),
    queue,
    shared,
    numbers,
    store,
    files,
    host,
    sshFolder,
  };
}
