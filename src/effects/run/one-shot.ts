// Starts, or finds, a run by itself in the person's own folder. Read-only means: its own mode, and its folder as it is inside the sandbox; without one the tree is put on record first.
import { type Failure, fail, type Result } from '../../domain/error.ts';
import type { RunId, TaskId } from '../../domain/ids.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { cleanEnvironment } from '../../domain/run/environment.ts';
import { addHappening, unknownTurn } from '../../domain/run/fold-turn.ts';
import { provablyIts } from '../../domain/run/judge-wrote.ts';
import { answerLimit, type Once, onceGraceMs, permissionsOfOnce, type Wrote } from '../../domain/run/once.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Run, RunResult } from '../../domain/run/run.ts';
import type { Turn } from '../../domain/run/turn.ts';
import type { Hub } from '../../domain/task/task.ts';
import type { Agent } from '../../ports/agent.ts';
import type { EffectFunction, EffectPorts } from '../../ports/effect.ts';
import { type LiveAgent, liveRunAgent, unsaidDriver } from '../../ports/live-agent.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { launchAgent, networkOf } from './launch-agent.ts';
import { takeState } from './own-state.ts';
import {
  ActList,
  findRepository,
  lookAfterOnce,
  lookBeforeOnce,
  type Repository,
  writeOnceReceipt,
} from './receipt.ts';

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

// What came of a run by itself; after a read-only one, what it changed all the same: kept as a patch, and undone where it is provably its own.

const patchLimit = 8 * 1024 * 1024;

export const readOnce: EffectFunction<'read-once'> = async (ports, _input, { thing, now, signal }) => {
  const run = thing as Run;
  const once = run.spec.purpose as Once;
  const kept = await ports.keeper.find(run.id as RunId);
  if (kept !== null && kept.ending === null) return { kind: 'done', output: null };
  const ending: Ending = kept?.ending ?? { kind: 'lost' };
  const live = liveRunAgent(ports, run, once.usageBefore);
  if (live === null) {
    const { failure } = fail('ENGINE_ERROR', `there is no agent ${once.agent}`);
    return { kind: 'done', output: { ending, result: { kind: 'refused', failure } } };
  }
  // Its program has ended: nothing moves any more.
  const [{ turn, acts }, after] = await Promise.all([follow(ports, live, signal), lookAfterOnce(ports, run, once)]);
  const wrote = await compare(ports, run, once, acts.paths);
  if (!wrote.ok) return { kind: 'failed', failure: wrote.failure };
  const told = { turn, acts, ending, wrote: wrote.value };
  const [changed] = await Promise.all([
    writeOnceReceipt(ports, run, once, after, told),
    remember(ports, once, turn, now),
  ]);
  const result: RunResult = {
    kind: 'turn',
    ...(await shorten(ports, run, turn)),
    ...(wrote.value && { wrote: wrote.value }),
    ...(changed !== null && { changed }),
  };
  const own = await takeState(ports, run.id, turn.conversation);
  return { kind: 'done', output: { ending, result, ...(own && { own }) } };
};

async function follow({ keeper }: EffectPorts, { agent, live }: LiveAgent, signal: AbortSignal) {
  let turn = unknownTurn;
  const acts = new ActList();
  for await (const happening of agent.events(keeper, live, signal)) {
    turn = addHappening(turn, happening);
    acts.take(happening);
  }
  return { turn, acts };
}

async function compare(
  { git, files }: EffectPorts,
  { id }: Run,
  { cwd }: Once,
  told: readonly string[],
): Promise<Result<Wrote | null>> {
  const bytes = await files.read(beforeFile(id));
  if (bytes === null) return { ok: true, value: null };
  const { hub, tree } = JSON.parse(new TextDecoder().decode(bytes)) as Before;
  const now = await git.snapshot(hub, hub.checkout, 'HEAD', `once/${id}-after`);
  if (!now.ok) return now;
  // Performed again after a crash, the patch of the first time tells what there was.
  const patch = `runs/${id}/changes.patch`;
  const undone = await files.read(`runs/${id}/wrote.json`);
  if (undone !== null) return { ok: true, value: JSON.parse(new TextDecoder().decode(undone)) as Wrote };
  if (now.value.tree === tree) return { ok: true, value: null };
  const changes = await git.changes(hub, tree, now.value.tree);
  if (!changes.ok) return changes;
  const text = await git.diff(hub, tree, now.value.tree, patchLimit);
  if (!text.ok) return text;
  const paths = [...new Set(changes.value.flatMap(({ path, from }) => (from === null ? [path] : [from, path])))].sort();
  const its = provablyIts(paths, told, hub.checkout, cwd);
  const wrote: Wrote = { paths, undone: its, patch: await files.write(patch, text.value) };
  await files.write(`runs/${id}/wrote.json`, JSON.stringify(wrote));
  if (its.length === 0) return { ok: true, value: wrote };
  const wanted = await git.compose(hub, now.value.tree, tree, its);
  if (!wanted.ok) return wanted;
  const restored = await git.restore(hub, hub.checkout, wanted.value, `once/${id}`);
  return restored.ok ? { ok: true, value: wrote } : restored;
}

/** For who resumes it: totals as programs count them that go on counting. */
async function remember({ store }: EffectPorts, once: Once, turn: Turn, now: number): Promise<void> {
  const { conversation, usage } = turn;
  if (conversation === null) return;
  const before = once.usageBefore;
  await store.transact((tx) =>
    tx.putConversation({
      task: `once:${conversation}` as TaskId,
      agent: once.agent,
      id: conversation,
      inputTokens: before.inputTokens + usage.inputTokens,
      cachedTokens: before.cachedTokens + usage.cachedTokens,
      outputTokens: before.outputTokens + usage.outputTokens,
      usedAt: now as Parameters<typeof tx.putConversation>[0]['usedAt'],
    }),
  );
}

/** A row holds no megabytes. */
async function shorten(
  { files }: EffectPorts,
  { id }: Run,
  turn: Turn,
): Promise<{ readonly turn: Turn; readonly answer?: string }> {
  const { outcome } = turn;
  if (outcome.kind !== 'answered' && outcome.kind !== 'refused_by_permission') return { turn };
  if (outcome.text.length <= answerLimit) return { turn };
  const answer = await files.write(`runs/${id}/answer.md`, outcome.text);
  return { turn: { ...turn, outcome: { ...outcome, text: outcome.text.slice(0, answerLimit) } }, answer };
}

// The tree of a read-only run's repository as it was before, kept until the run is over.

type Before = { readonly hub: Hub; readonly tree: string };

const beforeFile = (run: string): string => `runs/${run}/before.json`;
