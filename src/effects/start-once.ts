// Starts, or finds, a run by itself in the person's own folder. Read-only means: its own mode, and its folder as it is inside the sandbox; without one the tree is put on record first.
import type { Failure } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import { cleanEnvironment } from '../domain/run/environment.ts';
import { type Once, onceGraceMs, permissionsOfOnce } from '../domain/run/once.ts';
import type { Program } from '../domain/run/program.ts';
import type { Run } from '../domain/run/run.ts';
import type { Agent } from '../ports/agent.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { unsaidDriver } from '../ports/live-agent.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { findRepository, type Repository } from './find-repository.ts';
import { launchAgent } from './launch-agent.ts';
import { networkOf } from './network-of.ts';
import { lookBeforeOnce } from './once-receipt.ts';
import { type Before, beforeFile } from './tree-before.ts';

export const startOnce: EffectFunction<'start-once'> = async (ports, _input, context) => {
  const run = context.thing as Run;
  const id = run.id as RunId;
  const once = run.spec.purpose as Once;
  const there = await ports.keeper.find(id);
  if (there !== null) return { kind: 'done', output: { startedAt: there.startedAt } };
  if (!(await context.fenced())) return failed({ error_code: 'LEASE_EXPIRED', message: 'another driver took over' });
  const agent = ports.agents.get(once.agent, once.driver ?? unsaidDriver(ports.agents, once.agent));
  if (agent === null)
    return failed({ error_code: 'ENGINE_ERROR', message: `there is no agent ${once.agent} through ${once.driver}` });
  const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
  if (!sandbox.ok) return failed(sandbox.failure);
  const repository = await findRepository(ports.files, once.cwd);
  const [places] = await Promise.all([makePlaces(ports, run, once), lookBeforeOnce(ports, run, once)]);
  const recorded = await recordTree(ports, run, once, sandbox.value, repository);
  if (recorded !== null) return failed(recorded);
  return start(ports, run, agent, { sandbox: sandbox.value, repository, places }, context.now);
};

const failed = (failure: Failure) => ({ kind: 'failed', failure }) as const;

/** Where nothing but its own mode holds it back. A folder without a repository cannot be put on record, and is said to be unchecked. */
async function recordTree(
  { git, files, sha256 }: EffectPorts,
  { id }: Run,
  { mode }: Once,
  sandbox: Sandbox,
  repository: Repository | null,
): Promise<Failure | null> {
  if (mode === 'write' || sandbox.name !== 'none' || repository === null) return null;
  if (await files.exists(beforeFile(id))) return null;
  const hub = await git.openHub(`once-${sha256(repository.root).slice(0, 16)}`, repository.root, true);
  if (!hub.ok) return hub.failure;
  const taken = await git.snapshot(hub.value, repository.root, 'HEAD', `once/${id}`);
  // Without a commit there is nothing to compare with.
  if (!taken.ok) return taken.failure.error_code === 'GIT_FAILED' ? null : taken.failure;
  const before: Before = { hub: hub.value, tree: taken.value.tree };
  await files.write(beforeFile(id), JSON.stringify(before));
  return null;
}

type Places = { readonly promptFile: string; readonly scratch: string; readonly home: string; readonly folder: string };

/** Nothing of it depends on how the tree stands. */
async function makePlaces({ files }: EffectPorts, { id }: Run, { prompt }: Once): Promise<Places> {
  const [promptFile, scratch, home, folder] = await Promise.all([
    files.write(`runs/${id}/prompt.md`, prompt),
    files.makeFolder(`runs/${id}/tmp`),
    files.makeFolder(`homes/${id}`),
    files.makeFolder(`runs/${id}/agent`),
  ]);
  return { promptFile, scratch, home, folder };
}

type Where = { readonly sandbox: Sandbox; readonly repository: Repository | null; readonly places: Places };

async function start(ports: EffectPorts, run: Run, agent: Agent, { sandbox, repository, places }: Where, now: number) {
  const once = run.spec.purpose as Once;
  const { person } = ports;
  const { promptFile, scratch, home, folder } = places;
  const touched = [...(repository === null ? [once.cwd] : [repository.root, ...repository.git]), ...once.addDirs];
  const spec = {
    runId: run.id as RunId,
    cwd: once.cwd,
    promptFile,
    mode: once.mode,
    permissions: permissionsOfOnce(once),
    once: true,
    resume: once.resume,
    fork: false,
    conversation: ports.ids.uuid(),
    model: once.model,
    effort: once.effort,
    args: [],
    columns: 120,
    rows: 40,
    folder,
    turns: once.turns,
    deadlineMs: run.spec.deadlineMs,
    // Who waits for a person's answer is silent.
    quietMs: permissionsOfOnce(once) === 'ask' ? null : once.stallMs,
    env: { ...cleanEnvironment(person.env(), [...agent.passEnv, ...once.passEnv]), TMPDIR: scratch },
    usageBefore: once.usageBefore,
  } as const;
  const walls = {
    sandbox,
    owner: run.id,
    home,
    writable: [...(once.mode === 'write' ? touched : []), scratch],
    readable: [...(once.mode === 'write' ? [] : touched), promptFile],
    ...(await networkOf(ports, once.agent)),
    shape: (program: Program): Program => ({ ...program, graceMs: onceGraceMs }),
  };
  const started = await launchAgent(ports, agent, spec, walls);
  return started.ok ? ({ kind: 'done', output: { startedAt: now } } as const) : failed(started.failure);
}
