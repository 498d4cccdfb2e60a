// Another agent reads the whole change once all gates have passed: what is grave goes back, the rest is told with the submission.

import { builtIn } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { FactMap, Said } from '../../fact/fact.ts';
import { graveOf, parseAssessment, type Reading, sayFinding } from '../../plan/assessment.ts';
import { readerFindings, type SideBySide, sayReader } from '../../plan/meaning.ts';
import { choice } from '../../question/choice.ts';
import { assessmentAgainPrompt, assessmentPrompt } from '../../text/prompts/assessment.ts';
import { resumeSentence } from '../../text/prompts/resume.ts';
import { ask } from '../ask.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { stopForBudget } from '../budget/ask.ts';
import {
  advance,
  criteria,
  developerOf,
  go,
  known,
  lastRun,
  learning,
  placeOf,
  reviewers,
  type Step,
  type TaskDecision,
  type TaskView,
  takenIn,
  wait,
} from '../moves.ts';
import { afterGathering } from '../next-phase.ts';
import { atWork, type Done, type Given, onTheWhole, type StepRows } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';
import { fix } from './develop.ts';
import { lookAtCopy, readTurn, sinceBase, startReading } from './reading.ts';
import { lookAnswers } from './test.ts';

/** How often a change goes back because of a review. */
const mostFixes = 3;

function gather({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  const criteria = (state.known.work.plan?.criteria ?? []).map(({ label, text }) => ({ label, text }));
  const { proven: tree, taken } = state.known.work;
  if (criteria.length === 0 || tree === null) return advance(state, afterGathering(thing));
  const input = { hub: placeOf(state).hub, tree, criteria, ...defined({ taken }) };
  return { kind: 'perform', effect: { name: 'gather-tests', input } };
}

function gathered({ thing, state, output: { side } }: Done<'gathering_tests', 'gather-tests'>): Applied<TaskState> {
  const learned = { work: { side } };
  const next = learning(state, learned);
  const reading = state.known.work.reading;
  const by = reading?.outcome.kind === 'read' && reading.tree === state.known.work.proven ? reading.outcome : null;
  const results = withReader(next, side, by);
  return go(state, afterGathering({ ...thing, state: next }), [], { work: { side, results } });
}

type Read = Pick<Extract<Reading['outcome'], { kind: 'read' }>, 'by' | 'meanings'> & { readonly own?: boolean };

/** What a reader said of the tests stands among the results. Of one that worked on them itself only a no counts. */
function withReader(state: TaskState, side: readonly SideBySide[], read: Read | null): readonly GateResult[] {
  const others = state.known.work.results.filter(({ gate }) => gate !== 'reader');
  if (side.every(({ tests }) => tests.length === 0)) return others;
  const said = readerFindings(side, read?.by ?? null, read?.meanings ?? []);
  const findings = read?.own === true ? said.filter(({ needs }) => needs === 'yes') : said;
  const by = read === null || read.own === true ? null : read.by;
  return [...others, builtIn('reader', by === null ? 'skipped' : 'passed', sayReader(side, by, findings), findings)];
}

function assess(view: TaskView, at: Step<'assessing'>): TaskDecision {
  const { state } = view.thing;
  if (state.fetched < state.runs) return afterTurn(view, at);
  const agent = reviewers(view)[at.agent ?? 0];
  if (agent === undefined)
    return advance(state, { kind: 'assessed' }, [], { work: unread(state, 'no agent reviews here') });
  const stopped = stopForBudget(view, at, agent);
  if (stopped !== null) return stopped;
  const resume = at.resume ?? null;
  const prompt = promptOf(view, at);
  return startReading(view, { role: 'review', agent, prompt, resume, ...sinceBase(view.thing, resume) }, [
    { kind: 'review_started', data: { agent, round: at.round } },
  ]);
}

function promptOf(view: TaskView, at: Step<'assessing'>): string {
  const { state, spec } = view.thing;
  if (at.resume != null) return at.missing == null ? resumeSentence : assessmentAgainPrompt(at.missing);
  const plan = known(state, 'work', 'plan');
  return assessmentPrompt({
    task: spec.text,
    plan: plan.text === spec.text ? null : plan.text,
    criteria: plan.criteria,
    from: developerOf(view),
    side: state.known.work.side ?? [],
  });
}

function afterTurn(view: TaskView, at: Step<'assessing'>): TaskDecision {
  const { state } = view.thing;
  const came = readTurn(lastRun(view), at.resume ?? null);
  const dealt = { ...state, fetched: state.runs };
  const by = reviewers(view)[at.agent ?? 0] ?? '';
  switch (came.kind) {
    case 'working':
      return wait('the review');
    case 'again':
      return advance(dealt, { ...at, resume: came.resume, missing: null }, came.said);
    case 'answered':
      return advance(dealt, {
        kind: 'reading_assessment',
        round: at.round,
        agent: at.agent ?? 0,
        by,
        text: came.text,
        ...(workedOn(view, by) && { own: true as const }),
        conversation: came.conversation,
        asked: at.missing != null,
      });
    case 'failed':
      return nextReviewer({ ...view, thing: { ...view.thing, state: dealt } }, at, came.why);
  }
}

/** Of the one that was taken any that was to work on it. */
const workedOn = (view: TaskView, agent: string): boolean =>
  criteria(view).some(({ spec, state }) => spec.agents[state.agent] === agent) ||
  takenIn(view)?.spec.settings.agents.develop.includes(agent) === true;

function nextReviewer(view: TaskView, at: Step<'assessing'>, why: string): TaskDecision {
  const { state } = view.thing;
  const agents = reviewers(view);
  const number = at.agent ?? 0;
  const agent = agents[number] ?? '';
  const said: readonly Said[] = [{ kind: 'agent_failed', data: { agent, why } }];
  if (number + 1 < agents.length)
    return advance(state, { kind: 'assessing', round: at.round, agent: number + 1 }, said);
  return advance(state, { kind: 'assessed' }, said, { work: unread(state, `${agent}: ${why}`) });
}

/** What a review's answer came to, with the tree that it left behind. */
function assessmentRead({ state, at, output: { tree } }: Done<'reading_assessment', 'snapshot'>): Applied<TaskState> {
  const { by } = at;
  const parsed = parseAssessment(at.text);
  const again = !parsed.ok && !at.asked && at.conversation !== null;
  const next: TaskStep = again
    ? { kind: 'assessing', round: at.round, agent: at.agent, resume: at.conversation, missing: parsed.missing }
    : { kind: 'assessed' };
  const { side = [] } = state.known.work;
  const found = parsed.ok
    ? {
        ...read(state, { kind: 'read', by, ...(at.own && { own: at.own }), ...parsed.assessment }),
        results: withReader(state, side, { by, own: at.own === true, ...parsed.assessment }),
      }
    : again
      ? {}
      : unread(state, `${by} handed in nothing that could be used (${parsed.missing.join('; ')})`);
  const wanted = known(state, 'work', 'proven');
  return go(state, tree === wanted ? next : { kind: 'undoing_reading', tree: wanted, next }, [], { work: found });
}

const read = (state: TaskState, outcome: Reading['outcome']): { readonly reading: Reading } => {
  const { round = 0, fixes = 0 } = state.known.work.reading ?? {};
  return { reading: { tree: known(state, 'work', 'proven'), round: round + 1, fixes, outcome } };
};

const unread = (state: TaskState, why: string) => read(state, { kind: 'not_reviewed', why });

/** Grave findings go back a few times, then a person is asked; without any it is submitted. */
function afterAssessment({ thing }: TaskView): TaskDecision {
  const { state, spec } = thing;
  const review = known(state, 'work', 'reading');
  const grave = graveOf(review);
  const said: readonly Said[] = [{ kind: 'review_judged', data: sayReview(review) }];
  if (grave.length === 0 || review.accepted !== undefined) return advance(state, { kind: 'submitting' }, said);
  const list = grave.map(sayFinding).join('\n');
  if (review.fixes < mostFixes) return goBack(state, review, list);
  return ask(
    state,
    spec,
    {
      kind: 'tests_failed',
      text: `All gates pass, but after ${review.fixes} fixes the review still finds what should not be submitted:\n${list.slice(0, 4000)}`,
      choices: [
        choice('fix', 'fix again', 'optional'),
        choice('look', 'I look myself: the copy is mine until `drover task give`'),
        choice('test', 'I looked myself; run the gates on the copy as it is'),
        choice('accept', 'let it stand; it is told with the submission'),
        choice('abandon', 'give up'),
      ],
      binding: review.tree,
      shown: { review },
      auto: null,
    },
    { kind: 'assessed' },
  );
}

function sayReview({ round, outcome }: Reading): FactMap['review_judged'] {
  if (outcome.kind === 'not_reviewed') return { round, why: outcome.why };
  return { round, by: outcome.by, findings: outcome.findings.map(sayFinding) };
}

function goBack(state: TaskState, review: Reading, words: string): TaskDecision {
  const next = learning(state, { work: { reading: { ...review, fixes: review.fixes + 1 } } });
  return fix(next, `A review of the whole change found this:\n${words}`);
}

/** The person's word about findings that stayed. */
function fixReview({ thing: { state } }: TaskView, _back: TaskStep, { words }: Given): TaskDecision {
  const review = known(state, 'work', 'reading');
  const list = graveOf(review).map(sayFinding).join('\n');
  return goBack(state, review, [words ?? '', list].filter(Boolean).join('\n\n'));
}

const accept = ({ thing: { state } }: TaskView, _back: TaskStep, { by }: Given): TaskDecision =>
  advance(state, { kind: 'assessed' }, [], { work: { reading: { ...known(state, 'work', 'reading'), accepted: by } } });

export const reviewSteps: StepRows<'gathering_tests' | 'assessing' | 'reading_assessment' | 'assessed'> = {
  gathering_tests: {
    ...onTheWhole,
    says: 'puts criteria and their tests side by side',
    decide: gather,
    applied: { 'gather-tests': gathered },
  },
  assessing: {
    ...atWork,
    phase: 'test',
    says: 'has another agent read the change',
    decide: assess,
    answers: budgetAnswers,
  },
  reading_assessment: {
    ...atWork,
    phase: 'test',
    says: 'has another agent read the change',
    decide: lookAtCopy,
    applied: { snapshot: assessmentRead },
  },
  assessed: {
    ...atWork,
    phase: 'test',
    says: 'has another agent read the change',
    decide: afterAssessment,
    answers: { ...lookAnswers, fix: fixReview, accept },
  },
};
