// The copy of a criterion: what tools left in it is taken out, and where it is worked on beside others only what it owns stays. A copy of its own goes when the criterion has ended, and is made like any copy that is gone (`copy.ts`).

import { type Leftover, leftoversIn, spokenOf } from '../domain/criterion/leftovers.ts';
import type { EffectMap } from '../domain/effect/effect.ts';
import { ok, type Result } from '../domain/error.ts';
import { boundList } from '../domain/evidence/bound-list.ts';
import type { Change } from '../domain/evidence/gate-plan.ts';
import { ownershipOf } from '../domain/plan/together/ownership.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { lastOf, mendingNote, mustHaveCopy } from './copy.ts';
import { forgetCreated, hasMade } from './created.ts';
import { copiedFiles, leftOut } from './provision.ts';

/** Of each list that is kept in rows. */
const mostBytes = 64 * 1024;
const mostOutside = 16 * 1024;

type Input = EffectMap['keep-own']['input'];

/** What is set aside is told from the tree as it was found: a look that is made again tells the same, but for what an ignore file hid. */
export const keepOwn: EffectFunction<'keep-own'> = async (ports, input, { thing }) => {
  const { git } = ports;
  const { hub, copy, base, start, tree } = input;
  const there = await mustHaveCopy(ports, { hub, copy }, thing.task);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const since = await git.changes(hub, start, tree);
  if (!since.ok) return { kind: 'failed', failure: since.failure };
  const left = await leftIn(ports, input, since.value);
  const found = since.value.flatMap(pathsIn);
  const { own = [], foreign = [] } = Object.groupBy(
    found.filter(({ path }) => !left.has(path)),
    isOwnIn(ports, input),
  );
  const isAll = own.length === found.length;
  const kept = isAll
    ? ok({ tree, hidden: [] })
    : await takeOut(ports, input, namesOf(own), namesOf(found), await leftOut(ports, thing.task));
  if (!kept.ok) return { kind: 'failed', failure: kept.failure };
  const changes = await git.changes(hub, base, kept.value.tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const outside = [...new Set([...namesOf(foreign), ...kept.value.hidden])].sort();
  const told = boundList(outside, mostOutside);
  const leftovers = boundList([...new Set([...left.values()].map(({ all }) => all))].sort(), mostOutside);
  return {
    kind: 'done',
    output: {
      tree: kept.value.tree,
      changes: boundList(changes.value, mostBytes),
      outside: told,
      ...(told.length < outside.length && { more: outside.length - told.length }),
      ...(leftovers.length > 0 && { leftovers }),
    },
  };
};

type PathChange = { readonly path: string; readonly isNew: boolean };

/** Each path by itself: what is taken for one file under another name may be two files, of which one is somebody else's. */
const pathsIn = ({ path, from, kind }: Change): readonly PathChange[] => [
  ...(from === null ? [] : [{ path: from, isNew: false }]),
  { path, isNew: kind === 'added' || kind === 'renamed' },
];

const namesOf = (found: readonly PathChange[]): readonly string[] => found.map(({ path }) => path);

const pathsOf = ({ path, from }: Change): readonly string[] => (from === null ? [path] : [from, path]);

/** A text beyond this is data. */
const mostText = 1024 * 1024;

/** New, of a tool's form, and spoken of neither by the plan nor by anything else that was changed. */
async function leftIn(
  { git }: Pick<EffectPorts, 'git'>,
  { hub, tree, spoken }: Input,
  since: readonly Change[],
): Promise<ReadonlyMap<string, Leftover>> {
  const found = leftoversIn(since, new Set(spoken));
  // Of an older version, nothing is known of what the plan speaks of.
  if (spoken === undefined || found.size === 0) return new Map();
  const now = git.tree(hub, tree);
  const there = new Set([...(await now.paths()), ...since.flatMap(pathsOf)]);
  const texts = since.filter(
    ({ path, kind, binary, bytes }) =>
      kind !== 'deleted' && !binary && bytes <= mostText && !found.has(path) && !/(?:^|\/)\.\w*ignore$/.test(path),
  );
  await now.ahead?.(texts.map(({ path }) => path));
  const named = new Set<string>();
  for (const { path } of texts) {
    const bytes = await now.read(path);
    if (bytes !== null) for (const name of spokenOf(new TextDecoder().decode(bytes))) named.add(name);
  }
  return new Map([...found].filter(([, { name, of }]) => !named.has(name) && (of === undefined || there.has(of))));
}

/** What is named for it, and a test that is new where nobody else owns the place. */
function isOwnIn({ gates }: Pick<EffectPorts, 'gates'>, { owned, foreign, tests }: Input) {
  if (owned === undefined) return (): 'own' | 'foreign' => 'own';
  const [isMine, isTheirs] = [ownershipOf([...owned.files, ...(owned.tests ?? [])]), ownershipOf(foreign)];
  return ({ path, isNew }: PathChange): 'own' | 'foreign' =>
    isMine(path) || (isNew && gates.isTest({ tests }, path) && !isTheirs(path)) ? 'own' : 'foreign';
}

/** The copy becomes what it began from with its own changes alone; what it was is kept. `hidden`: what was found there besides. */
async function takeOut(
  { git }: EffectPorts,
  { hub, copy, start, tree, label }: Input,
  own: readonly string[],
  found: readonly string[],
  without: readonly string[],
): Promise<Result<{ readonly tree: string; readonly hidden: readonly string[] }>> {
  const composed = await git.compose(hub, start, tree, own);
  if (!composed.ok) return composed;
  const restored = await git.restore(hub, copy, composed.value, `${label}-outside`, without);
  if (!restored.ok) return restored;
  // So that it has a name, and stays.
  const named = await git.snapshot(hub, copy, start, label, without);
  const known = new Set(found);
  const hidden = restored.value.changed.filter((path) => !known.has(path));
  return named.ok ? ok({ tree: named.value.tree, hidden }) : named;
}

export const removeMemberCopy: EffectFunction<'remove-member-copy'> = async (ports, { hub, copy }, { thing }) => {
  const { files } = ports;
  // What the record does not say was made for the task is nobody's to take away.
  if (!(await hasMade(ports, thing.task, 'folder', copy))) return { kind: 'done', output: {} };
  const removed = await ports.git.removeCopy(hub, copy, lastOf(copy), await copiedFiles(ports, thing.task), true);
  if (!removed.ok) return { kind: 'failed', failure: removed.failure };
  await files.remove(mendingNote(lastOf(copy)));
  await forgetCreated(ports, thing.task, [{ kind: 'folder', name: copy }]);
  return { kind: 'done', output: {} };
};

// What two made of the same, in one copy.

export const joinWork: EffectFunction<'join-work'> = async (
  ports,
  { hub, copy, ours, from, theirs, more, markers, label },
  { thing },
) => {
  const { git, files } = ports;
  const there = await mustHaveCopy(ports, { hub, copy }, thing.task);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  let tree = ours;
  const conflicts: (readonly string[])[] = [];
  for (const work of [{ from, theirs }, ...(more ?? [])]) {
    const joined =
      tree === work.from
        ? ok({ tree: work.theirs, conflicts: [] })
        : await git.takeBack(hub, tree, work.theirs, work.from);
    if (!joined.ok) return { kind: 'failed', failure: joined.failure };
    conflicts.push(joined.value.conflicts);
    if (joined.value.conflicts.length === 0 || markers) tree = joined.value.tree;
  }
  const own = await copiedFiles(ports, thing.task);
  const restored = await git.restore(hub, copy, tree, label, await leftOut(ports, thing.task));
  if (!restored.ok) return { kind: 'failed', failure: restored.failure };
  if (hub.checkout !== copy) for (const path of own) await files.bringInside(hub.checkout, path, copy);
  const [first = [], ...others] = conflicts;
  return { kind: 'done', output: { tree, conflicts: first, ...(more && { more: others }) } };
};
