// The look for what criteria are checked by; where it is not there a person is asked before anybody works for it.
import type { Applied } from '../../decision.ts';
import { fail } from '../../error.ts';
import { howToInstall } from '../../evidence/missing-tool.ts';
import { programsNamed } from '../../plan/programs-named.ts';
import { choice } from '../../question/choice.ts';
import type { Choice } from '../../question/question.ts';
import { followAdded } from '../criteria/take-up.ts';
import { go, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { type Answered, atWork, type Done, type StepRows } from '../step-row.ts';
import type { PlanChange, TaskState } from '../task.ts';
import { followPlan, ownPlan } from './analyze.ts';
import { handoverAt } from './develop.ts';
import { followAmendment } from './plan.ts';
import { programsToFind } from './programs-first.ts';

type Finding = Step<'finding_programs'>;

const findPrograms = (view: TaskView, at: Finding): TaskDecision =>
  at.found
    ? goOn(view, at)
    : { kind: 'perform', effect: { name: 'find-programs', input: { programs: programsToFind(view.thing.state, at) } } };

function programsFound({
  state,
  at,
  output: { missing },
}: Done<'finding_programs', 'find-programs'>): Applied<TaskState> {
  if (missing.length === 0) return go(state, { ...at, found: true });
  const lines = at.plan.criteria.flatMap(({ label, verify }) =>
    programsNamed(verify ?? '')
      .filter((program) => missing.includes(program))
      .map(
        (program) =>
          `${label} is checked by \`${verify}\`, and ${program} is not on this machine: ${howToInstall(program)}`,
      ),
  );
  return go(state, { kind: 'troubled', failure: fail('PROGRAM_MISSING', lines.join('\n')).failure, back: at });
}

const goOn = (view: TaskView, { plan, change }: Finding): TaskDecision =>
  change === undefined ? followPlan(view, plan) : followChange(view, change);

const followChange = (view: TaskView, { back, answer }: PlanChange): TaskDecision =>
  (isOfAmendment(answer) ? followAmendment : followAdded)(view, back, answer, true);

const isOfAmendment = ({ choice: chosen }: PlanChange['answer']): boolean => chosen === 'accept' || chosen === 'keep';

/** What there is in place of the plan that cannot be checked. */
function instead({ change }: Finding): readonly Choice[] {
  if (change === undefined) return [choice('plan', 'here is my own plan', 'required')];
  if (isOfAmendment(change.answer)) return [choice('keep', 'keep the old plan', 'optional')];
  return change.answer.by === null ? [] : [choice('leave', 'go on without them')];
}

const refuse: Answered<'finding_programs'> = (view, { plan, change }, answer) =>
  change === undefined ? followPlan(view, plan) : followChange(view, { ...change, answer });

export const findProgramsSteps: StepRows<'finding_programs'> = {
  finding_programs: {
    ...atWork,
    phase: ({ change }) => change?.back ?? 'plan',
    says: 'plans',
    handover: ({ change }) => (change === undefined ? 'now' : handoverAt(change.back)),
    decide: findPrograms,
    applied: { 'find-programs': programsFound },
    waysAround: (_, at) => [
      choice('without', 'go on, and do not check by it: nothing of that is proven'),
      ...instead(at),
    ],
    answers: { without: goOn, plan: ownPlan, keep: refuse, leave: refuse },
  },
};
