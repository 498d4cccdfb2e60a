// A run by itself in the person's own folder. Read-only means: its own mode, and its folder as it is inside the sandbox; without one the tree is put on record first.
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';
import type { TaskId } from '../../domain/ids.ts';
import type { Hub } from '../../domain/place/hub.ts';
import { foldEvent, unknownTurn } from '../../domain/run/fold-turn.ts';
import { provablyIts } from '../../domain/run/judge-wrote.ts';
import {
  answerLimit,
  type Once,
  onceGraceMs,
  permissionsOfOnce,
  promptOfOnce,
  type Wrote,
} from '../../domain/run/once.ts';
import type { Run, RunResult } from '../../domain/run/run.ts';
import type { Turn } from '../../domain/run/turn.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { type LiveAgent, liveRunAgent, unsaidDriver } from '../../ports/live-agent.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { EndedRun, RunKind } from './kind.ts';
import { guardFolders, launchTurn, makePlaces, networkOf } from './launch-agent.ts';
import { ActList, findRepository, lookAfterOnce, lookBeforeOnce, writeOnceReceipt } from './receipt.ts';

export const oneShotRun: RunKind<Once> = {
  start: async (ports, run, once, now) => {
    const agent = ports.agents.get(once.agent, once.driver ?? unsaidDriver(ports.agents, once.agent));
    if (agent === null) return fail('ENGINE_ERROR', `there is no agent ${once.agent} through ${once.driver}`);
    const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
    if (!sandbox.ok) return sandbox;
    const repository = await findRepository(ports.files, once.cwd);
    // Its prompt is the caller's, word for word: neither a role's nor the repository's instructions are added to it.
    const [places] = await Promise.all([
      makePlaces(ports, run, run.id, promptOfOnce(once)),
      lookBeforeOnce(ports, run, once),
    ]);
    const recorded = await recordTree(ports, run, once, sandbox.value, repository);
    if (recorded !== null) return { ok: false, failure: recorded };
    const { cwd, mode, resume, model, effort, turns, stallMs, passEnv, usageBefore } = once;
    const folders = [repository ?? cwd, ...once.addDirs];
    const open =
      mode === 'write'
        ? await guardFolders(ports, sandbox.value, folders, repository)
        : ok({ writable: [], readable: [...folders, ...(await sharedBy(ports, repository))] });
    if (!open.ok) return open;
    const launched = await launchTurn(ports, run, agent, {
      cwd,
      mode,
      resume,
      fork: once.fork === true,
      model,
      effort,
      turns,
      stallMs,
      passEnv,
      usageBefore,
      places,
      sandbox: sandbox.value,
      owner: run.id,
      permissions: permissionsOfOnce(once),
      env: ports.person.env(),
      mcp: once.mcp ?? [],
      ...open.value,
      ...(await networkOf(ports, once.agent)),
      shape: (program) => ({ ...program, graceMs: onceGraceMs }),
    });
    return launched.ok ? ok({ startedAt: now }) : launched;
  },
  read: readOneShot,
  // Nobody does it again, so a full disk is no reason to call it lost: `writes` is not said.
};

/** What a linked work tree keeps its repository in. */
async function sharedBy({ git }: EffectPorts, repository: string | null): Promise<readonly string[]> {
  const shared = repository === null ? null : await git.repositoryOf(repository);
  return shared === null ? [] : [shared];
}

/** Where nothing but its own mode holds it back. A folder without a repository cannot be put on record, and is said to be unchecked. */
async function recordTree(
  { git, files, sha256 }: EffectPorts,
  { id }: Run,
  { mode }: Once,
  sandbox: Sandbox,
  repository: string | null,
): Promise<Failure | null> {
  if (mode === 'write' || sandbox.name !== 'none' || repository === null) return null;
  if (await files.exists(beforeFile(id))) return null;
  const hub = await git.openHub(`once-${sha256(repository).slice(0, 16)}`, repository, true);
  if (!hub.ok) return hub.failure;
  const taken = await git.snapshot(hub.value, repository, 'HEAD', `once/${id}`);
  // Without a commit there is nothing to compare with.
  if (!taken.ok) return taken.failure.error_code === 'GIT_FAILED' ? null : taken.failure;
  const before: Before = { hub: hub.value, tree: taken.value.tree };
  await files.write(beforeFile(id), JSON.stringify(before));
  return null;
}

// What came of a run by itself; after a read-only one, what it changed all the same: kept as a patch, and undone where it is provably its own.

const patchLimit = 8 * 1024 * 1024;

async function readOneShot(
  ports: EffectPorts,
  run: Run,
  once: Once,
  { ending, now, signal }: EndedRun,
): Promise<Result<RunResult>> {
  const live = liveRunAgent(ports, run, once.usageBefore);
  if (live === null) {
    const { failure } = fail('ENGINE_ERROR', `there is no agent ${once.agent}`);
    return ok({ kind: 'refused', failure });
  }
  // Its program has ended: nothing moves any more.
  const [{ turn, acts }, after] = await Promise.all([follow(ports, live, signal), lookAfterOnce(ports, run, once)]);
  const wrote = await compare(ports, run, once, acts.paths);
  if (!wrote.ok) return wrote;
  const told = { turn, acts, ending, wrote: wrote.value };
  const [changed] = await Promise.all([
    writeOnceReceipt(ports, run, once, after, told),
    remember(ports, once, turn, now),
  ]);
  return ok({
    kind: 'turn',
    ...(await shorten(ports, run, turn)),
    ...(wrote.value && { wrote: wrote.value }),
    ...(changed !== null && { changed }),
  });
}

async function follow({ keeper }: EffectPorts, { agent, live }: LiveAgent, signal: AbortSignal) {
  let turn = unknownTurn;
  const acts = new ActList();
  for await (const event of agent.events(keeper, live, signal)) {
    turn = foldEvent(turn, event);
    acts.take(event);
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
  await store.transact((tx) => {
    // The result that is committed next takes it along.
    tx.later();
    return tx.putConversation({
      task: `once:${conversation}` as TaskId,
      agent: once.agent,
      id: conversation,
      inputTokens: before.inputTokens + usage.inputTokens,
      cachedTokens: before.cachedTokens + usage.cachedTokens,
      outputTokens: before.outputTokens + usage.outputTokens,
      usedAt: now as Parameters<typeof tx.putConversation>[0]['usedAt'],
    });
  });
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
