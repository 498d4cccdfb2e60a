// Starts, or finds, the program of a run. What it may touch and see follows from its purpose.
import { type Failure, fail, type Result } from '../../domain/error.ts';
import type { RunId, TaskId } from '../../domain/ids.ts';
import { cleanEnvironment, plainEnvironment, withVariables } from '../../domain/run/environment.ts';
import { portVariables } from '../../domain/run/preview.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Purpose, Run } from '../../domain/run/run.ts';
import { usageBefore } from '../../domain/run/usage-before.ts';
import type { AgentSettings, RoleSettings } from '../../domain/task/settings/settings.ts';
import { type Task, variablesOf } from '../../domain/task/task.ts';
import type { EffectContext, EffectFunction, EffectPorts } from '../../ports/effect.ts';
import type { Confinement } from '../../ports/sandbox.ts';
import { mustHaveCopy } from '../copy.ts';
import { hasMade } from '../created.ts';
import { hire, keepHired, launchAgent, placed, readHired, toolsOf } from './launch-agent.ts';
import { handOver, readInstructions } from './prompt.ts';
import { lookBeforeTurn } from './receipt.ts';

type Of<Kind extends Purpose['kind']> = Extract<Purpose, { kind: Kind }>;

export const startRun: EffectFunction<'start-run'> = async (ports, _input, context) => {
  const run = context.thing as Run;
  const there = await ports.keeper.find(run.id as RunId);
  if (there !== null)
    return { kind: 'done', output: { startedAt: there.startedAt, ...(await readHired(ports.files, run.id)) } };
  if (!(await context.fenced())) return failed({ error_code: 'LEASE_EXPIRED', message: 'another driver took over' });
  const { purpose } = run.spec;
  if (purpose.kind === 'agent') return startAgent(ports, run, purpose, context);
  const program = await programOf(ports, run, purpose);
  if (!program.ok) return failed(program.failure);
  const kept = await ports.keeper.ensure(run.id as RunId, program.value);
  return { kind: 'done', output: { startedAt: kept.startedAt } };
};

const failed = (failure: Failure) => ({ kind: 'failed', failure }) as const;

async function programOf(
  ports: EffectPorts,
  run: Run,
  purpose: Exclude<Purpose, Of<'agent'>>,
): Promise<Result<Program>> {
  const { git, person } = ports;
  switch (purpose.kind) {
    case 'once':
      throw new Error('a run by itself has effects of its own');
    case 'fetch':
      return git.fetch(purpose.hub, person.env());
    case 'push':
      return git.push(purpose.hub, purpose, person.env());
    case 'unpush':
      if (!(await hasMade(ports, run.task, 'remote_branch', purpose.branch)))
        return fail('PROTECTED_BRANCH', `This task did not make the branch ${purpose.branch} on the remote.`);
      return git.unpush(purpose.hub, purpose.commit, purpose.branch, person.env());
    case 'hook':
      return { ok: true, value: hookProgram(ports, run, purpose) };
    case 'setup': {
      const { env, npmrc } = await ports.packages.settings();
      if (npmrc !== '') await ports.files.write(`runs/${run.id}/home/.npmrc`, npmrc);
      return confine(
        ports,
        run,
        { argv: purpose.argv, cwd: purpose.folder, env },
        { writable: [purpose.folder], readable: [], network: 'all' },
      );
    }
    case 'preview':
    case 'teardown': {
      const copy = await ports.store.read((reads) => reads.copy(run.task));
      const confined = await confine(
        ports,
        run,
        { argv: purpose.argv, cwd: purpose.folder, env: portVariables(copy?.ports ?? []) },
        {
          writable: [purpose.folder],
          readable: [...shared(purpose.dependencies), ...(await git.lentTo(purpose.hub, purpose.folder))],
          network: 'all',
        },
      );
      return confined.ok ? { ok: true, value: lasting(confined.value) } : confined;
    }
    case 'gate': {
      const scratch = await ports.files.makeFolder(`runs/${run.id}/scratch`);
      const { argv, env } = ports.gates.program(purpose.definition, purpose.folder, scratch, purpose.only);
      return confine(
        ports,
        run,
        { argv, cwd: purpose.folder, env },
        { writable: [purpose.folder, scratch], readable: shared(purpose.dependencies), network: 'none' },
      );
    }
    case 'hooks':
      return confine(
        ports,
        run,
        {
          argv: ['git', 'commit', '--allow-empty', '--no-gpg-sign', '--message', 'The tree to be checked'],
          cwd: purpose.folder,
          env: {},
        },
        {
          writable: [purpose.folder],
          readable: [...shared(purpose.dependencies), `${purpose.hub.path}/objects`],
          network: 'none',
        },
      );
  }
}

/** Whatever it writes, it goes on; the end of that is kept. */
function lasting({ outputLimit: _, ...program }: Program): Program {
  return { ...program, keepBytes: 8 * 1024 * 1024 };
}

/** The person's own program, as they would run it themselves. */
function hookProgram({ person }: EffectPorts, run: Run, { argv, folder, facts }: Of<'hook'>): Program {
  const env = { ...person.env(), ...facts };
  const io = { kind: 'pipe', stdin: 'empty' } as const;
  return { argv, cwd: folder, env, io, deadlineMs: run.spec.deadlineMs, outputLimit: 16 * 1024 * 1024 };
}

/** What came with the task may be read. */
const attachmentsOf = (task: Task | null): readonly string[] => (task?.spec.attachments ?? []).map(({ path }) => path);

const shared = (dependencies: string | null): readonly string[] => (dependencies === null ? [] : [dependencies]);

type Bare = { readonly argv: readonly string[]; readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** The person's, with PATH and its like as the task froze them: whoever called last changes no gate. */
async function environmentOf({ store, person }: EffectPorts, task: TaskId): Promise<Readonly<Record<string, string>>> {
  const root = (await store.read((reads) => reads.thing(task))) as Task | null;
  return withVariables(person.env(), variablesOf(root));
}

/** Into the sandbox, with a home of its own and nothing of the person's credentials. */
async function confine(
  ports: EffectPorts,
  run: Run,
  bare: Bare,
  touch: Omit<Confinement, 'home'>,
): Promise<Result<Program>> {
  const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
  if (!sandbox.ok) return sandbox;
  const home = await ports.files.makeFolder(`runs/${run.id}/home`);
  const own = plainEnvironment(await environmentOf(ports, run.task));
  const env = { ...own, ...bare.env, HOME: home, TMPDIR: home };
  const program: Program = {
    argv: bare.argv,
    cwd: bare.cwd,
    env,
    io: { kind: 'pipe', stdin: 'empty' },
    deadlineMs: run.spec.deadlineMs,
    outputLimit: 256 * 1024 * 1024,
  };
  return sandbox.value.confine(program, { ...touch, home });
}

async function startAgent(ports: EffectPorts, run: Run, purpose: Of<'agent'>, { thing, now }: EffectContext) {
  const there = await mustHaveCopy(ports, purpose.copy);
  if (!there.ok) return failed(there.failure);
  const task = (await ports.store.read((reads) => reads.thing(thing.task))) as Task | null;
  const settings: AgentSettings | undefined = task?.spec.settings.agent[purpose.agent];
  const role = task?.spec.settings.role?.[purpose.role];
  const chosen = hire(
    ports.agents,
    purpose,
    settings,
    role,
    placed(task?.spec.settings.mcp ?? [], (path) => ports.config.expand(path)),
  );
  if (chosen === null)
    return failed({
      error_code: 'ENGINE_ERROR',
      message: `there is no agent named ${purpose.agent}; known: ${ports.agents.names().join(', ')}`,
    });
  if (!chosen.heeds)
    return failed({
      error_code: 'UNSUPPORTED',
      message: `${purpose.agent} asks nobody, so what agents.${purpose.agent}.deny names cannot be kept from it`,
    });
  const { agent, hired } = chosen;
  const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
  if (!sandbox.ok) return failed(sandbox.failure);
  await keepHired(ports.files, run.id, hired);
  await lookBeforeTurn(ports, run, purpose);
  const runs = (await ports.store.read((reads) => reads.things({ kind: 'run', task: thing.task }))) as readonly Run[];
  // A conversation is told this once, at its beginning.
  const standing =
    purpose.resume === null
      ? [...(await readInstructions(ports, task, agent)), ...(role?.prompt === undefined ? [] : [role.prompt])]
      : [];
  const prompt = await handOver(ports, run, purpose, standing);
  if (!prompt.ok) return failed(prompt.failure);
  const promptFile = await ports.files.write(`runs/${run.id}/prompt.md`, prompt.value);
  const tools = toolsOf(hired.mcp ?? []);
  const env = cleanEnvironment(await environmentOf(ports, thing.task), [
    ...agent.passEnv,
    ...(settings?.passEnv ?? []),
    ...tools.env,
  ]);
  const scratch = await ports.files.makeFolder(`runs/${run.id}/tmp`);
  const home = await ports.files.makeFolder(`homes/${thing.task}`);
  const lent = await ports.git.lentTo(purpose.hub, purpose.copy);
  const spec = {
    runId: run.id as RunId,
    cwd: purpose.copy,
    promptFile,
    mode: purpose.mode,
    permissions: hired.permissions,
    once: true,
    resume: purpose.resume,
    fork: false,
    conversation: ports.ids.uuid(),
    model: hired.model ?? null,
    effort: hired.effort ?? null,
    ...(hired.mcp && { mcp: hired.mcp }),
    args: [],
    columns: 120,
    rows: 40,
    folder: await ports.files.makeFolder(`runs/${run.id}/agent`),
    turns: settings?.turns ?? 200,
    deadlineMs: run.spec.deadlineMs,
    // Who waits for a person's answer is silent.
    quietMs: hired.permissions === 'ask' ? null : (settings?.stallMs ?? null),
    env: { ...env, TMPDIR: scratch },
    usageBefore: usageBefore(runs, purpose.agent, purpose.resume),
  } as const;
  const walls = {
    sandbox: sandbox.value,
    owner: thing.task,
    home,
    writable: [purpose.copy, scratch],
    readable: [...lent, promptFile, ...attachmentsOf(task), ...tools.reads],
    ...networkOf(settings, role),
    within: tools.within,
  };
  const started = await launchAgent(ports, agent, spec, walls);
  return started.ok ? ({ kind: 'done', output: { startedAt: now, hired } } as const) : failed(started.failure);
}

/** A role's word counts before the agent's. */
function networkOf(settings: AgentSettings | undefined, role: RoleSettings | undefined) {
  const network = role?.network ?? settings?.network;
  return { ...(network && { network }), ...(settings?.hosts && { hosts: settings.hosts }) };
}

// Asks the keeper to end a run's whole tree; the ending comes as a notice.

export const endRun: EffectFunction<'end-run'> = async ({ keeper }, { reason }, { thing }) => {
  await keeper.end(thing.id as RunId, reason);
  return { kind: 'done', output: {} };
};
