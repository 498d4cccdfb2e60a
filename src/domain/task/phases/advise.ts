// Before a person is asked about a blocked criterion, another agent looks at it once; its advice goes to the one that works.

import type { Criterion } from '../../criterion/criterion.ts';
import { failing } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { Said } from '../../fact/fact.ts';
import { isForgotten } from '../../run/is-forgotten.ts';
import type { AgentPurpose } from '../../run/run.ts';
import { leftOf, nothingSpent } from '../../run/spent.ts';
import { whyNoAnswer } from '../../run/why-no-answer.ts';
import { advicePrompt } from '../../text/prompts/advice.ts';
import { resumeSentence } from '../../text/prompts/resume.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { stopForBudget } from '../budget/ask.ts';
import { allowanceOf, budgetOf, spentBy } from '../budget/budget.ts';
import { restoreCopy, snapshotCopy } from '../copy-acts.ts';
import {
  advance,
  criteria,
  go,
  known,
  lastRun,
  minutes,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { nextKey } from '../run-step.ts';
import { atWork, type Done, type StepKind, type StepRows } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';

const longest = 8_000;

/** Appointed by the person, and not the one that is stuck. */
const advisers = ({ thing: { spec } }: TaskView, child: Criterion): readonly string[] =>
  spec.settings.appointed?.includes('advise') === true
    ? spec.settings.agents.advise.filter((agent) => agent !== child.spec.agents[child.state.agent])
    : [];

/** Null: nobody advises, or somebody did. */
export function seekAdvice(view: TaskView, at: Step<'developing'>, child: Criterion, why: string): TaskDecision | null {
  const { state } = view.thing;
  const { label } = child.spec;
  const given = state.advised ?? [];
  if (given.includes(label) || child.state.history.length === 0 || advisers(view, child).length === 0) return null;
  return advance({ ...state, advised: [...given, label] }, { kind: 'advising', back: at, why, agent: 0, tree: null });
}

function advise(view: TaskView, at: Step<'advising'>): TaskDecision {
  const { state } = view.thing;
  // What it leaves behind is compared with this.
  if (at.tree === null) return lookAtCopy(view);
  if (state.fetched < state.runs) return afterTurn(view, at, at.tree);
  const child = blocked(view, at);
  const agent = child === undefined ? undefined : advisers(view, child)[at.agent];
  if (child === undefined || agent === undefined) return advance(state, at.back);
  const stopped = stopForBudget(view, at, agent);
  if (stopped !== null) return stopped;
  const resume = at.resume ?? null;
  const prompt = resume === null ? promptOf(view, at, child) : resumeSentence;
  return startReading(view, { role: 'advise', agent, prompt, resume }, [
    { kind: 'advice_sought', data: { agent, criterion: child.spec.label } },
  ]);
}

const blocked = (view: TaskView, { back }: Step<'advising'>): Criterion | undefined =>
  criteria(view).find(({ key }) => key === back.key);

function promptOf({ thing: { spec } }: TaskView, at: Step<'advising'>, child: Criterion): string {
  const { label, text, verify, kind, plan, agents } = child.spec;
  return advicePrompt({
    ...{ task: spec.text, plan, criterion: { label, text, verify, kind }, why: at.why },
    from: agents[child.state.agent] ?? '',
    attempts: child.state.history.length,
    answer: child.state.answer ?? null,
    failures: failing(child.state.history.at(-1)?.results ?? []),
  });
}

function afterTurn(view: TaskView, at: Step<'advising'>, tree: string): TaskDecision {
  const { state } = view.thing;
  const child = blocked(view, at);
  const came = cameOf(view, at.resume ?? null);
  const dealt = { ...state, fetched: state.runs };
  if (came.kind === 'working') return wait('the advice');
  if (came.kind === 'again') return advance(dealt, { ...at, resume: came.resume }, came.said);
  const agent = (child === undefined ? undefined : advisers(view, child)[at.agent]) ?? '';
  if (came.kind === 'failed')
    return advance(dealt, { ...at, agent: at.agent + 1, resume: null }, [
      { kind: 'agent_failed', data: { agent, why: came.why } },
    ]);
  const counsel = { from: agent, text: came.text.slice(0, longest) };
  const planned = known(state, 'plan').criteria[at.back.index]?.label ?? at.back.key;
  return advance(dealt, {
    kind: 'reading_advice',
    tree,
    next: { ...at.back, key: nextKey(view, planned), counsel },
  });
}

/** With the copy as the advice left it. */
function adviceRead({ state, at, output: { tree } }: Done<'reading_advice', 'snapshot'>): Applied<TaskState> {
  const { counsel } = at.next;
  const said: readonly Said[] = [{ kind: 'advice_given', data: { agent: counsel?.from, text: counsel?.text } }];
  return go(state, tree === at.tree ? at.next : { kind: 'undoing_reading', tree: at.tree, next: at.next }, said);
}

// A turn of an agent that may only look: a review, or advice. How it begins, what came of it, and that it left the copy as it was.

type Asked = Pick<AgentPurpose, 'role' | 'agent' | 'prompt' | 'resume'>;

/** A conversation that begins is told all that differs from the base. */
export function startReading(view: TaskView, asked: Asked, said: readonly Said[]): TaskDecision {
  const { state, spec } = view.thing;
  const budget = budgetOf(view.thing);
  const model = budget?.models[asked.agent];
  return startRun(
    state,
    {
      purpose: {
        kind: 'agent',
        ...asked,
        mode: 'analysis',
        copy: known(state, 'copy').path,
        hub: known(state, 'hub'),
        ...(asked.resume === null && { changesSince: known(state, 'base').tree }),
        ...(budget !== null && { budget: leftOf(allowanceOf(budget, spentBy(view)), nothingSpent) }),
        ...(model !== undefined && { model }),
      },
      deadlineMs: spec.settings.agent[asked.agent]?.maxRuntimeMs ?? minutes(60),
      sandbox: spec.settings.sandbox,
    },
    said,
  );
}

type Came =
  | { readonly kind: 'working' }
  | { readonly kind: 'answered'; readonly text: string; readonly conversation: string | null }
  /** The same turn once more; `resume` null: from its beginning. */
  | { readonly kind: 'again'; readonly resume: string | null; readonly said: readonly Said[] }
  | { readonly kind: 'failed'; readonly why: string };

export function cameOf(view: TaskView, resume: string | null): Came {
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return { kind: 'working' };
  const { result, ending, over } = run.state;
  const conversation = result.kind === 'turn' ? result.turn.conversation : null;
  if (ending?.kind === 'lost')
    return { kind: 'again', resume: conversation, said: [{ kind: 'turn_cut', data: { conversation } }] };
  if (result.kind === 'refused') return { kind: 'failed', why: result.failure.message };
  if (result.kind !== 'turn') return { kind: 'failed', why: 'the run was no turn' };
  if (isForgotten(resume, result.turn))
    return { kind: 'again', resume: null, said: [{ kind: 'conversation_forgotten', data: {} }] };
  const { outcome } = result.turn;
  if (outcome.kind === 'answered' || outcome.kind === 'refused_by_permission')
    return { kind: 'answered', text: outcome.text, conversation };
  if (over === true) return { kind: 'again', resume: conversation, said: [{ kind: 'turn_stopped', data: {} }] };
  return { kind: 'failed', why: whyNoAnswer(outcome) };
}

/** The copy as it stands. */
export const lookAtCopy = (view: TaskView): TaskDecision => snapshotCopy(view, `reading-${view.thing.state.runs}`);

/** What it wrote all the same goes. */
const undoReading = (view: TaskView, at: Step<'undoing_reading'>): TaskDecision =>
  restoreCopy(view, at.tree, `reading-${view.thing.state.runs}`);

/** The copy is what it was. */
export const undone = ({
  state,
  at,
  output,
}: Pick<Done<StepKind, 'restore-copy'>, 'state' | 'output'> & {
  readonly at: { readonly next: TaskStep };
}): Applied<TaskState> => go(state, at.next, [{ kind: 'wrote_in_read_only', data: { paths: output.changed } }]);

export const adviseSteps: StepRows<'advising' | 'reading_advice' | 'undoing_reading'> = {
  advising: {
    ...atWork,
    decide: advise,
    applied: { snapshot: ({ state, at, output: { tree } }) => go(state, { ...at, tree }) },
    answers: budgetAnswers,
  },
  reading_advice: { ...atWork, decide: lookAtCopy, applied: { snapshot: adviceRead } },
  undoing_reading: { ...atWork, decide: undoReading, applied: { 'restore-copy': undone } },
};
