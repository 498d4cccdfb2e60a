// What only grows with the nodes of a flow, in pages: one that is full never changes again, so that the store keeps it once, and a step writes and reads the last alone.
import type { NodeMove } from '../../flow/node-moves.ts';
import type { NodeSummary } from '../../flow/summary.ts';
import type { TaskState } from '../task.ts';

/** From so many entries on the store has a list apart from its row. */
const full = 100;

type Moves = Pick<TaskState, 'moves' | 'movesBefore'>;
type Summaries = Pick<TaskState, 'summaries' | 'summariesBefore'>;

/** Oldest first. */
export const movesOf = ({ moves = [], movesBefore = [] }: Moves): readonly NodeMove[] => [
  ...movesBefore.flat(),
  ...moves,
];

export const countMoves = ({ moves = [], movesBefore = [] }: Moves): number =>
  movesBefore.reduce((count, page) => count + page.length, moves.length);

export function withMoves({ moves = [], movesBefore = [] }: Moves, more: readonly NodeMove[]): Moves {
  const all = [...moves, ...more];
  return all.length < full ? { moves: all } : { moves: [], movesBefore: [...movesBefore, all] };
}

/** By the ids of their nodes. */
export const summariesOf = ({ summaries = {}, summariesBefore = [] }: Summaries) =>
  new Map<string, NodeSummary | null>([...summariesBefore.flat(), ...Object.entries(summaries)]);

export function withSummary(
  { summaries = {}, summariesBefore = [] }: Summaries,
  node: string,
  summary: NodeSummary | null,
): Summaries {
  const all = { ...summaries, [node]: summary };
  const entries = Object.entries(all);
  return entries.length < full ? { summaries: all } : { summaries: {}, summariesBefore: [...summariesBefore, entries] };
}

/** Of nodes that are to be done again; the other pages stay the same ones. */
export function withoutSummaries(
  { summaries = {}, summariesBefore = [] }: Summaries,
  nodes: ReadonlySet<string>,
): Summaries {
  const without = (page: NonNullable<Summaries['summariesBefore']>[number]) =>
    page.some(([node]) => nodes.has(node)) ? page.filter(([node]) => !nodes.has(node)) : page;
  return {
    summaries: Object.fromEntries(without(Object.entries(summaries))),
    ...(summariesBefore.length > 0 && { summariesBefore: summariesBefore.map(without) }),
  };
}
