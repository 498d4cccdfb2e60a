// One step by hand until it has ended or waits for a person: what happens meanwhile, then what came of it.

import { errors } from '../../contract/errors/errors.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { Failed, type Failure, failed } from '../../domain/error.ts';
import type { ManualStepName } from '../../domain/task/manual/step.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Fact } from '../../domain/thing.ts';
import type { Reads } from '../../ports/store.ts';
import type { Stream } from '../ports.ts';
import { tellFact } from '../shared/tell-fact.ts';
import { watchFor } from '../shared/watch.ts';
import { findLeased } from './lease.ts';
import { lookAtStep, stepNow } from './status.ts';

const page = 500;
const mostFacts = 20_000;

type StepGlance = { readonly facts: readonly Fact[]; readonly task: Task; readonly waits: boolean };

/** Throws what the step failed with; `TASK_ENDED` where the task was ended meanwhile. */
export const watchStep: Stream<'step.watch'> = async function* (ports, input, _, signal) {
  const { of, now } = await ports.store.read(async (reads) => {
    const { task } = await findLeased(reads, input.task, input.cwd);
    return { of: task, now: await stepNow(reads, task) };
  });
  const seq = input.seq ?? now?.seq ?? of.state.steps?.at(-1)?.seq ?? null;
  let position = input.after ?? (await ports.store.read((reads) => before(reads, of, seq)));
  for (;;) {
    const glance: StepGlance | null = await watchFor(ports.bell, signal, async () => {
      const seen = await ports.store.read((reads) => glanceAt(reads, of, position));
      return seen.facts.length > 0 || isOver(seen, seq) ? seen : null;
    });
    if (glance === null) return lookAtStep(ports, { task: of.id, cwd: input.cwd, seq });
    for (const fact of glance.facts) yield tellFact(fact);
    position = glance.facts.at(-1)?.position ?? position;
    if (glance.facts.length === page || !isOver(glance, seq)) continue;
    const end = glance.task.state.steps?.find((each) => each.seq === seq);
    if (end !== undefined && end.failure !== null) throw new Failed(ofManualStep(end.failure, end.step, of.id));
    if (endedBefore(glance.task, seq)) throw whyEnded(glance.task);
    return lookAtStep(ports, { task: of.id, cwd: input.cwd, seq });
  }
};

/** What helps tasks that Drover drives helps none by hand: there the step is taken again. */
function ofManualStep(failure: Failure, step: ManualStepName, task: string): Failure {
  if (failure.details?.hint !== undefined || !errors[failure.error_code].hint.includes('task retry')) return failure;
  return { ...failure, details: { ...failure.details, hint: `Then once more: drover step ${step} ${task}` } };
}

async function glanceAt(reads: Reads, { id, task }: Task, after: number): Promise<StepGlance> {
  const now = ofKind(await reads.thing(id), 'task');
  const facts = await reads.facts({ task, after, limit: page });
  const asked = (await reads.questions({ task, open: true })).length > 0;
  return { facts, task: now, waits: asked || now.state.at.kind === 'in_hand' };
}

/** Where the facts of the step begin; where it has not begun, what comes from now on. */
async function before(reads: Reads, { task, state }: Task, seq: number | null): Promise<number> {
  const facts = await reads.facts({
    task,
    limit: mostFacts,
    ...(state.step?.seq === seq && { since: state.step?.began }),
  });
  const begun = facts.findLast(({ kind, data }) => kind === 'step_begun' && data.seq === seq);
  return begun === undefined ? (facts.at(-1)?.position ?? 0) : begun.position - 1;
}

const isOver = ({ task, waits }: StepGlance, seq: number | null): boolean =>
  task.ended || seq === null || task.state.steps?.some((end) => end.seq === seq) === true || (waits && isAt(task, seq));

/** A question that was open before the step was taken up is another's. */
const isAt = ({ state }: Task, seq: number): boolean => state.step?.seq === seq;

const endedBefore = ({ ended, state }: Task, seq: number | null): boolean =>
  ended && state.steps?.some((end) => end.seq === seq) !== true;

function whyEnded({ id, state }: Task): Failed {
  const why = state.at.kind === 'ended' ? `: ${state.at.outcome.why}` : '';
  return failed('TASK_ENDED', `${id} was ended before the step was done${why}.`, { task: id });
}
