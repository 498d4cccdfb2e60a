// What came of a run by itself; after a read-only one, what it changed all the same: kept as a patch, and undone where it is provably its own.
import { fail, type Result } from '../domain/error.ts';
import type { RunId, TaskId } from '../domain/ids.ts';
import type { Ending } from '../domain/run/ending.ts';
import { addHappening, unknownTurn } from '../domain/run/fold-turn.ts';
import { provablyIts } from '../domain/run/judge-wrote.ts';
import { answerLimit, type Once, type Wrote } from '../domain/run/once.ts';
import type { Run, RunResult } from '../domain/run/run.ts';
import type { Turn } from '../domain/run/turn.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { type LiveAgent, liveRunAgent } from '../ports/live-agent.ts';
import { ActList } from './list-acts.ts';
import { lookAfterOnce, writeOnceReceipt } from './once-receipt.ts';
import { takeState } from './own-state.ts';
import { type Before, beforeFile } from './tree-before.ts';

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
