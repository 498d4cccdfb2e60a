// A feature is done: with a commit and fresh passing evidence, or by a person who takes it upon them.
import { Failed, failed } from '../../domain/error.ts';
import { judgeEvidence } from '../../domain/evidence/judge-evidence.ts';
import type { Said } from '../../domain/fact/fact.ts';
import { finishFeature as finish } from '../../domain/feature/change-feature.ts';
import { isComplete, isOver, type Proof } from '../../domain/feature/feature.ts';
import { outsideChange } from '../../domain/outside-change.ts';
import { childOf } from '../../domain/task/features/child.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { nameOf, unwrap } from '../shared/request.ts';
import { findTask } from '../task/find.ts';
import { changeFeatures, featureOf, findSplit, listOf } from './change.ts';
import { ownerOfFeature, viewFeature } from './features.ts';

export const finishFeature: Command<'feature.done'> = async (ports, input, peer) => {
  const work = await ports.store.read(async (reads) => {
    const task = await findSplit(reads, ports, input);
    const feature = featureOf(task, input.feature);
    if (input.work !== undefined) return findTask(reads, input.work);
    const children = await reads.things({ kind: 'task', parent: task.id });
    return childOf({ children }, feature) ?? task;
  });
  const by = nameOf(peer);
  const mine = await ownerOfFeature(ports, peer);
  const shown = await proveFeature(ports, work, input.override ? by : null);
  const { list, task, tasks, told } = await changeFeatures(ports, input, peer, (found) => {
    const feature = featureOf(found, input.feature);
    const {
      place: { copy },
      delivery: { pullRequest },
    } = work.state.known;
    const done = {
      ...shown,
      task: work.id,
      branch: input.branch ?? copy?.branch ?? null,
      pullRequest: input.pull_request ?? pullRequest,
    };
    // Begun under an earlier version, which told callers apart by their names alone.
    const isPlain = feature.state.kind === 'in_progress' && feature.state.owner === by;
    const owner = input.owner ?? (peer.person.kind === 'person' || isPlain ? null : mine);
    const finished = finish(listOf(found), feature, done, owner);
    if (!finished.ok) throw new Failed(finished.failure);
    const said: Said = { kind: 'feature_done', data: { feature: feature.id, task: work.id, commit: shown.commit, by } };
    return { list: finished.value, said: [said], told: feature.id };
  });
  const completed = list.features.filter(isOver).length;
  const marked = list.features.find(({ id }) => id === told) ?? featureOf(task, input.feature);
  return {
    task: task.id,
    marked: viewFeature(list, marked, tasks),
    completed,
    remaining: list.features.length - completed,
    status: isComplete(list) ? 'all_complete' : 'open',
    notes: isComplete(list) ? [`All are done or skipped: drover step release ${task.id}`] : [],
  };
};

// What a task shows for a feature: a commit of its own, and evidence of this very tree.

type ShownProof = { readonly commit: string; readonly proof: Proof };

/** Throws `EVIDENCE_MISSING` (also where nothing is committed) or `EVIDENCE_STALE`. `override`: who takes it upon them; a commit is needed all the same. */
async function proveFeature(
  { git, store }: Pick<CommandPorts, 'git' | 'store'>,
  work: Task,
  override: string | null,
): Promise<ShownProof> {
  const { hub, base, copy, gatePlan } = work.state.known.place;
  if (hub === null || base === null || copy === null || gatePlan === null)
    throw failed('EVIDENCE_MISSING', `${work.id} has no copy yet, so nothing in it is proven.`, { task: work.id });
  const now = unwrap(await git.snapshot(hub, copy.path, base.tree, `${work.id}/feature`, outsideChange(work)));
  const commit = await commitOf({ git }, work, now);
  if (override !== null) return { commit, proof: { kind: 'override', by: override } };
  const chain = await store.read((reads) => reads.evidence(work.task));
  unwrap(judgeEvidence(chain, { base: base.commit, tree: now.tree, definitions: gatePlan.definitions }));
  return { commit, proof: { kind: 'evidence', tree: now.tree } };
}

/** Drover's own commit of this tree, or what was committed in the copy, with nothing left beside it. */
async function commitOf(
  { git }: Pick<CommandPorts, 'git'>,
  { id, state: { known } }: Task,
  now: { readonly tree: string; readonly head: string | null },
): Promise<string> {
  const own =
    known.delivery.head ??
    (known.delivery.commit === null ? null : { commit: known.delivery.commit, tree: known.work.proven });
  if (own !== null && own.tree === now.tree) return own.commit;
  if (now.head === null || now.head === known.place.base?.commit)
    throw failed('EVIDENCE_MISSING', `Nothing is committed in the copy of ${id}.`, { task: id });
  const { dirty } = unwrap(await git.inspect(known.place.copy?.path ?? ''));
  if (dirty.length > 0)
    throw failed(
      'EVIDENCE_MISSING',
      `The copy of ${id} has changes without a commit: ${dirty.slice(0, 5).join(', ')}.`,
      {
        task: id,
        files: dirty,
      },
    );
  return now.head;
}
