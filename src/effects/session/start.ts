// Starts, or finds, the agent of a session: with the environment of the shell it was typed in, and a credential of its own.
import { ofKind } from '../../domain/any-thing.ts';
import { type Failure, ok, type Result } from '../../domain/error.ts';
import { permissionsToStart } from '../../domain/permission/permissions-to-start.ts';
import { cleanEnvironment, secretsNamed } from '../../domain/run/environment.ts';
import type { Program } from '../../domain/run/program.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import type { Session, SessionSpec } from '../../domain/session/session.ts';
import type { EffectFunction, EffectPorts } from '../../ports/effect.ts';
import { agentOfSession, noUsage } from '../../ports/live-agent.ts';
import type { Handed } from '../../ports/system.ts';
import { guardFolders, launchAgent, networkOf, type Walls } from '../run/launch-agent.ts';
import { lookBefore } from '../run/receipt.ts';

/** As good as for ever: the keeper wants a deadline for everything. */
const longestMs = 10 * 365 * 24 * 3_600_000;

export const startSession: EffectFunction<'start-session'> = async (ports, _input, context) => {
  const session = ofKind(context.thing, 'session');
  const { run } = session.spec;
  const there = await ports.keeper.find(run);
  if (there !== null) return { kind: 'done', output: { startedAt: there.startedAt, pid: there.pid } };
  if (!(await context.fenced())) return failed({ error_code: 'LEASE_EXPIRED', message: 'another driver took over' });
  const id = session.id as Parameters<typeof ports.held.of>[0];
  const handed = ports.held.of(id) ?? (await leftFor(ports, session));
  if (handed === null)
    return failed({ error_code: 'ENGINE_ERROR', message: 'the daemon ended before it was started; start it again' });
  await lookBefore(ports, session);
  const failure = await start(ports, session, handed);
  ports.held.forget(id);
  if (failure !== null) return failed(failure);
  const kept = await ports.keeper.find(run);
  return { kind: 'done', output: { startedAt: kept?.startedAt ?? context.now, pid: kept?.pid ?? null } };
};

/** One that goes on with another's conversation was asked for by nobody: its secret lies in its folder, its environment is the person's. */
async function leftFor({ files }: EffectPorts, { spec }: Session): Promise<Handed | null> {
  if (spec.resumes === undefined) return null;
  const secret = await files.read(`runs/${spec.run}/credential`);
  return secret === null ? null : { env: null, secret: Buffer.from(secret).toString('utf8') };
}

const failed = (failure: Failure) => ({ kind: 'failed', failure }) as const;

async function start(ports: EffectPorts, session: Session, handed: Handed): Promise<Failure | null> {
  const { spec } = session;
  const { files } = ports;
  const agent = agentOfSession(ports, session);
  const scratch = await files.makeFolder(`runs/${spec.run}/tmp`);
  const credential = await files.write(`runs/${spec.run}/credential`, handed.secret);
  const folder = await files.makeFolder(`runs/${spec.run}/agent`);
  const door = spec.sandbox ? await ports.doors.open(session.id as SessionId) : null;
  const walls = door === null ? null : await insideSandbox(ports, spec, scratch, [credential, door]);
  if (walls?.ok === false) return walls.failure;
  const env = await environmentOf(ports, spec, handed, agent.passEnv);
  if (!env.ok) return env.failure;
  const shape = (program: Program): Program => ({ ...program, waitsForRoom: true });
  // It is the person's own agent, with the servers of tools, instructions and prompts that it is configured with itself: none of ours are added.
  const starting = {
    runId: spec.run,
    cwd: spec.cwd,
    promptFile: null,
    mode: spec.permissions === 'read-only' ? 'analysis' : 'write',
    permissions: permissionsToStart(spec.permissions, spec.deny),
    once: false,
    resume: spec.resume,
    fork: spec.fork,
    conversation: ports.ids.uuid(),
    model: spec.model,
    effort: spec.effort,
    args: spec.args,
    turns: 0,
    deadlineMs: spec.maxRuntimeMs ?? longestMs,
    quietMs: null,
    columns: spec.columns,
    rows: spec.rows,
    env: {
      ...env.value,
      ...own(session, credential),
      ...(door === null ? {} : { TMPDIR: scratch, DROVER_HOME: door }),
    },
    folder,
    usageBefore: noUsage,
  } as const;
  const started = await launchAgent(ports, agent, starting, { ...walls?.value, shape });
  return started.ok ? null : started.failure;
}

/** Left by an agent or another session of ours: who starts here is neither. */
const ours = /^(?:AI_AGENT$|DROVER_(?!HOME$|CONFIG$|TEST_MARK$))/;

const isForeign = ({ agents }: EffectPorts, name: string): boolean =>
  ours.test(name) || agents.footprints().some(({ foreign }) => foreign?.test(name) === true);

/** Where its own `drover` finds the daemon, unless it has a socket of its own; and tests find by the mark what is left behind. */
const kept = ['DROVER_HOME', 'DROVER_CONFIG', 'DROVER_TEST_MARK'];

/** A session outside of the sandbox sees its shell's own, others what the person has named for this agent and nothing of Drover's. */
async function environmentOf(
  ports: EffectPorts,
  { agent, sandbox }: SessionSpec,
  { env }: Handed,
  passEnv: readonly string[],
): Promise<Result<Record<string, string>>> {
  const shut = (name: string) => sandbox && name === 'DROVER_CONFIG';
  const ownOf = (seen: Readonly<Record<string, string>>) =>
    ok(Object.fromEntries(Object.entries(seen).filter(([name]) => !isForeign(ports, name) && !shut(name))));
  if (!sandbox && env !== null) return ownOf(env);
  const config = await ports.config.read();
  if (!config.ok) return config;
  const named = sandbox ? (config.value.agents[agent]?.pass_env ?? []) : [];
  const passed = [...passEnv, ...named, ...kept];
  return ownOf(cleanEnvironment(env ?? ports.person.env(), passed, secretsNamed(config.value)));
}

const own = ({ id, spec }: Session, credential: string): Record<string, string> => ({
  DROVER_SESSION_ID: id,
  DROVER_ID: spec.name,
  DROVER_AGENT: spec.agent,
  DROVER_REPO: spec.repository,
  DROVER_DESCRIPTION: spec.description,
  DROVER_SESSION_CREDENTIAL: credential,
  ...(spec.spawnerPane === null ? {} : { DROVER_SPAWNER_PANE: spec.spawnerPane }),
});

/** As runs of tasks are: its own folder, temporary space and its own state; nothing of the person's credentials. */
async function insideSandbox(ports: EffectPorts, spec: SessionSpec, scratch: string, shown: readonly string[]) {
  const sandbox = await ports.sandboxes.choose('required');
  if (!sandbox.ok) return sandbox;
  const { owner, home, lent } = await homeOf(ports, spec);
  const looks = spec.permissions === 'read-only';
  const open = looks
    ? ok({ writable: [], readable: [spec.cwd] })
    : lent === null
      ? await guardFolders(ports, sandbox.value, [spec.cwd], spec.cwd)
      : ok({ writable: [spec.cwd], readable: [] });
  if (!open.ok) return open;
  const walls: Walls = {
    sandbox: sandbox.value,
    owner,
    home,
    writable: [...open.value.writable, scratch],
    readable: [...open.value.readable, ...(lent ?? []), ...shown],
    ...(await networkOf(ports, spec.agent)),
  };
  return ok(walls);
}

/** A session in a task's copy gets the home of that task's agents, where their conversations are; git finds there what the hub lends, and writes nothing of it. `lent` null: it is no task's copy. */
async function homeOf({ store, files, git }: EffectPorts, { cwd, run }: SessionSpec) {
  const { copy, task } = await store.read(async (reads) => {
    const found = (await reads.copies({ removed: false })).find(({ path }) => path === cwd);
    return { copy: found, task: found === undefined ? null : await reads.root(found.task) };
  });
  const hub = task?.state.known.place.hub ?? null;
  const owner = copy?.task ?? run;
  return {
    owner,
    home: await files.makeFolder(`homes/${owner}`),
    lent: hub === null ? null : await git.lentTo(hub, cwd),
  };
}
