// The way of a request, whatever it came through: who asks, what it is answered, what is streamed; and the channels, which ask like anybody.
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createConformance } from '../agents/canary/create-conformance.ts';
import { createDispatch } from '../commands/dispatch.ts';
import type { Asker } from '../commands/ports.ts';
import { hearForge } from '../commands/task/forge-hook.ts';
import { streams } from '../contract/commands.ts';
import type { Reply, Request } from '../contract/protocol.ts';
import { toReply } from '../contract/to-reply.ts';
import { version } from '../contract/version.ts';
import { type Epoch, runOfName } from '../domain/run/epoch.ts';
import { bringOver } from '../engine/bring-over.ts';
import type { Engine } from '../engine/engine.ts';
import { checkHook } from '../forges/check-hook.ts';
import { openSearchIndex } from '../store/search-index.ts';
import type { HeardHook } from '../surfaces/http/hooks.ts';
import { findAsker, type Identity, identifyCaller } from './callers.ts';
import { openChannels } from './channels.ts';
import { doctorChecks } from './doctor.ts';
import { createHttpDoor } from './door/http.ts';
import type { JoinedKeeper } from './join-keeper.ts';
import type { Boot, OpenState } from './open-state.ts';
import type { PluggedPorts } from './plug-ports.ts';
import { createComputer } from './system/computer.ts';
import { pinHash } from './system/secrets.ts';
import { createTriggers, madeWords } from './triggers.ts';

type Ask = (caller: Request['caller']) => Promise<Asker>;

/** `shutDown`: what a person's `down` comes to; `all`: the keeper goes too. */
export function takeRequests(
  { places, bell, host, started, person, putOffs }: OpenState,
  { entries }: Pick<Boot, 'entries'>,
  { kept, epochs }: JoinedKeeper,
  ports: PluggedPorts,
  engine: Engine,
  shutDown: (all: boolean) => void,
) {
  const { agents } = ports;
  const search = openSearchIndex(join(places.state, 'search.db'));
  const conformance = createConformance();
  const dispatch = createDispatch({
    ...ports,
    putOffs,
    bell,
    host,
    started,
    version,
    conformance,
    search,
    shutDown,
    machine: createComputer(places.state),
    pins: pinHash,
    channels: {
      list: () => channels.list(),
      refresh: () => channels.refresh(),
      stuck: () => channels.stuck?.() ?? Promise.resolve([]),
    },
    web: {
      address: () => door.address(),
      moved: () => door.moved(),
      open: () => door.open(),
      hangUp: (sessions) => door.hangUp(sessions),
    },
    doctorChecks: async (fix) => [
      ...(await doctorChecks({ ...ports, conformance }, fix)),
      ...door.checks(),
      ...(await channels.checks(fix)),
      ...(await triggers.checks()),
    ],
    bringOver: (from) => bringOver(engine, from),
  });
  const channels = openChannels(
    { ...ports, bell },
    async (command, input, peer) => {
      await agents.refresh();
      return dispatch({ command, input }, peer) as Promise<Reply>;
    },
    () => door.address(),
  );
  const triggers = createTriggers({ ...ports, bell }, async (request, peer, left) => {
    await agents.refresh();
    return dispatch(request, peer, left) as Promise<Reply>;
  });
  const around = {
    callers: places.callers,
    keeper: () => kept.pid,
    name: userInfo().username,
    taken: new Set<string>(),
  };
  const ask: Ask = async (caller) =>
    findAsker(ports, ofEpoch(epochs, await identifyCaller(around, caller)), caller.session);
  const answer = async (request: Request, left: AbortSignal, ask: Ask) => {
    await agents.refresh();
    const { caller } = request;
    const asker = await ask(caller);
    if (caller.env !== undefined && asker.kind === 'person') person.learn(caller.env);
    const told = await dispatch(
      request,
      { person: asker, pid: caller.pid, cwd: caller.cwd, env: caller.env ?? null, channel: caller.channel },
      left,
    );
    // It may have changed the configuration, or somebody their file since.
    void channels.heed();
    return told;
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
  const hook: HeardHook = async ({ trigger, ...told }) => {
    if (trigger !== null) return triggers.hear(trigger, told);
    const proven = await checkHook(ports, told);
    if (!proven.ok) return toReply(proven.failure);
    const heard = await hearForge(ports, proven);
    if (!heard.ok) return toReply(heard.failure);
    const made = await triggers.hearForge(proven.value, told.body);
    return made.find(({ ok }) => !ok) ?? { ok: true, data: { ...heard.value, ...madeWords(made) } };
  };
  const hear = through(ask);
  const door = createHttpDoor(
    { ...ports, bell },
    {
      dispatch: hear,
      dispatchAs: (asker) => through(async () => asker),
      hook,
      isSession: async (secret) => isSessionOf(await findAsker(ports, { kind: 'unknown', why: 'HTTP' }, secret)),
      page: entries.page,
      channels,
      description: entries.description,
    },
  );
  return { hear, through, door, channels, triggers, search };
}

const isSessionOf = (asker: Asker): boolean => asker.kind === 'agent' && (asker.session ?? null) !== null;

/** The marker of a process names its run as the keeper does. */
const ofEpoch = (epochs: readonly Epoch[], who: Identity): Identity =>
  who.kind === 'agent' && who.run !== null ? { ...who, run: runOfName(epochs, who.run) } : who;
