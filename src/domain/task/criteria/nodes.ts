// How the nodes of a flow stand, by their criteria and sub-tasks; what changed is put down once, before anything else is decided.
import type { Criterion } from '../../criterion/criterion.ts';
import { type FlowRun, isSettled } from '../../flow/flow-run.ts';
import { type NodeRecord, type NodeStatus, parentOf } from '../../flow/node.ts';
import { movesTo, type NodeMove, statusesAfter } from '../../flow/node-moves.ts';
import { criteria, type TaskDecision, type TaskView } from '../moves.ts';
import type { Task } from '../task.ts';
import { flowOf } from './flow-of.ts';
import { countMoves, movesOf, withMoves, withoutSummaries } from './kept-pages.ts';
import { mayGroup } from './next.ts';
import { type Standing, standingIn } from './standing.ts';

export type NodeStanding = { readonly status: NodeStatus; readonly why: string };

type Seen = { readonly task: Pick<Task, 'spec' | 'state'>; readonly criteria: readonly Criterion[] };

/** In the order of their files; empty: it is no flow. */
export function nodesIn(seen: Seen): ReadonlyMap<string, NodeStanding> {
  const { task } = seen;
  const { nodes = [] } = flowOf(task) ?? {};
  const end = outcomeOf(task);
  const standing = standingIn(seen, end !== null);
  const planned = task.state.known.work.plan?.criteria;
  const progress: Progress = {
    inPlan: planned && new Set(planned.map(({ label }) => label)),
    begun: new Set(seen.criteria.map(({ spec }) => spec.label)),
    done: new Set(task.state.known.work.done),
    end,
  };
  const known = new Map<string, NodeStanding>();
  const children = Map.groupBy(nodes, ({ id }) => parentOf(id));
  const stand = (node: NodeRecord): NodeStanding => {
    const before = known.get(node.id);
    if (before !== undefined) return before;
    const own = leaf(node, standing(node.id), progress);
    const parts = children.get(node.id);
    const now = parts === undefined ? own : together(parts, stand, progress.begun.has(node.id) ? own : null);
    known.set(node.id, now);
    return now;
  };
  return new Map(nodes.map((node) => [node.id, stand(node)]));
}

/** What the task comes to; null: it goes on. */
function outcomeOf({ state: { at } }: Seen['task']): string | null {
  return at.kind === 'ended' || at.kind === 'releasing' ? at.outcome.kind : null;
}

const statuses: Readonly<Record<Exclude<Standing['state'], 'not_done'>, NodeStatus>> = {
  waiting: 'pending',
  running: 'in_progress',
  met: 'completed',
  not_met: 'failed',
  blocked: 'blocked',
};

/** `inPlan`: absent before there is one; `begun`: nodes that were; `done`: that are part of the whole. */
type Progress = {
  readonly inPlan: ReadonlySet<string> | undefined;
  readonly begun: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  readonly end: string | null;
};

function leaf(node: NodeRecord, { state, why }: Standing, { inPlan, begun, done, end }: Progress): NodeStanding {
  if (isSettled(node)) return { status: node.status, why: 'its file says so' };
  if (inPlan !== undefined && !inPlan.has(node.id) && state !== 'met')
    return { status: 'skipped', why: 'the plan was changed' };
  if (state === 'met' && !done.has(node.id)) return notYet(node, end);
  if (state !== 'not_done') return { status: statuses[state], why };
  if (!begun.has(node.id)) return { status: 'pending', why };
  // Whether it is begun again the task says.
  if (end === null) return { status: 'in_progress', why };
  return { status: end === 'cancelled' ? 'cancelled' : 'failed', why };
}

/** It passed, and is not part of the whole. */
function notYet({ tests: { manualChecks } }: NodeRecord, end: string | null): NodeStanding {
  const why = manualChecks.length === 0 ? '' : 'a person is to look at it';
  return { status: end === null ? 'in_progress' : end === 'cancelled' ? 'cancelled' : 'failed', why };
}

/** `own`: how the work stands that it was itself before its agent added parts of it; null: it was none. It is done when its sub-tasks are, and stands as the worst of them while none is at work. */
function together(
  parts: readonly NodeRecord[],
  stand: (node: NodeRecord) => NodeStanding,
  own: NodeStanding | null,
): NodeStanding {
  const all = [...parts.map((part) => stand(part).status), ...(own === null ? [] : [own.status])];
  const some = (status: NodeStatus): boolean => all.includes(status);
  const named = (status: NodeStatus): NodeStanding => ({
    status,
    why:
      own?.status === status
        ? own.why
        : `${parts
            .filter((_, at) => all[at] === status)
            .map(({ id }) => id)
            .join(', ')}: ${status}`,
  });
  if (all.every((status) => status === 'completed' || status === 'skipped'))
    return { status: some('completed') ? 'completed' : 'skipped', why: '' };
  if (some('in_progress')) return { status: 'in_progress', why: '' };
  for (const status of ['failed', 'cancelled', 'blocked'] as const) if (some(status)) return named(status);
  return { status: some('completed') ? 'in_progress' : 'pending', why: '' };
}

/** Null: they stand as was put down. */
export function keepNodes(view: TaskView): TaskDecision | null {
  const { state } = view.thing;
  const flow = flowOf(view.thing);
  if (flow === undefined) return null;
  const grounds = groundsOf(view, 0);
  if (isAsBefore(lookedAt.get(flow), grounds)) return null;
  const before = statusesAfter(flow, movesOf(state));
  const now = new Map<string, NodeStatus>();
  for (const [id, { status }] of nodesIn({ task: view.thing, criteria: criteria(view) }))
    if (before.get(id) !== status) now.set(id, status);
  const moves = movesTo(before, now, view.now);
  lookedAt.set(flow, groundsOf(view, moves.length));
  if (moves.length === 0) return null;
  // What they came to before says nothing of what they will.
  const again = new Set(moves.flatMap(({ node, from }) => (from === 'completed' ? [node] : [])));
  const kept = again.size === 0 ? {} : withoutSummaries(state, again);
  return { kind: 'advance', state: { ...state, ...kept, ...withMoves(state, moves) }, said: moves.map(sayMove) };
}

/** All that nodes stand by. */
type Grounds = {
  readonly plan: unknown;
  readonly done: unknown;
  /** How many moves are put down, how it ended, and where it stands with several that are worked on at once. */
  readonly others: string;
  readonly criteria: readonly Criterion[];
};

/** When no node had moved, or will have once its moves are put down: a flow is looked at a dozen times for each of its nodes, and what stands by the same as before stands as before. Of a long one the store has plan and what is done as the same lists while they say the same. */
const lookedAt = new WeakMap<FlowRun, Grounds>();

/** `more`: moves that are about to be put down. */
function groundsOf(view: TaskView, more: number): Grounds {
  const { state } = view.thing;
  const { plan, done } = state.known.work;
  const together = mayGroup(view.thing) ? state.at : null;
  const others = JSON.stringify([countMoves(state) + more, outcomeOf(view.thing), together]);
  return { plan: plan?.criteria, done, others, criteria: criteria(view) };
}

const isAsBefore = (before: Grounds | undefined, now: Grounds): boolean =>
  before !== undefined &&
  before.plan === now.plan &&
  before.done === now.done &&
  before.others === now.others &&
  before.criteria.length === now.criteria.length &&
  before.criteria.every((one, at) => standAlike(one, now.criteria[at]));

/** While it is worked on, a criterion stands as one that is. */
const standAlike = (one: Criterion, other: Criterion | undefined): boolean =>
  one === other ||
  (one.id === other?.id &&
    (one.version === other.version || (one.state.at.kind !== 'ended' && other.state.at.kind !== 'ended')));

export const sayMove = ({ node, from, to }: NodeMove) => ({ kind: 'node_moved', data: { node, from, to } }) as const;
