// An edit is noted on its turn's run with the tests near it, for decide to run; who waits for words and gets none is told at once.

import { defined } from '../../domain/defined.ts';
import { chooseTests } from '../../domain/edit/choose-tests.ts';
import type { Edited, EditTests, TestChoice } from '../../domain/edit/edit.ts';
import { pathInCopy } from '../../domain/edit/path-in-copy.ts';
import { sayUntried } from '../../domain/edit/say-edit.ts';
import type { RunId } from '../../domain/ids.ts';
import { noticesOf } from '../../domain/notice.ts';
import type { AgentPurpose, Run } from '../../domain/run/run.ts';
import { type EditTold, wordsAt } from '../../ports/edits.ts';
import type { Engine } from '../engine.ts';
import type { Look } from './watch-copy.ts';

/** In a turn. */
const mostRuns = 100;
/** Of one edit. */
const mostPaths = 50;

export type EditedTurn = { readonly run: Run; readonly purpose: AgentPurpose; readonly edits: EditTests };

export const editsOf = async ({ ports: { store } }: Engine, { id }: Run): Promise<readonly Edited[]> => {
  const view = await store.read((reads) => reads.view(id));
  return noticesOf(view?.notices ?? [], 'edited').map(({ body }) => body);
};

export const within = ({ copy }: AgentPurpose, named: readonly string[]): readonly string[] =>
  [...new Set(named.flatMap((path) => pathInCopy(copy, path) ?? []))].slice(0, mostPaths);

/** By path, the notice of a hook's that a look has found true. */
export type Counted = Map<string, number>;

/** What a hook has told is noted already: each that it told, in the first look that finds it. */
export async function noteSeen(
  engine: Engine,
  turn: EditedTurn,
  { paths, since, heard }: Look,
  counted: Counted,
): Promise<void> {
  const { store, git } = engine.ports;
  const { purpose, edits, run } = turn;
  const notices = noticesOf((await store.read((reads) => reads.view(run.id)))?.notices ?? [], 'edited');
  const before = notices.map(({ body }) => body);
  const told = notices.filter(({ at, body }) => since === null || (at >= since && body.seen === undefined));
  const tellOf = (path: string) =>
    told.find(({ seq, body }) => seq > (counted.get(path) ?? 0) && body.paths.includes(path))?.seq;
  const untold = within(purpose, paths).filter((path) => {
    const tell = tellOf(path);
    if (tell !== undefined) counted.set(path, tell);
    return tell === undefined;
  });
  const known = new Set([
    ...(await git.tree(purpose.hub, edits.tree).paths()),
    ...before.flatMap((edit) => edit.paths),
  ]);
  const tests = await store.read((reads) => reads.things({ kind: 'run', parent: run.id }));
  const fresh: string[] = [];
  for (const path of untold) if (known.has(path) || !(await isLeftBy(engine, turn, tests, path))) fresh.push(path);
  await noteEdits(engine, turn, [], fresh, before, heard);
}

/** What appears in the copy while tests of ours run there is theirs. */
async function isLeftBy(
  { ports: { files, keeper, clock } }: Engine,
  { purpose }: EditedTurn,
  tests: readonly Run[],
  path: string,
): Promise<boolean> {
  const at = tests.length === 0 ? null : await files.changedInside(purpose.copy, path);
  if (at === null) return false;
  const kept = await Promise.all(tests.map(({ id }) => keeper.find(id as RunId)));
  return kept.some((run) => run !== null && run.startedAt <= at && at <= (run.endedAt ?? clock.now()));
}

export async function noteEdits(
  engine: Engine,
  turn: EditedTurn,
  waiting: readonly string[],
  paths: readonly string[],
  before: readonly Edited[],
  seen?: number,
): Promise<void> {
  if (paths.length === 0) return tell(engine, turn, waiting, null);
  const choice = await choose(engine, turn, paths, before);
  const edit = { asks: waiting, paths, choice, ...defined({ seen }) };
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

async function tell({ ports: { files } }: Engine, { run }: EditedTurn, asks: readonly string[], words: string | null) {
  const told: EditTold = { words };
  for (const ask of asks) await files.write(wordsAt(run.id, ask), JSON.stringify(told));
}

/** False: the turn is over. */
const note = (
  { ports: { store, queue, clock } }: Engine,
  { run: { id, host } }: EditedTurn,
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
  { purpose: { hub, copy }, edits }: EditedTurn,
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
