// Where an agent's program has no hook of ours, its copy is looked at while it works: what it edited comes onto its run, though nobody can tell it before its next prompt.
import type { EditTests } from '../../domain/edit/edit.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { copiedPaths } from '../../domain/place/copied-paths.ts';
import type { AgentPurpose, Run } from '../../domain/run/run.ts';
import type { Engine } from '../engine.ts';

/** What comes close together is looked at once. */
const settleMs = 1_000;
/** Between two looks at least, and ten times as long as the last one took. */
const restMs = 2_000;

type Watched = { readonly run: Run; readonly purpose: AgentPurpose; readonly edits: Pick<EditTests, 'tree'> };

/** `edited`: paths that differ from the look before. Ends with its program, or the signal. */
export async function watchCopy(
  engine: Engine,
  watched: Watched,
  edited: (paths: readonly string[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = engine.ports;
  const look = lookAt(engine, watched);
  await look();
  for await (const _ of stirs(engine, watched.run, signal)) {
    await clock.wait(settleMs, signal);
    if (signal.aborted) return;
    const began = clock.ticks();
    const paths = await look();
    if (paths.length > 0) await edited(paths);
    await clock.wait(Math.max(restMs, 10 * (clock.ticks() - began)), signal);
  }
}

/** Whatever it says, it does something: yields then, once for all that was said since it was asked. */
async function* stirs({ ports: { keeper } }: Engine, { id }: Run, signal: AbortSignal): AsyncGenerator<void> {
  const kept = await keeper.find(id as RunId);
  if (kept === null || kept.ending !== null) return;
  let stirred = false;
  let over = false;
  let ring = () => {};
  const hear = (isOver: boolean) => {
    stirred = true;
    over = isOver;
    ring();
  };
  const listening = (async () => {
    for await (const _ of keeper.attach(kept.runId, kept.outputBytes, signal)) hear(false);
  })().finally(() => hear(true));
  listening.catch(() => undefined);
  for (;;) {
    if (!stirred) await new Promise<void>((resolve) => (ring = resolve));
    if (over || signal.aborted) break;
    stirred = false;
    yield;
  }
  await listening;
}

/** Looks at a copy by its trees; the first look tells nothing. */
function lookAt({ ports: { git, store } }: Engine, { run, purpose: { hub, copy }, edits: { tree: base } }: Watched) {
  const label = `${run.parent ?? run.task}/edits`;
  let before: string | null = null;
  return async (): Promise<readonly string[]> => {
    const root = await store.read((reads) => reads.root(run.task));
    const without = copiedPaths(root?.state.known.place ?? {});
    const now = await git.snapshot(hub, copy, base, label, without);
    if (!now.ok) throw failed(now.failure.error_code, now.failure.message);
    const { tree } = now.value;
    const last = before;
    before = tree;
    if (last === null || last === tree) return [];
    const changes = await git.changes(hub, last, tree);
    if (!changes.ok) throw failed(changes.failure.error_code, changes.failure.message);
    return changes.value.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
  };
}
