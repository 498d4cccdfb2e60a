// Where it is doubted that a criterion is met by going on as before, or its agent is stuck, another agent looks at it, at most twice; its advice goes to the one that works, whose attempts are counted on.

import { mostLooks } from '../../criterion/confidence.ts';
import type { Attempt, Counsel, Criterion, CriterionSpec } from '../../criterion/criterion.ts';
import { failing } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { Said } from '../../fact/fact.ts';
import { advicePrompt } from '../../text/prompts/advice.ts';
import { resumeSentence } from '../../text/prompts/resume.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { stopForBudget } from '../budget/ask.ts';
import { restoreCopy } from '../copy-acts.ts';
import {
  advance,
  advisers,
  advisersFor,
  criteria,
  go,
  labelAt,
  lastRun,
  type Step,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { nextKey } from '../run-step.ts';
import { atWork, type Done, type StepRows } from '../step-row.ts';
import type { TaskState } from '../task.ts';
import { lookAtCopy, readTurn, sinceBase, startReading, undone } from './reading.ts';

const longest = 8_000;

const looksLeft = ({ thing: { state } }: TaskView, label: string): number =>
  mostLooks - (state.advised ?? []).filter((each) => each === label).length;

export const looksAt = (view: TaskView, label: string): NonNullable<CriterionSpec['looks']> => ({
  by: advisers(view.thing),
  left: Math.max(0, looksLeft(view, label)),
});

/** Null: nobody advises, it was advised often enough, or no attempt is left to follow what is said. */
export function seekAdvice(view: TaskView, at: Step<'developing'>, child: Criterion, why: string): TaskDecision | null {
  const { state } = view.thing;
  const { label, attempts } = child.spec;
  const given = state.advised ?? [];
  const last = child.state.history.at(-1);
  if (last === undefined || last.number >= attempts) return null;
  if (looksLeft(view, label) <= 0 || advisersFor(view.thing, child).length === 0) return null;
  return advance({ ...state, advised: [...given, label] }, { kind: 'advising', back: at, why, agent: 0, tree: null });
}

/** The next round of its criterion. */
export function goOn(
  view: TaskView,
  { counsel: _told, rewound: _from, ...at }: Step<'developing'>,
  counsel?: Counsel,
): Step<'developing'> {
  const key = nextKey(view, labelAt(view.thing.state, at));
  return { ...at, key, goesOn: true, ...(counsel && { counsel }) };
}

/** Of all rounds since it was begun anew, for whoever is asked of it. */
export function attemptsAt(view: TaskView, child: Criterion): readonly Attempt[] {
  const rounds = criteria(view).filter(({ spec }) => spec.label === child.spec.label);
  const begun = rounds.findLastIndex(({ spec }) => spec.earlier === undefined);
  return rounds.slice(Math.max(0, begun)).flatMap(({ state }) => state.history);
}

function advise(view: TaskView, at: Step<'advising'>): TaskDecision {
  const { state } = view.thing;
  // What it leaves behind is compared with this.
  if (at.tree === null) return lookAtCopy(view);
  if (state.fetched < state.runs) return afterTurn(view, at, at.tree);
  const child = blocked(view, at);
  const agent = child === undefined ? undefined : advisersFor(view.thing, child)[at.agent];
  if (child === undefined || agent === undefined) return advance(state, at.back);
  const stopped = stopForBudget(view, at, agent);
  if (stopped !== null) return stopped;
  const resume = at.resume ?? null;
  const prompt = resume === null ? promptOf(view, at, child) : resumeSentence;
  return startReading(view, { role: 'advise', agent, prompt, resume, ...sinceBase(view.thing, resume) }, [
    { kind: 'advice_sought', data: { agent, criterion: child.spec.label } },
  ]);
}

const blocked = (view: TaskView, { back }: Step<'advising'>): Criterion | undefined =>
  criteria(view).find(({ key }) => key === back.key);

function promptOf({ thing: { spec } }: TaskView, at: Step<'advising'>, child: Criterion): string {
  const { label, text, verify, kind, plan, agents } = child.spec;
  return advicePrompt({
    task: spec.text,
    plan,
    criterion: { label, text, verify, kind },
    why: at.why,
    from: agents[child.state.agent] ?? '',
    attempts: child.state.history.at(-1)?.number ?? 0,
    answer: child.state.answer ?? null,
    failures: failing(child.state.history.at(-1)?.results ?? []),
  });
}

function afterTurn(view: TaskView, at: Step<'advising'>, tree: string): TaskDecision {
  const { state } = view.thing;
  const child = blocked(view, at);
  const came = readTurn(lastRun(view), at.resume ?? null);
  const dealt = { ...state, fetched: state.runs };
  if (came.kind === 'working') return wait('the advice');
  if (came.kind === 'again') return advance(dealt, { ...at, resume: came.resume }, came.said);
  const agent = (child === undefined ? undefined : advisersFor(view.thing, child)[at.agent]) ?? '';
  if (came.kind === 'failed')
    return advance(dealt, { ...at, agent: at.agent + 1, resume: null }, [
      { kind: 'agent_failed', data: { agent, why: came.why } },
    ]);
  const counsel = { from: agent, text: came.text.slice(0, longest) };
  return advance(dealt, { kind: 'reading_advice', tree, next: goOn(view, at.back, counsel) });
}

/** With the copy as the advice left it. */
function adviceRead({ state, at, output: { tree } }: Done<'reading_advice', 'snapshot'>): Applied<TaskState> {
  const { counsel } = at.next;
  const said: readonly Said[] = [{ kind: 'advice_given', data: { agent: counsel?.from, text: counsel?.text } }];
  return go(state, tree === at.tree ? at.next : { kind: 'undoing_reading', tree: at.tree, next: at.next }, said);
}

/** What it wrote all the same goes. */
const undoReading = (view: TaskView, at: Step<'undoing_reading'>): TaskDecision =>
  restoreCopy(view, at.tree, `reading-${view.thing.state.runs}`);

export const adviseSteps: StepRows<'advising' | 'reading_advice' | 'undoing_reading'> = {
  advising: {
    ...atWork,
    phase: 'develop',
    says: 'has another agent look why it does not go on',
    decide: advise,
    applied: { snapshot: ({ state, at, output: { tree } }) => go(state, { ...at, tree }) },
    answers: budgetAnswers,
  },
  reading_advice: {
    ...atWork,
    phase: 'develop',
    says: 'has another agent look why it does not go on',
    decide: lookAtCopy,
    applied: { snapshot: adviceRead },
  },
  undoing_reading: {
    ...atWork,
    phase: ({ next }) => next,
    says: 'undoes what was written by one that may only read',
    decide: undoReading,
    applied: { 'restore-copy': undone },
  },
};
