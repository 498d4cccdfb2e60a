// Tasks at work that touch the same lines, told before either is merged: found in the newest trees that are known, when somebody looks.
import type { OverlapView } from '../../contract/task.ts';
import type { Criterion } from '../../domain/criterion/criterion.ts';
import { criterionId } from '../../domain/ids.ts';
import { rootOf, type Task } from '../../domain/task/task.ts';
import type { Hub, Overlap, Work } from '../../ports/git.ts';
import type { Reads } from '../../ports/store.ts';
import type { CommandPorts } from '../ports.ts';

/** More is no help to anybody. Who only looks does not wait for longer: the next look goes on from what was found. */
const most = { told: 50, ms: 2_000 };

type AtWork = { readonly task: Task; readonly hub: Hub; readonly work: Work };

/** `one`: those with this task alone. `among`: all that live, where they were read. */
type Wanted = { readonly one?: Task; readonly among?: readonly Task[] };

export const overlapsIn = ({ met }: Pick<Met, 'met'>): readonly OverlapView[] =>
  onceEach(met.flatMap(viewMeeting)).slice(0, most.told);

/** Whose works could not be held against those of this task, so that nothing is said of them. */
export const uncomparedWith = ({ uncompared }: Met, { id }: Task): readonly string[] =>
  [...new Set(uncompared.flat())].filter((other) => other !== id).toSorted();

/** Two at work, and where they meet; nowhere, as far as git can tell: they may still not go together. */
export type Meeting = { readonly ours: AtWork; readonly theirs: AtWork; readonly overlaps: readonly Overlap[] };

/** `uncompared`: of what git could not compare, or not in that time, ids of the two tasks. */
type Met = { readonly met: readonly Meeting[]; readonly uncompared: readonly (readonly [string, string])[] };

const viewMeeting = ({ ours, theirs, overlaps }: Meeting): readonly OverlapView[] =>
  overlaps.map((each) => viewOf(ours.task, theirs.task, each));

/** With `one`, all that it can meet. */
export async function meetings(
  { store, git, clock }: Pick<CommandPorts, 'store' | 'git' | 'clock'>,
  { one, among }: Wanted,
): Promise<Met> {
  if (one?.ended) return { met: [], uncompared: [] };
  const all = await store.read(async (reads) => {
    // Where nobody has worked on it yet, the others need not be read.
    if (one !== undefined && (await lookAtWork(reads, [one])).length === 0) return [];
    return lookAtWork(reads, (among ?? (await reads.things({ kind: 'task', ended: false }))).toReversed());
  });
  const pairs = all
    .flatMap((ours, at) => all.slice(at + 1).map((theirs) => [ours, theirs] as const))
    .filter(
      ([ours, theirs]) =>
        mayMeet(ours, theirs) && (one === undefined || [ours.task.id, theirs.task.id].includes(one.id)),
    );
  const until = clock.now() + most.ms;
  const met: Meeting[] = [];
  const uncompared: [string, string][] = [];
  for (const [ours, theirs] of pairs) {
    const told = clock.now() > until ? null : await git.overlap(ours.hub, ours.work, theirs.work);
    // Who only looks is not refused for what git cannot compare just now.
    if (told?.ok) met.push({ ours, theirs, overlaps: told.value });
    else uncompared.push([ours.task.id, theirs.task.id]);
  }
  return { met, uncompared };
}

/** Of criteria at once each copy holds what was there before them. */
const onceEach = (found: readonly OverlapView[]): readonly OverlapView[] => [
  ...new Map(found.map((each) => [JSON.stringify(each), each])).values(),
];

/** None of those that nobody has worked on. */
async function lookAtWork(reads: Reads, tasks: readonly Task[]): Promise<readonly AtWork[]> {
  const living = await reads.things({ kind: 'criterion', tasks: tasks.map(({ task }) => task), ended: false });
  const resting = tasks.filter(({ task }) => !living.some((each) => each.task === task));
  const criteria = Map.groupBy([...living, ...(await lookAtBlocked(reads, resting))], ({ task }) => task);
  return tasks.flatMap((task) => {
    const { hub, base } = task.state.known.place;
    if (hub === null || base === null) return [];
    const trees = treesOf(task, criteria.get(task.task) ?? []).filter((tree) => tree !== base.tree);
    return trees.map((tree) => ({ task, hub, work: { commit: base.commit, tree } }));
  });
}

/** What was done for one that does not get on stays in the copy while somebody decides what becomes of it. */
async function lookAtBlocked(reads: Reads, tasks: readonly Task[]): Promise<readonly Criterion[]> {
  const found: Criterion[] = [];
  for (const { task, state } of tasks) {
    const at = rootOf(state.at);
    const step = at.kind === 'advising' ? at.back : at;
    if (step.kind !== 'developing') continue;
    const round = await reads.thing(criterionId(task, step.key));
    if (round?.state.at.kind === 'ended' && round.state.at.outcome.kind !== 'passed') found.push(round);
  }
  return found;
}

/** As each that is worked on was looked at last, in its copy where several are at once; none: nobody has worked on it yet. */
function treesOf({ state: { known } }: Task, criteria: readonly Criterion[]): readonly string[] {
  const { proven } = known.work;
  const trees = criteria.map(({ state: { at, history } }) => {
    const now = 'found' in at ? at.found.tree : 'tree' in at ? at.tree : undefined;
    return now ?? history.at(-1)?.tree ?? proven;
  });
  return [...new Set(criteria.length === 0 ? [proven] : trees)].filter((tree) => tree !== null);
}

/** Features of one task are put together by it, one upon the other. */
function mayMeet(ours: AtWork, theirs: AtWork): boolean {
  const family = ({ task: { id, spec } }: AtWork) => spec.part?.parent ?? id;
  return ours.hub.path === theirs.hub.path && family(ours) !== family(theirs);
}

const viewOf = (ours: Task, theirs: Task, { path, lines, conflicts }: Overlap): OverlapView => ({
  tasks: [ours.id, theirs.id],
  path,
  lines: lines.map(([from, to]) => [from, Math.max(from, to - 1)]),
  conflicts,
});
