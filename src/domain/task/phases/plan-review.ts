// Another agent reads a plan before a person is asked for it: what is grave goes back to whoever planned, a few times, and what is left is shown.
import type { Applied } from '../../decision.ts';
import type { Said } from '../../fact/fact.ts';
import { isRival } from '../../feature/part.ts';
import { isOfCopy } from '../../parts/turn.ts';
import { parseAssessment, type ReviewFinding, sayFinding } from '../../plan/assessment.ts';
import { sizeOf } from '../../plan/size-of.ts';
import { planReviewAgainPrompt, planReviewPrompt } from '../../text/prompts/plan-review.ts';
import { resumeSentence } from '../../text/prompts/resume.ts';
import { closeFences } from '../../text/safe/fence.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { stopForBudget } from '../budget/ask.ts';
import {
  advance,
  copyOf,
  go,
  lastRun,
  planReaders,
  type Step,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { proposedPlan } from '../proposed-plan.ts';
import { textWithAttachments } from '../settings/attachments.ts';
import { atWork, type Done, type StepRows } from '../step-row.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';
import type { PlanReview } from '../work.ts';
import { lookAtCopy, readTurn, startReading } from './reading.ts';
import { bringBack } from './repair-copy.ts';

/** How often a plan goes back because of a review. */
const mostReturns = 3;

/** Of what is passed on to a person or an agent. */
const longest = 4_000;

const isGrave = ({ severity }: ReviewFinding): boolean => severity === 'P1';

/** Of the plan from this look; an analysis that was made anew has not been read. */
const reviewOf = ({ known }: TaskState, { looks }: { readonly looks: number }): PlanReview | null =>
  known.work.planReview?.looks === looks ? known.work.planReview : null;

/** Null: it is shown as it is. */
export function toReview({ state, spec }: Task, at: Step<'planning'>): TaskStep | null {
  const report = state.known.work.report?.report ?? null;
  if (spec.settings.review !== true || isRival(spec) || spec.driven === 'hand' || spec.until === 'analyze') return null;
  if (reviewOf(state, at)?.done === true) return null;
  if (spec.plan === null && (report === null || sizeOf(report).kind === 'small')) return null;
  return { kind: 'reviewing_plan', looks: at.looks, agent: 0, ...(at.drafted && { drafted: at.drafted }) };
}

function review(view: TaskView, at: Step<'reviewing_plan'>): TaskDecision {
  const { state } = view.thing;
  if (state.fetched < state.runs) return afterTurn(view, at);
  const agent = planReaders(view.thing)[at.agent];
  if (agent === undefined) {
    const { found, said } = unread(state, at, 'no agent could read it');
    return advance(state, back(at), said, { work: found });
  }
  const stopped = stopForBudget(view, at, agent);
  if (stopped !== null) return stopped;
  const resume = at.resume ?? null;
  return startReading(view, { role: 'review', agent, prompt: promptOf(view, at), resume }, [
    { kind: 'plan_review_started', data: { agent, round: roundOf(state, at) } },
  ]);
}

type Reading = Step<'reviewing_plan'> | Step<'reading_plan_review'>;

const roundOf = (state: TaskState, at: Reading): number => (reviewOf(state, at)?.round ?? 0) + 1;

const back = ({ looks, drafted }: Reading): Step<'planning'> => ({
  kind: 'planning',
  looks,
  ...(drafted && { drafted }),
});

function unread(state: TaskState, at: Reading, why: string): Pick<Judged, 'found' | 'said'> {
  const round = roundOf(state, at);
  const findings = reviewOf(state, at)?.findings ?? [];
  return {
    found: { planReview: { looks: at.looks, round, by: null, findings, done: true, why } },
    said: [{ kind: 'plan_reviewed', data: { round, why } }],
  };
}

function promptOf({ thing }: TaskView, at: Step<'reviewing_plan'>): string {
  if (at.resume != null) return at.missing == null ? resumeSentence : planReviewAgainPrompt(at.missing);
  const { text, criteria } = proposedPlan(thing);
  const before = reviewOf(thing.state, at)?.findings ?? [];
  return planReviewPrompt({
    task: textWithAttachments(thing.spec),
    plan: text,
    criteria,
    before: before.map(sayFinding),
  });
}

function afterTurn(view: TaskView, at: Step<'reviewing_plan'>): TaskDecision {
  const { state } = view.thing;
  const came = readTurn(lastRun(view), at.resume ?? null);
  const dealt = { ...state, fetched: state.runs };
  const by = planReaders(view.thing)[at.agent] ?? '';
  switch (came.kind) {
    case 'working':
      return wait('the review of the plan');
    case 'again':
      return advance(dealt, { ...at, resume: came.resume, missing: null }, came.said);
    case 'answered':
      return advance(dealt, {
        kind: 'reading_plan_review',
        looks: at.looks,
        agent: at.agent,
        by,
        text: came.text,
        conversation: came.conversation,
        asked: at.missing != null,
        ...(at.drafted && { drafted: at.drafted }),
      });
    case 'failed': {
      const anew = { ...at, resume: null, missing: null };
      if (isOfCopy(came.failure)) return advance(dealt, bringBack(dealt, came.failure, anew).at);
      const said: readonly Said[] = [{ kind: 'agent_failed', data: { agent: by, why: came.why } }];
      return advance(dealt, { ...anew, agent: at.agent + 1 }, said);
    }
  }
}

/** With the copy as the review left it. */
function reviewRead({ thing, state, at, output }: Done<'reading_plan_review', 'snapshot'>): Applied<TaskState> {
  const { next, found, said } = judge(thing, at);
  const { tree } = copyOf(state);
  return go(state, output.tree === tree ? next : { kind: 'undoing_reading', tree, next }, said, { work: found });
}

type Judged = {
  readonly next: TaskStep;
  readonly found: { readonly planReview?: PlanReview };
  readonly said: readonly Said[];
};

function judge({ state, spec }: Task, at: Step<'reading_plan_review'>): Judged {
  const parsed = parseAssessment(at.text);
  const { looks, agent, by, conversation, drafted } = at;
  if (!parsed.ok && !at.asked && conversation !== null) {
    const again = { kind: 'reviewing_plan', looks, agent, resume: conversation, missing: parsed.missing } as const;
    return { next: { ...again, ...(drafted && { drafted }) }, found: {}, said: [] };
  }
  if (!parsed.ok) return { next: back(at), ...unread(state, at, `${by} handed in nothing that could be used`) };
  const { findings } = parsed.assessment;
  const round = roundOf(state, at);
  const returns = findings.some(isGrave) && round <= mostReturns && spec.plan === null;
  const planReview = { looks, round, by, findings, ...(!returns && { done: true as const }) };
  const said: readonly Said[] = [{ kind: 'plan_reviewed', data: { by, round, findings: findings.map(sayFinding) } }];
  const planAgain = { kind: 'analyzing', agent: 0, resume: null, missing: null, looks, words: null } as const;
  return { next: returns ? { ...planAgain, role: 'plan' } : back(at), found: { planReview }, said };
}

/** For whoever plans anew; nothing where that is not why. */
export function notesForPlanner(state: TaskState, at: Step<'analyzing'>): readonly string[] {
  const read = reviewOf(state, at);
  if (read === null || read.done === true) return [];
  return [`A review of the plan before found this:\n${read.findings.map(sayFinding).join('\n').slice(0, longest)}`];
}

/** A person alone lets it stand: what is grave, and what nobody has read though they asked for it. */
export function isPlanDoubted({ state, spec }: Task, at: Step<'planning'>): boolean {
  const read = reviewOf(state, at);
  if (read === null) return false;
  return read.findings.some(isGrave) || (read.by === null && spec.settings.reviewByDefault !== true);
}

/** For the question about the plan; empty where nobody was to read it. */
export function sayPlanReview(state: TaskState, at: Step<'planning'>): string {
  const read = reviewOf(state, at);
  if (read === null) return '';
  const { by, round, why } = read;
  const list = closeFences(
    read.findings
      .map((each) => `- ${sayFinding(each)}`)
      .join('\n')
      .slice(0, longest),
  );
  if (by === null && list === '') return `\n\nNobody has read the plan: ${why ?? ''}`;
  if (by === null) return `\n\nNobody has read the plan: ${why ?? ''}\nIn the one before was found:\n${list}`;
  if (list === '') return `\n\n${by} has read the plan (review ${round}) and found nothing.`;
  return `\n\n${by} has read the plan (review ${round}) and found:\n${list}`;
}

export const planReviewSteps: StepRows<'reviewing_plan' | 'reading_plan_review'> = {
  reviewing_plan: {
    ...atWork,
    phase: 'plan',
    says: 'has another agent read the plan',
    decide: review,
    answers: budgetAnswers,
  },
  reading_plan_review: {
    ...atWork,
    phase: 'plan',
    says: 'has another agent read the plan',
    decide: lookAtCopy,
    applied: { snapshot: reviewRead },
  },
};
