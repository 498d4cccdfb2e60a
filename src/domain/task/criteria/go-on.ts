// Whose conversation a node goes on with: in it, in a fork of it, or by what was answered there, as text.
import type { Criterion, CriterionSpec, GoesOn } from '../../criterion/criterion.ts';
import type { NodeRecord } from '../../flow/node.ts';
import { carriesIn } from '../../flow/strategy.ts';
import { type Answered, carryOver, usualCarry } from '../../run/carry-over.ts';
import type { Task } from '../task.ts';
import { flowOf } from './flow-of.ts';

type Seen = { readonly task: Pick<Task, 'spec' | 'state'>; readonly criteria: readonly Criterion[] };

/** `copy`: that it is worked on in. Null: it begins anew, as it should, or for nobody before it has answered here. */
export function goOnWith(
  { task, criteria }: Seen,
  node: NodeRecord,
  { copy, agents }: Pick<CriterionSpec, 'copy' | 'agents'>,
): GoesOn | null {
  const flow = flowOf(task);
  if (flow === undefined) return null;
  const { strategy, parents } = carriesIn(flow)(node);
  if (strategy === 'new') return null;
  const met = parents.flatMap((parent) => {
    // A round that only checks what was done beside others has asked nobody.
    const round = criteria.findLast((each) => each.ended && each.spec.label === parent && answerOf(each) !== '');
    const answered = round === undefined ? flow.before?.find(({ id }) => id === parent)?.answered : answeredBy(round);
    return answered == null ? [] : [{ parent, round, answered }];
  });
  const [one, ...more] = met;
  if (one === undefined) return null;
  const carried = carryOver(
    met.map(({ answered }) => answered),
    usualCarry,
  );
  const conversation = more.length === 0 ? conversationOf(one.round, copy, ableOf(node, agents)) : null;
  const shared = { strategy, parents: met.map(({ parent }) => parent), carried };
  return conversation === null ? shared : { ...shared, conversation };
}

const answerOf = ({ state }: Criterion): string => state.answer?.trim() ?? '';

/** What its agent said last. */
export function answeredBy(round: Criterion): Answered {
  const { id, spec, state, updatedAt } = round;
  return { run: id, name: null, agent: spec.agents[state.agent] ?? '', endedAt: updatedAt, answer: answerOf(round) };
}

/** Who its file names does it, also where the parent's agent is another. */
const ableOf = ({ execution: { tool } }: NodeRecord, agents: readonly string[]): readonly string[] =>
  tool !== null && agents.includes(tool) ? [tool] : agents;

/** It belongs to the folder that it was in, and to its agent. */
function conversationOf(
  round: Criterion | undefined,
  copy: string,
  agents: readonly string[],
): NonNullable<GoesOn['conversation']> | null {
  const agent = round?.spec.agents[round.state.agent];
  const id = round?.state.conversation ?? null;
  if (round?.spec.copy !== copy || id === null || agent === undefined || !agents.includes(agent)) return null;
  return { agent, id };
}
