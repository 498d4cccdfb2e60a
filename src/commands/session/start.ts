// A session is started: everything that can be known at once is checked, one transaction makes it, and its start is waited for.

import type { Input } from '../../contract/read-input.ts';
import type { SessionStarted } from '../../contract/session.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { failed } from '../../domain/error.ts';
import { runId, type ThingId } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import { sessionId } from '../../domain/session/ids.ts';
import { nameKey } from '../../domain/session/name-key.ts';
import { newSession } from '../../domain/session/new-session.ts';
import type { Session, SessionSpec } from '../../domain/session/session.ts';
import { configuredModel } from '../../domain/task/settings/freeze.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { commit, fromFolder, idempotently, nameOf, onceKey, unwrap } from '../shared/request.ts';
import { watchWhile } from '../shared/watch.ts';
import { handTicket } from './attach.ts';
import { chooseDriver, permissionsOf, type Rights } from './choose-driver.ts';
import { findRepository } from './find.ts';
import { putMessage } from './inbox.ts';
import { drawName, judgeName } from './name.ts';
import { lookAtSession } from './status.ts';

type Start = Omit<Input<'session.start'>, 'allow' | 'deny' | 'permissions'>;
type Draft = Omit<SessionSpec, 'name' | 'key' | 'run'>;

const patienceMs = 60_000;
const dayMs = 86_400_000;

export const startSession: Command<'session.start'> = async (ports, input, peer, signal) => {
  const secret = ports.ids.secret();
  const config = unwrap(await ports.config.read());
  const rights = permissionsOf(config, input.agent, input, 'ask', peer);
  const afterCrash = config.resumeAfterCrash ?? 'ask';
  const model = configuredModel(config.agents[input.agent] ?? {});
  const draft = { ...(await draftOf(ports, { ...input, ...rights }, peer, ports.sha256(secret), model)), afterCrash };
  const workspaces = Object.keys(config.workspaces);
  const once = onceKey(ports, peer, 'started', input, [input.agent, input.name, ...input.args]);
  const { thing: session } = await commit(ports, (tx) => {
    // As of a run: its start is intended on the disk first.
    tx.soon();
    return idempotently(tx, once, ports.clock.now(), () => insert(ports, tx, input, draft, workspaces, peer, secret));
  });
  return reply(ports, await started(ports, session, input.timeout ?? patienceMs, signal), input.attach);
};

/** `model`: what is configured. */
async function draftOf(
  ports: CommandPorts,
  input: Start & Rights,
  peer: Peer,
  credential: string,
  model: string | null,
): Promise<Draft> {
  const cwd = await folderOf(ports, input);
  const chosen = await chooseDriver(ports, input, cwd, peer);
  const { permissions, sandbox, args } = input;
  if (input.fork && input.resume === undefined)
    throw failed('USAGE', '`--fork` goes on from a conversation: name it with `--resume`.');
  return {
    repository: await findRepository(ports.machine, await folderOfAgent(ports, args, cwd)),
    cwd,
    agent: chosen.agent,
    driver: chosen.driver,
    description: input.description ?? '',
    permissions,
    allow: input.allow,
    deny: input.deny,
    model: input.model ?? model,
    effort: input.effort ?? null,
    args,
    sandbox,
    fork: input.fork,
    resume: input.resume === undefined ? null : await conversationOf(ports, input.resume),
    maxRuntimeMs: input.max_runtime ?? null,
    inboxTtlMs: input.inbox_ttl ?? dayMs,
    watchFile: input.watch_file === undefined ? null : fromFolder(input.watch_file, cwd),
    onDone: input.on_done ?? null,
    meta: input.meta,
    budget: input.budget ?? null,
    columns: sideOf(input.columns, 120),
    rows: sideOf(input.rows, 40),
    credential,
    startedBy: nameOf(peer),
    spawnerPane: input.pane ?? null,
  };
}

/** A window is never 0x0. */
const sideOf = (given: number | undefined, common: number): number =>
  given === undefined || given < 1 ? common : given;

async function folderOf({ config, machine }: CommandPorts, { folder, cwd }: Start): Promise<string> {
  const wanted = folder === undefined ? cwd : config.expand(fromFolder(folder, cwd));
  const real = await machine.realPath(wanted);
  if (real === null) throw failed('PATH_NOT_FOUND', `There is no folder ${wanted}.`, { path: wanted });
  return real;
}

/** Where the agent's own words send it; what is no folder was meant otherwise. */
async function folderOfAgent({ machine }: CommandPorts, args: readonly string[], cwd: string): Promise<string> {
  const at = args.findIndex((word) => /^(-C|--cd)(=|$)/.test(word) || /^-C./.test(word));
  const word = args[at];
  if (word === undefined) return cwd;
  const said = /^(-C|--cd)$/.test(word) ? args[at + 1] : word.replace(/^(--cd=|-C=?)/, '');
  return (await machine.realPath(fromFolder(said ?? '', cwd))) ?? cwd;
}

async function insert(
  ports: CommandPorts,
  tx: Transaction,
  input: Start,
  draft: Draft,
  workspaces: readonly string[],
  peer: Peer,
  secret: string,
): Promise<Session> {
  const name = input.name ?? (await freeName(ports, tx));
  await judgeName(tx, name, workspaces);
  const [taken] = await tx.sessions({ repository: draft.repository, key: nameKey(name), ended: false });
  if (taken !== undefined)
    throw failed('ALREADY_EXISTS', `${taken.spec.name} lives already in ${draft.repository} (${taken.id}).`, {
      session: taken.spec.name,
      hint: 'Choose another name, or end it first: `drover stop`.',
    });
  const id = sessionId(await tx.next('session'));
  const run = runId(await tx.next('run'));
  const at = ports.clock.now();
  const session = newSession(id, { ...draft, name, key: nameKey(name), run }, ports.host, at);
  ports.held.keep(id, { env: peer.person.kind === 'person' ? peer.env : null, secret });
  await tx.insert(session);
  await tx.say(id, session.task, at, [
    {
      kind: 'session_requested',
      data: { name, agent: draft.agent, by: draft.startedBy, repository: draft.repository },
    },
  ]);
  await ports.queue.add(tx, [{ thing: id, at, host: ports.host }]);
  if (input.context !== undefined) await putContext(ports, tx, session, input.context);
  return session;
}

/** The first message of its inbox, there before anybody knows of the session: whatever is sent comes after it. It waits for a slow start whatever others may. */
async function putContext(ports: CommandPorts, tx: Transaction, session: Session, context: string): Promise<void> {
  const { spec, createdAt } = session;
  await putMessage(ports, tx, session, {
    text: `[drover session id=${spec.name}] ${context}`,
    submit: true,
    force: false,
    steer: false,
    keys: false,
    relayed: true,
    by: spec.startedBy,
    expiresAt: createdAt + Math.max(spec.inboxTtlMs, dayMs),
  });
}

/** Of no living session, anywhere. */
async function freeName({ ids }: CommandPorts, reads: Reads): Promise<string> {
  const living = await reads.sessions({ ended: false });
  return drawName(ids.uuid(), new Set(living.map(({ spec }) => spec.key)));
}

/** Returns when it can be talked to. */
async function started(ports: CommandPorts, { id, spec }: Session, ms: number, signal: AbortSignal): Promise<Session> {
  const session = await watchWhile(ports, signal, ms, async () => {
    const now = ofKind(await ports.store.read((reads) => reads.thing(id)), 'session');
    return now.state.kind === 'requested' ? null : now;
  });
  if (session === null)
    throw failed('WAIT_TIMEOUT', `${spec.name} (${id}) was not there within ${ms / 1000} s; it may still come.`, {
      session: spec.name,
      hint: `Look with \`drover ps ${spec.name}\`, or end it with \`drover stop ${spec.name}\`.`,
    });
  if (session.state.kind === 'ended' && session.state.refused !== null)
    throw failed('ENGINE_ERROR', `${spec.agent} could not be started: ${session.state.refused}`, {
      session: spec.name,
    });
  return session;
}

async function reply(ports: CommandPorts, session: Session, attach: boolean): Promise<SessionStarted> {
  const view = await lookAtSession(ports, session);
  const ticket = attach ? await handTicket(ports, session.spec.run, 'type') : null;
  return { session: view, ticket, notes: [] };
}

// The conversation that is to be gone on with: an agent's own id, or that of a session or run of ours.

/** Throws `RESUME_NOT_FOUND` where what it names never had one. Ids of the agent's own are handed on. */
async function conversationOf({ store }: Pick<CommandPorts, 'store'>, given: string): Promise<string> {
  if (!/^[rs]\d+$/.test(given)) return given;
  const thing = await store.read((reads) => reads.thing(given as ThingId));
  const conversation =
    thing === null ? null : given.startsWith('s') ? ofSession(ofKind(thing, 'session')) : ofRun(ofKind(thing, 'run'));
  if (conversation === null)
    throw failed('RESUME_NOT_FOUND', `${given} has no conversation to go on with.`, { resume: given });
  return conversation;
}

const ofSession = ({ state }: Session): string | null => (state.kind === 'requested' ? null : state.conversation);

const ofRun = ({ state }: Run): string | null =>
  state.kind === 'ended' && state.result.kind === 'turn' ? state.result.turn.conversation : null;
