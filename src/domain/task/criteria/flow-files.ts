// What others see of a flow that is carried out: whenever it rests and nodes stand otherwise than its files say, these are written; what a node came to is looked up at once.

import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import type { EffectOutput } from '../../effect/effect.ts';
import type { Failure } from '../../error.ts';
import type { Said } from '../../fact/fact.ts';
import { type FlowRun, nodeOf } from '../../flow/flow-run.ts';
import { statusesAfter } from '../../flow/node-moves.ts';
import type { ProjectedFlow, ShownSoFar } from '../../flow/projected.ts';
import type { NodeSummary } from '../../flow/summary.ts';
import { criteria, placeOf, type TaskDecision, type TaskView } from '../moves.ts';
import type { Task, TaskState } from '../task.ts';
import { flowOf } from './flow-of.ts';
import { countMoves, movesOf, summariesOf, withSummary } from './kept-pages.ts';
import { workOf } from './next.ts';

/** Null: of all that ended it is known what it came to. */
export function summariseFlow(view: TaskView): TaskDecision | null {
  const flow = flowOf(view.thing);
  const node = flow === undefined ? null : unsummed(flow, view.thing.state);
  return node === null ? null : summarise(view, node);
}

/** Null: the files say what there is to say. */
export function showFlow({ thing }: TaskView): TaskDecision | null {
  const { shown } = thing.state;
  if (flowOf(thing) === undefined || keyOf(thing) === shown?.key) return null;
  const input = { moves: shown?.moves ?? 0, grown: shown?.grown ?? 0 };
  return { kind: 'perform', effect: { name: 'write-flow-files', input } };
}

/** The first that came to its end here, and of which it is not known yet what it came to. */
function unsummed(flow: FlowRun, state: TaskState): string | null {
  const summaries = summariesOf(state);
  return state.known.work.done.find((label) => !summaries.has(label) && nodeOf(flow, label) !== null) ?? null;
}

function summarise(view: TaskView, node: string): TaskDecision {
  const { state } = view.thing;
  const round = criteria(view).findLast(({ spec }) => spec.label === node);
  const work = round === undefined ? null : workOf(state, round);
  if (work === null) return { kind: 'advance', ...summed(state, node, null) };
  const { hub, gatePlan } = placeOf(state);
  return {
    kind: 'perform',
    effect: { name: 'read-summary', input: { hub, ...work, plan: { tests: gatePlan.tests } } },
  };
}

const summed = (state: TaskState, node: string, summary: NodeSummary | null): Applied<TaskState> => ({
  state: { ...state, ...withSummary(state, node, summary) },
  said: [],
});

export function applySummary(task: Task, summary: NodeSummary | null): Applied<TaskState> {
  const { state } = task;
  const flow = flowOf(task);
  const node = flow === undefined ? null : unsummed(flow, state);
  if (node === null) return { state, said: [] };
  const looked = state.looked?.[node]?.held.map(({ check, by }) => ({ check, by }));
  return summed(state, node, summary === null ? null : { ...summary, ...defined({ looked }) });
}

/** Whatever changes in what the files are written from is a move, a summary, a node or the word of the whole, and of moves there are only more. */
const keyOf = ({ spec, state }: Pick<Task, 'spec' | 'state'>): string =>
  `${countMoves(state)} ${summariesOf(state).size + (state.grown ?? []).length} ${wordOf({ spec, state })}`;

function wordOf(task: Pick<Task, 'spec' | 'state'>): ProjectedFlow['state'] {
  const { at, paused } = task.state;
  const flow = flowOf(task);
  if (at.kind !== 'ended' && at.kind !== 'releasing') return paused ? 'paused' : 'active';
  const all = flow === undefined ? [] : [...statusesAfter(flow, movesOf(task.state)).values()];
  if (all.every((status) => status === 'completed' || status === 'skipped')) return 'completed';
  return at.outcome.kind === 'cancelled' ? 'cancelled' : 'failed';
}

/** `since`: so much its files say already. */
export function projectionOf({ spec, state }: Task, since: ShownSoFar): ProjectedFlow {
  const flow = flowOf({ spec, state });
  if (flow === undefined) throw new Error('a task without a flow has no files');
  const { grown = [] } = state;
  const made = new Map(grown.map(({ node, by, path }) => [node.id, { by, path, title: node.title }]));
  const all = movesOf(state);
  const statuses = statusesAfter(flow, all);
  const moves = Map.groupBy(all, ({ node }) => node);
  const summaries = summariesOf(state);
  return {
    folder: flow.folder,
    name: flow.name,
    state: wordOf({ spec, state }),
    ...defined({ alone: flow.alone }),
    nodes: flow.nodes.map(({ id, status }) => ({
      id,
      status: statuses.get(id) ?? status,
      moves: (moves.get(id) ?? []).map(({ from, to, at }) => ({ from, to, at })),
      summary: summaries.get(id) ?? null,
      ...defined({ made: made.get(id) }),
    })),
    fresh:
      since.moves + since.grown === 0
        ? new Set(flow.nodes.map(({ id }) => id))
        : new Set([
            ...all.slice(since.moves).map(({ node }) => node),
            ...grown.slice(since.grown).map(({ node }) => node.id),
          ]),
  };
}

/** What its files say once they are written from this row. */
export const shownBy = ({ spec, state }: Task): EffectOutput<'write-flow-files'>['shown'] => ({
  key: keyOf({ spec, state }),
  moves: countMoves(state),
  grown: (state.grown ?? []).length,
});

export function applyFiles(thing: Task, output: EffectOutput<'write-flow-files'>): Applied<TaskState> {
  const { state } = thing;
  const { shown, elsewhere, edited, missing, added } = output;
  const before = state.shown;
  const fresh = (now: readonly string[], told: readonly string[] = []) => now.filter((each) => !told.includes(each));
  const news = { missing: fresh(missing, before?.missing), added: fresh(added, before?.added) };
  const said: readonly Said[] = [
    ...(edited.length > 0 ? [{ kind: 'flow_files_edited', data: { files: edited } } as const] : []),
    ...(news.missing.length > 0 ? [{ kind: 'flow_files_missing', data: { files: news.missing } } as const] : []),
    ...(news.added.length > 0 ? [{ kind: 'flow_files_added', data: { files: news.added } } as const] : []),
    ...(elsewhere !== null && elsewhere !== before?.elsewhere
      ? [{ kind: 'flow_files_elsewhere', data: { folder: elsewhere } } as const]
      : []),
  ];
  return { state: { ...state, shown: { ...shown, elsewhere, missing, added } }, said };
}

/** The work does not wait for them: they are written again with what comes next. Told once. */
export function filesFailed(thing: Task, failure: Failure): Applied<TaskState> {
  const { shown } = thing.state;
  const { error_code, message } = failure;
  const isKnown = shown?.failed?.error_code === error_code && shown.failed.message === message;
  return {
    state: {
      ...thing.state,
      shown: { elsewhere: null, missing: [], added: [], ...shown, key: keyOf(thing), failed: failure },
    },
    said: isKnown ? [] : [{ kind: 'flow_files_failed', data: { why: message, code: error_code } }],
  };
}
