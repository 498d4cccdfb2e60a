// Plugs the rooms together and runs until it is told to stop. Everything of its own it closes; the keeper and its children go on.
import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConformance } from '../agents/canary/create-conformance.ts';
import { keepTold } from '../channels/keep-told.ts';
import { createDispatch } from '../commands/dispatch.ts';
import type { Asker } from '../commands/ports.ts';
import { sweepKeys } from '../commands/shared/once-only.ts';
import { sweepCopies, sweepDependencies } from '../commands/task/clean-up.ts';
import { hearForge } from '../commands/task/forge-hook.ts';
import { createConfig } from '../config/create-config.ts';
import { streams } from '../contract/commands.ts';
import type { Places } from '../contract/places.ts';
import type { Reply, Request } from '../contract/protocol.ts';
import { toReply } from '../contract/to-reply.ts';
import { version } from '../contract/version.ts';
import { failed } from '../domain/error.ts';
import type { ThingId } from '../domain/ids.ts';
import { type Epoch, runOfName } from '../domain/run/epoch.ts';
import type { SessionId } from '../domain/session/ids.ts';
import { looksUntilDead } from '../domain/standstill/dead-host.ts';
import { effects } from '../effects/table.ts';
import { bringOver } from '../engine/bring-over.ts';
import { drive } from '../engine/drive.ts';
import type { Engine } from '../engine/engine.ts';
import { Attendance } from '../engine/followers/followers.ts';
import { machines } from '../engine/kinds.ts';
import { type Ended, findMissed, tellEnding } from '../engine/record-exit.ts';
import { Ears } from '../engine/stop-signals.ts';
import { type Seen, takeOverSilent } from '../engine/take-over.ts';
import { createEnvironments } from '../environments/create-environments.ts';
import { checkHook } from '../forges/check-hook.ts';
import { createForges } from '../forges/create-forges.ts';
import { createGates } from '../gates/create-gates.ts';
import { createGit } from '../git/create-git.ts';
import { type ConnectedKeeper, connectKeeper } from '../keeper/client/connect.ts';
import { inEpoch } from '../keeper/client/in-epoch.ts';
import { launchKeeper } from '../keeper/client/launch.ts';
import { socketPath } from '../keeper/server/socket.ts';
import { whyNoStateFolder } from '../local/state-folder.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { HookDelivery } from '../ports/forge.ts';
import { createPackages } from '../registries/create-packages.ts';
import { openSearchIndex } from '../store/search-index.ts';
import { serveSocket } from '../surfaces/socket/serve-socket.ts';
import { chooseSandboxes, currentAgents } from './agents.ts';
import { beat } from './beat.ts';
import { beginEpoch, endLostRuns } from './begin-life.ts';
import { findAsker, type Identity, identifyCaller } from './callers.ts';
import { openChannels } from './channels.ts';
import { crashPoints } from './crash-points.ts';
import { doctorChecks } from './doctor.ts';
import { openDoor } from './http.ts';
import { endKeeper, keepKeeper } from './keeper.ts';
import type { Entries } from './main.ts';
import { createPutOffs } from './put-offs.ts';
import { createDoors, whoIsAtDoor } from './session-sockets.ts';
import { backUpDaily, createBell, hearNotices, openStore } from './store.ts';
import { systemClock } from './system/clock.ts';
import { createMachine, localPorts } from './system/computer.ts';
import { createStateFiles } from './system/files.ts';
import { createJsonLog, writeError } from './system/log.ts';
import { hostId, pinHash, randomIds, takeHostOver } from './system/secrets.ts';
import { createHeld, createPerson } from './system/user.ts';
import { watchFile } from './system/watch-file.ts';

export type Boot = {
  readonly places: Places;
  readonly env: Readonly<Record<string, string>>;
  readonly entries: Entries;
  /** HTTP on this loopback port; null: as configured. */
  readonly port: number | null;
};

/** How many things are driven at the same time; each drive is short. How many tasks are at work is another number: `limits.concurrency`. */
const drives = 16;
const beatMs = 20_000;
/** A keeper that holds nothing and that no daemon has asked for so long goes by itself. */
const keeperIdleSeconds = 60;
/** Copies of ended tasks are looked at this often. */
const sweepMs = 24 * 3_600_000;

/** Resolves when the daemon has stopped. Rejects with `Failed` where it cannot start (another owns the state, the store is newer ...). */
export async function boot({ places, env, entries, port }: Boot): Promise<void> {
  const uid = process.getuid?.() ?? 0;
  const unusable = whyNoStateFolder(places.state, uid);
  if (unusable !== null) throw failed('STATE_UNUSABLE', unusable, { path: places.state });
  await mkdir(places.state, { recursive: true, mode: 0o700 });
  await chmod(places.state, 0o700);
  const started = systemClock.now();
  const log = createJsonLog(writeError);
  const person = createPerson(env, userInfo().homedir);
  const config = createConfig({ file: places.config, home: person.home });
  const bell = createBell();
  const crash = crashPoints(env, () => keeper?.pid ?? null);
  let keeper: ConnectedKeeper | null = null;
  const ears = new Ears();
  const opened = await openStore({
    around: crash.around,
    places,
    config,
    clock: systemClock,
    log,
    bell,
  });
  const { queue, shared, numbers } = opened;
  const store = hearNotices(opened.store, (thing) => ears.hear(thing));
  const files = createStateFiles(places.state, randomIds.uuid);
  if (!shared) await takeHostOver(store, files);
  const host = await hostId(files, shared ? `${hostname()}-${randomIds.uuid().slice(0, 8)}` : hostname());
  const keeperSocket = await socketPath(places.state, 'keeper.sock', env, uid);
  const launch = {
    stateFolder: places.state,
    socket: keeperSocket,
    node: process.execPath,
    entry: entries.keeper,
    clock: systemClock,
    env: keeperEnv(env, person.home),
    options: ['--idle-exit', String(keeperIdleSeconds)],
  };
  const configured = await config.read();
  const wanted = port ?? (configured.ok ? (configured.value.port ?? null) : null);
  const sshFolder = await files.makeFolder('ssh');
  // Before a keeper is there that nobody would end.
  if (wanted !== null) await (await import('../surfaces/http/serve-http.ts')).tryPort(wanted);
  await launchKeeper(launch);
  const kept = await connectKeeper({ socket: keeperSocket, clock: systemClock });
  keeper = kept;
  const living = { store, files, clock: systemClock, ids: randomIds, log };
  const epochs = await beginEpoch(living, host, numbers);
  await endLostRuns(living, kept, epochs);
  const agents = await currentAgents(config, entries);
  const sandboxes = chooseSandboxes(
    {
      home: person.home,
      stateFolder: places.state,
      node: process.execPath,
      gateway: entries.gateway,
      path: env.PATH ?? '',
    },
    config,
  );
  const environments = createEnvironments({
    clock: systemClock,
    env: person.env,
    folder: sshFolder,
  });
  const ports: EffectPorts & { readonly doors: { close(): Promise<void> } } = {
    store,
    queue,
    keeper: inEpoch(kept, epochs),
    git: createGit({
      folder: (workspace) => join(places.state, 'hubs', workspace),
      person: async () => person.env(),
      clock: systemClock,
      copies: async () =>
        (await store.read((reads) => reads.copies({ removed: false }))).filter((copy) => copy.host === host),
    }),
    gates: createGates(),
    agents,
    sandboxes,
    config,
    files,
    forges: createForges({ config, person, files, clock: systemClock }),
    person,
    environments,
    clock: systemClock,
    held: createHeld(),
    localPorts,
    packages: createPackages({ config, person }),
    doors: createDoors({
      pathOf: (session) => socketPath(places.state, `door-${session}/drover.sock`, env, uid),
      serve: (path, session) =>
        serveSocket({ path, version, log, dispatch: through(() => whoIsAtDoor(store, session)) }),
    }),
    ids: randomIds,
    log,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
  const search = openSearchIndex(join(places.state, 'search.db'));
  const stop = new AbortController();
  const attend = (thing: ThingId) => attendance.begin(thing);
  const putOffs = createPutOffs();
  const engine: Engine = {
    ports,
    effects,
    machines,
    host,
    ears,
    putOffs,
    attend,
    signal: stop.signal,
    reach: crash.reach,
  };
  const attendance = new Attendance(engine, watchFile);
  const conformance = createConformance();
  let withKeeper = false;
  const dispatch = createDispatch({
    ...ports,
    putOffs,
    bell,
    host,
    started,
    version,
    conformance,
    environments,
    machine: createMachine(places.state),
    search,
    pins: pinHash,
    channels: { list: () => channels.list(), refresh: () => channels.refresh() },
    doctorChecks: async (fix) => [...(await doctorChecks({ ...ports, conformance }, fix)), ...channels.checks()],
    bringOver: (from) => bringOver(engine, from),
    shutDown: (all) => {
      withKeeper = all;
      stop.abort(new Error('the daemon was told to go down'));
    },
  });
  const channels = openChannels({ ...ports, bell }, async (command, input, peer) => {
    await agents.refresh();
    return dispatch({ command, input }, peer) as Promise<Reply>;
  });
  const around = {
    callers: places.callers,
    keeper: () => kept.pid,
    name: userInfo().username,
    taken: new Set<string>(),
  };
  const ask = async (caller: Request['caller']) =>
    findAsker(ports, ofEpoch(epochs, await identifyCaller(around, caller)), caller.session);
  type Ask = (caller: Request['caller']) => Promise<Asker>;
  const answer = async (request: Request, left: AbortSignal, ask: Ask) => {
    await agents.refresh();
    const { caller } = request;
    const asker = await ask(caller);
    if (caller.env !== undefined && asker.kind === 'person') person.learn(caller.env);
    return dispatch(
      request,
      { person: asker, pid: caller.pid, cwd: caller.cwd, env: caller.env ?? null, channel: caller.channel },
      left,
    );
  };
  const watch = async function* (request: Request, left: AbortSignal, ask: Ask) {
    const told = await answer(request, left, ask);
    return 'ok' in told ? told : yield* told;
  };
  const tellsEvents: ReadonlySet<string> = new Set(streams);
  /** Only a stream is cut when the daemon ends; everything else gets its reply. */
  const through =
    (ask: Ask) =>
    (request: Request, { left }: { readonly left: AbortSignal }) =>
      tellsEvents.has(request.command) ? watch(request, left, ask) : (answer(request, left, ask) as Promise<Reply>);
  const hear = through(ask);
  const hook = async (told: HookDelivery) => {
    const heard = await hearForge(ports, await checkHook(ports, told));
    return heard.ok ? { ok: true as const, data: heard.value } : toReply(heard.failure);
  };
  const door = await openDoor(ports, wanted, hear, hook);
  const socket = await serveSocket({ path: places.socket, version, log, dispatch: hear });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort(new Error(signal)));
  const keeping = keepKeeper(launch, log, stop.signal);
  // Before anything is at work: how many may be.
  await beat(ports, host);
  await queue.work(host, (thing) => drive(engine, thing), { concurrency: drives });
  const tell = async (ended: Ended) => {
    try {
      await tellEnding(engine, ended);
    } catch (error) {
      if (!stop.signal.aborted) log.bug(error, { run: ended.runId });
    }
  };
  ports.keeper.onEnding(tell);
  for (const ended of await findMissed(engine)) void tell(ended);
  await openDoors(ports, log, host);
  await attendance.beginAll();
  void channels.refresh();
  const told = keepTold(
    {
      ...ports,
      rings: bell,
      channels: channels.list,
      quiet: channels.quiet,
      offset: () => -new Date().getTimezoneOffset(),
    },
    stop.signal,
  );
  log.info('ready', { pid: process.pid, version, after: systemClock.now() - started });
  const seen: Seen = new Map();
  const deadAfter = async () => {
    const read = await config.read();
    return read.ok ? looksUntilDead(read.value.hosts, beatMs) : null;
  };
  let swept = Number.NEGATIVE_INFINITY;
  while (!stop.signal.aborted) {
    await beat(ports, host).catch((error) => log.warn('no heartbeat', { why: String(error) }));
    if (shared)
      await takeOverSilent(engine, seen, await deadAfter()).catch((error) =>
        log.warn('no look at other hosts', { why: String(error) }),
      );
    else await backUpDaily(ports).catch((error) => log.warn('no copy of the database', { why: String(error) }));
    if (systemClock.ticks() - swept > sweepMs) {
      swept = systemClock.ticks();
      await sweepCopies({ ...ports, bell, host }).catch((error) =>
        log.warn('no look at old copies', { why: String(error) }),
      );
      await sweepKeys(ports).catch((error) => log.warn('no look at old keys', { why: String(error) }));
      await sweepDependencies(ports).catch((error) => log.warn('no look at old dependencies', { why: String(error) }));
    }
    await systemClock.wait(beatMs, stop.signal);
  }
  // Or the one that is ended here is followed by another.
  await keeping;
  if (withKeeper) await Promise.all(kept.pids.map((pid) => endKeeper(pid, log)));
  await channels.close();
  await told;
  await door?.close();
  await socket.close();
  await ports.doors.close();
  await environments.close();
  await attendance.close();
  await queue.close();
  search.close();
  await kept.close();
  await store.close();
  log.info('stopped');
}

/** The marker of a process names its run as the keeper does. */
const ofEpoch = (epochs: readonly Epoch[], who: Identity): Identity =>
  who.kind === 'agent' && who.run !== null ? { ...who, run: runOfName(epochs, who.run) } : who;

/** Those in a sandbox find it again after a restart. */
async function openDoors({ store, doors }: EffectPorts, log: EffectPorts['log'], host: string): Promise<void> {
  const sessions = await store.read((reads) => reads.sessions({ ended: false }));
  for (const { id, spec, state, host: own } of sessions)
    if (spec.sandbox && state.kind === 'live' && own === host)
      await doors
        .open(id as SessionId)
        .catch((error) => log.warn('a session has no socket of its own', { session: id, why: String(error) }));
}

/** Its own, not its children's; the mark of a test, so that the leak audit finds it. */
const keeperEnv = (env: Readonly<Record<string, string>>, home: string): Record<string, string> => ({
  ...(env.DROVER_TEST_MARK === undefined ? {} : { DROVER_TEST_MARK: env.DROVER_TEST_MARK }),
  ...(env.XDG_RUNTIME_DIR === undefined ? {} : { XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR }),
  PATH: env.PATH ?? '',
  HOME: home,
});
