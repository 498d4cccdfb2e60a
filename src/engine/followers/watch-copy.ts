// An agent's copy is looked at while it works: what it edited without a hook of ours comes onto its run, though nobody can tell it before its next prompt.
import type { EditTests } from '../../domain/edit/edit.ts';
import { failed } from '../../domain/error.ts';
import type { Instant, RunId } from '../../domain/ids.ts';
import { outsideChange } from '../../domain/outside-change.ts';
import type { AgentPurpose, Run } from '../../domain/run/run.ts';
import { beforeAt, type CopyLook } from '../../ports/edits.ts';
import type { Engine } from '../engine.ts';

/** What comes close together is looked at once. */
const settleMs = 1_000;
/** Between two looks at least, and ten times as long as the last one took. */
const restMs = 2_000;

type Watched = { readonly run: Run; readonly purpose: AgentPurpose; readonly edits: Pick<EditTests, 'tree'> };

/** `paths` differ from the look before, which began at `since`, or from how the copy was before the turn where that is null; when this one began the agent had told `heard` bytes. */
export type Look = { readonly paths: readonly string[]; readonly since: Instant | null; readonly heard: number };

/** Ends with its program, or the signal. */
export async function watchCopy(
  engine: Engine,
  watched: Watched,
  edited: (look: Look) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = engine.ports;
  const before = await treeBefore(engine, watched);
  const look = lookAt(engine, watched, before);
  let since = before === null ? clock.now() : null;
  if (before === null) await look();
  for await (const heard of stirs(engine, watched.run, signal)) {
    await clock.wait(settleMs, signal);
    if (signal.aborted) return;
    const began = clock.ticks();
    const now = clock.now();
    const told = heard();
    const paths = await look();
    const took = clock.ticks() - began;
    if (paths.length > 0) await edited({ paths, since, heard: told });
    since = now;
    await clock.wait(Math.max(restMs, 10 * took), signal);
  }
}

/** Whatever it says, it does something: yields then, once for all that was said since it was asked; what it yields tells how many bytes that was in all. */
async function* stirs({ ports: { keeper } }: Engine, { id }: Run, signal: AbortSignal): AsyncGenerator<() => number> {
  const kept = await keeper.find(id as RunId);
  if (kept === null || kept.ending !== null) return;
  let bytes = kept.outputBytes;
  let stirred = false;
  let over = false;
  let ring = () => {};
  const hear = (isOver: boolean) => {
    stirred = true;
    over = isOver;
    ring();
  };
  const listening = (async () => {
    for await (const part of keeper.attach(kept.runId, kept.outputBytes, signal)) {
      bytes += part.length;
      hear(false);
    }
  })().finally(() => hear(true));
  listening.catch(() => undefined);
  for (;;) {
    if (!stirred) await new Promise<void>((resolve) => (ring = resolve));
    if (over || signal.aborted) break;
    stirred = false;
    yield () => bytes;
  }
  await listening;
}

async function treeBefore({ ports: { files } }: Engine, { run }: Watched): Promise<string | null> {
  const bytes = await files.read(beforeAt(run.id));
  const look = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as CopyLook | null);
  return look?.tree ?? null;
}

/** Looks at a copy by its trees; with none to begin from the first look tells nothing. */
function lookAt(
  { ports: { git, store } }: Engine,
  { run, purpose: { hub, copy }, edits: { tree: base } }: Watched,
  begun: string | null,
) {
  const label = `${run.parent ?? run.task}/edits`;
  let before = begun;
  return async (): Promise<readonly string[]> => {
    const root = await store.read((reads) => reads.root(run.task));
    const without = outsideChange(root);
    const now = await git.snapshot(hub, copy, base, label, without);
    if (!now.ok) throw failed(now.failure.error_code, now.failure.message);
    const { tree } = now.value;
    const last = before;
    before = tree;
    if (last === null || last === tree) return [];
    const changes = await git.changes(hub, last, tree);
    if (!changes.ok) throw failed(changes.failure.error_code, changes.failure.message);
    const gone = changes.value.flatMap(({ kind, path, from }) => (kind === 'deleted' ? [path] : (from ?? [])));
    // What it made itself and takes away again was never there for anybody else.
    const there = gone.length === 0 ? null : new Set(await git.tree(hub, base).paths());
    const made = changes.value.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
    return [...made, ...gone.filter((path) => there?.has(path))];
  };
}
