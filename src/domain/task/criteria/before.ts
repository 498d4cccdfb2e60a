// What a flow leaves for the next run of its folder.
import type { Criterion } from '../../criterion/criterion.ts';
import { settledNeeds } from '../../flow/before.ts';
import { type FlowRun, type NodeBefore, nodeOf } from '../../flow/flow-run.ts';
import type { Task } from '../task.ts';
import { answeredBy } from './go-on.ts';
import { summariesOf } from './kept-pages.ts';

/** `last`: that worked on it; `rounds`: its criteria; `now`: the flow as it is to be run. In the order of its nodes. */
export function leftFor(last: Task, rounds: readonly Criterion[], now: FlowRun): readonly NodeBefore[] {
  const wanted = new Set([...settledNeeds(now).values()].flat());
  const summaries = summariesOf(last.state);
  const done = new Set(last.state.known.work.done);
  return now.nodes.flatMap(({ id, title }): readonly NodeBefore[] => {
    if (!wanted.has(id)) return [];
    const earlier = last.spec.flow?.before?.find((each) => each.id === id);
    if (!done.has(id))
      return earlier === undefined || nodeOf(last.spec.flow, id)?.status !== 'completed' ? [] : [earlier];
    const round = rounds.findLast((each) => each.ended && each.spec.label === id && answeredBy(each).answer !== '');
    return [
      { id, title, summary: summaries.get(id) ?? null, answered: round === undefined ? null : answeredBy(round) },
    ];
  });
}
