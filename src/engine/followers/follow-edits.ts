// What an agent edits in the middle of its turn comes onto its run's row, so that the tests near it are run: told by a hook of its program, which waits for what they say, or seen in its copy.
import { chooseTests } from '../../domain/edit/choose-tests.ts';
import type { Edited, EditTests, TestChoice } from '../../domain/edit/edit.ts';
import { pathInCopy } from '../../domain/edit/path-in-copy.ts';
import { sayUntried } from '../../domain/edit/say-edit.ts';
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { noticesOf } from '../../domain/notice.ts';
import type { AgentPurpose, Run } from '../../domain/run/run.ts';
import { askedAt, askIds, type EditTold, takenAt, takenMs, wordsAt } from '../../ports/edits.ts';
import type { Engine } from '../engine.ts';
import { isPassing } from '../retry-store.ts';
import { watchCopy } from './watch-copy.ts';

/** Yields at once, and after each change in the folder. */
export type FolderWatcher = (folder: string, signal: AbortSignal) => AsyncIterable<void>;

/** Edits that come close together are one. */
const quietMs = 150;
const pauseMs = 500;
/** Of those that wait at the same time; more are no hooks of ours. */
const mostAsks = 50;
/** In a turn. */
const mostRuns = 100;
const longestAsk = 64 * 1024;
/** Of one edit. */
const mostPaths = 50;

type Turn = { readonly run: Run; readonly purpose: AgentPurpose; readonly edits: EditTests };
type Ask = { readonly id: string; readonly paths: readonly string[]; readonly waits: boolean };

export async function followEdits(engine: Engine, run: Run, watch: FolderWatcher, signal: AbortSignal): Promise<void> {
  const { purpose } = run.spec;
  if (purpose.kind !== 'agent' || purpose.edits === undefined) return;
  const turn = { run, purpose, edits: purpose.edits };
  const { files } = engine.ports;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  void untilEnd(engine, run, either).finally(() => over.abort());
  const asked = files.path(askedAt(run.id));
  if (await files.there(asked))
    return again(engine, run, either, async () => {
      for await (const _ of watch(asked, either)) await takeAsks(engine, turn, either);
    });
  await again(engine, run, either, () =>
    watchCopy(
      engine,
      turn,
      async (seen) => noteEdits(engine, turn, [], within(purpose, seen), await editsOf(engine, run)),
      either,
    ),
  );
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

const editsOf = async ({ ports: { store } }: Engine, { id }: Run): Promise<readonly Edited[]> => {
  const view = await store.read((reads) => reads.view(id));
  return noticesOf(view?.notices ?? [], 'edited').map(({ body }) => body);
};

async function takeAsks(engine: Engine, turn: Turn, signal: AbortSignal): Promise<void> {
  const { files, clock } = engine.ports;
  if ((await namesOf(engine, turn)).length === 0) return;
  await clock.wait(quietMs, signal);
  const names = await namesOf(engine, turn);
  const asks = await Promise.all(names.slice(0, mostAsks).map((name) => readAsk(engine, turn, name)));
  for (const { id, waits } of asks) if (waits) await files.write(takenAt(turn.run.id, id), '');
  await take(engine, turn, asks);
  for (const { name } of names) await files.remove(`${askedAt(turn.run.id)}/${name}`);
}

async function namesOf({ ports: { files } }: Engine, { run }: Turn) {
  const all = await files.list(askedAt(run.id));
  return all.filter(({ name }) => askIds.test(name)).toSorted((one, other) => one.changedAt - other.changedAt);
}

type Name = { readonly name: string; readonly changedAt: number };

/** The agent can write it: it is looked at as words alone. */
async function readAsk({ ports }: Engine, { run, purpose }: Turn, { name, changedAt }: Name): Promise<Ask> {
  const text = await ports.files.tail(ports.files.path(askedAt(run.id), name), longestAsk);
  const paths = within(purpose, readPaths(text ?? ''));
  const waits = ports.clock.now() - changedAt < takenMs;
  return { id: name.replace(askIds, '$1'), paths, waits };
}

const within = ({ copy }: AgentPurpose, named: readonly string[]): readonly string[] =>
  [...new Set(named.flatMap((path) => pathInCopy(copy, path) ?? []))].slice(0, mostPaths);

function readPaths(text: string): readonly string[] {
  try {
    const { paths } = JSON.parse(text) as { readonly paths?: unknown };
    return Array.isArray(paths) ? paths.filter((path): path is string => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** What was taken before the daemon was ended is not taken again. */
async function take(engine: Engine, turn: Turn, asks: readonly Ask[]): Promise<void> {
  const before = await editsOf(engine, turn.run);
  const known = new Set(before.flatMap((edit) => edit.asks));
  const fresh = asks.filter(({ id }) => !known.has(id));
  const paths = [...new Set(fresh.flatMap((ask) => ask.paths))];
  const waiting = fresh.filter(({ waits }) => waits).map(({ id }) => id);
  await noteEdits(engine, turn, waiting, paths, before);
}

async function noteEdits(
  engine: Engine,
  turn: Turn,
  waiting: readonly string[],
  paths: readonly string[],
  before: readonly Edited[],
): Promise<void> {
  if (paths.length === 0) return tell(engine, turn, waiting, null);
  const choice = await choose(engine, turn, paths, before);
  const edit = { asks: waiting, paths, choice };
  const noted = await note(engine, turn, edit);
  if (noted && choice.kind !== 'none') return;
  await tell(engine, turn, waiting, noted ? untriedWords(choice, before) : null);
}

/** Said once in a turn. */
function untriedWords(choice: TestChoice, before: readonly Edited[]): string | null {
  const why = whyNone(choice);
  return why === null || before.some((edit) => whyNone(edit.choice) !== null) ? null : sayUntried(why);
}

const whyNone = (choice: TestChoice): string | null => (choice.kind === 'none' ? choice.why : null);

async function tell({ ports: { files } }: Engine, { run }: Turn, asks: readonly string[], words: string | null) {
  const told: EditTold = { words };
  for (const ask of asks) await files.write(wordsAt(run.id, ask), JSON.stringify(told));
}

/** False: the turn is over. */
const note = (
  { ports: { store, queue, clock } }: Engine,
  { run: { id, host } }: Turn,
  body: Edited,
): Promise<boolean> =>
  store.transact(async (tx) => {
    const view = await tx.view(id);
    const isOver = view?.notices.some(({ kind }) => kind === 'ending' || kind === 'cancel') ?? true;
    if (view === null || view.thing.ended || isOver) return false;
    const at = clock.now();
    await tx.notify({ thing: id, at, by: `thing:${id}`, kind: 'edited', body });
    await queue.add(tx, [{ thing: id, at, host }]);
    return true;
  });

async function choose(
  { ports: { git, gates, files } }: Engine,
  { purpose: { hub, copy }, edits }: Turn,
  edited: readonly string[],
  before: readonly Edited[],
): Promise<TestChoice> {
  if (before.filter(({ choice }) => choice.kind !== 'none').length >= mostRuns)
    return { kind: 'none', why: `they were run for ${mostRuns} edits of this turn, which is the most` };
  const earlier = before.flatMap(({ paths }) => paths);
  const { definition } = edits;
  const argv = (only: readonly string[] | null) => gates.program(definition, copy, '/reports', only).argv;
  const choice = chooseTests(
    {
      edited,
      before: earlier,
      paths: [...new Set([...(await git.tree(hub, edits.tree).paths()), ...earlier, ...edited])],
      isTest: (path) => gates.isTest(edits, path),
      takes: (only) => argv(only).length > argv(null).length,
    },
    edits,
  );
  if (choice.kind !== 'files') return choice;
  const there = await Promise.all(
    choice.files.map(async (path) => (await files.lookInside(copy, path)).kind === 'files'),
  );
  const left = choice.files.filter((_, at) => there[at]);
  return left.length > 0 ? { kind: 'files', files: left } : { kind: 'none', why: null };
}
