// What an agent edits in the middle of its turn comes onto its run's row, so that the tests near it are run: told by a hook of its program, which waits for what they say, or seen in its copy, where it made them otherwise.
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { createInTurn } from '../../domain/in-turn.ts';
import type { Run } from '../../domain/run/run.ts';
import { askedAt, askIds, takenAt, takenMs } from '../../ports/edits.ts';
import type { Engine } from '../engine.ts';
import { isPassing } from '../retry-store.ts';
import { type Counted, type EditedTurn, editsOf, noteEdits, noteSeen, within } from './note-edits.ts';
import { type Look, watchCopy } from './watch-copy.ts';

/** Yields at once, and after each change in the folder. */
export type FolderWatcher = (folder: string, signal: AbortSignal) => AsyncIterable<void>;

/** Edits that come close together are one. */
const quietMs = 150;
/** A hook may tell so much later what was seen already. */
const hookMs = 2_000;
const pauseMs = 500;
/** Of those that wait at the same time; more are no hooks of ours. */
const mostAsks = 50;
const longestAsk = 64 * 1024;

type Ask = { readonly id: string; readonly paths: readonly string[]; readonly waits: boolean };

export async function followEdits(engine: Engine, run: Run, watch: FolderWatcher, signal: AbortSignal): Promise<void> {
  const { purpose } = run.spec;
  if (purpose.kind !== 'agent' || purpose.edits === undefined) return;
  const turn = { run, purpose, edits: purpose.edits };
  const { files, clock } = engine.ports;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  void untilEnd(engine, run, either).finally(() => over.abort());
  const asked = files.path(askedAt(run.id));
  const hasHook = await files.there(asked);
  const inTurn = createInTurn<'edits'>();
  const take = () => inTurn('edits', () => takeAsks(engine, turn, either));
  const counted: Counted = new Map();
  const see = async (look: Look) => {
    if (hasHook) await clock.wait(hookMs, either);
    if (hasHook) await take();
    await inTurn('edits', () => noteSeen(engine, turn, look, counted));
  };
  const seeing = again(engine, run, either, () => watchCopy(engine, turn, see, either));
  if (hasHook)
    await again(engine, run, either, async () => {
      for await (const _ of watch(asked, either)) await take();
    });
  await seeing;
}

/** What cannot be done now is begun anew; with anything else the rest of the turn goes unheard. */
async function again({ ports: { clock, log } }: Engine, run: Run, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Failed)) return void log.bug(error, { run: run.id });
      log.warn(`edits are not followed: ${error.failure.message}`, { run: run.id });
      if (!isPassing(error.failure)) return;
    }
    await clock.wait(pauseMs, signal);
  }
}

/** Of its program; a cut way to its keeper is no end. */
async function untilEnd({ ports: { keeper, clock } }: Engine, { id }: Run, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const kept = await keeper.find(id as RunId);
      if (kept === null || kept.ending !== null) return;
      for await (const _ of keeper.attach(kept.runId, kept.outputBytes, signal));
    } catch {
      // The keeper comes back, or a new one says that it is lost.
    }
    await clock.wait(pauseMs, signal);
  }
}

async function takeAsks(engine: Engine, turn: EditedTurn, signal: AbortSignal): Promise<void> {
  const { files, clock } = engine.ports;
  if ((await namesOf(engine, turn)).length === 0) return;
  await clock.wait(quietMs, signal);
  const names = await namesOf(engine, turn);
  const asks = await Promise.all(names.slice(0, mostAsks).map((name) => readAsk(engine, turn, name)));
  for (const { id, waits } of asks) if (waits) await files.write(takenAt(turn.run.id, id), '');
  await take(engine, turn, asks);
  for (const { name } of names) await files.remove(`${askedAt(turn.run.id)}/${name}`);
}

async function namesOf({ ports: { files } }: Engine, { run }: EditedTurn) {
  const all = await files.list(askedAt(run.id));
  return all.filter(({ name }) => askIds.test(name)).toSorted((one, other) => one.changedAt - other.changedAt);
}

type Name = { readonly name: string; readonly changedAt: number };

/** The agent can write it: it is looked at as words alone. */
async function readAsk({ ports }: Engine, { run, purpose }: EditedTurn, { name, changedAt }: Name): Promise<Ask> {
  const text = await ports.files.tail(ports.files.path(askedAt(run.id), name), longestAsk);
  const paths = within(purpose, readPaths(text ?? ''));
  const waits = ports.clock.now() - changedAt < takenMs;
  return { id: name.replace(askIds, '$1'), paths, waits };
}

function readPaths(text: string): readonly string[] {
  try {
    const { paths } = JSON.parse(text) as { readonly paths?: unknown };
    return Array.isArray(paths) ? paths.filter((path): path is string => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** What was taken before the daemon was ended is not taken again. */
async function take(engine: Engine, turn: EditedTurn, asks: readonly Ask[]): Promise<void> {
  const before = await editsOf(engine, turn.run);
  const known = new Set(before.flatMap((edit) => edit.asks));
  const fresh = asks.filter(({ id }) => !known.has(id));
  const paths = [...new Set(fresh.flatMap((ask) => ask.paths))];
  const waiting = fresh.filter(({ waits }) => waits).map(({ id }) => id);
  await noteEdits(engine, turn, waiting, paths, before);
}
