// A criterion in the task's copy until its gates say that it is met; then the next, or several at once.
import { sayConfidence, sayDoubts } from '../../criterion/confidence.ts';
import type { Criterion, CriterionOutcome, CriterionSpec } from '../../criterion/criterion.ts';
import { failing } from '../../criterion/judge-attempt.ts';
import { sayCriterionStep } from '../../criterion/steps.ts';
import { noticesOf } from '../../notice.ts';
import { chooseAgents, offerAnother } from '../../parts/switch-agent.ts';
import { heldUpBy } from '../../plan/together/next-criteria.ts';
import { choice } from '../../question/choice.ts';
import { sayFew } from '../../text/counted.ts';
import { ask } from '../ask.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { resumeCriterion, stopCriterion } from '../budget/ask.ts';
import { groupSteps } from '../criteria/group.ts';
import { joinSteps } from '../criteria/join.ts';
import { askChecks, holdChecks, redoForChecks } from '../criteria/manual-checks.ts';
import { withMet } from '../criteria/met.ts';
import { elsewhere, mayGroup, nextStep, workOf } from '../criteria/next.ts';
import { criterionAt, workersFor } from '../criteria/spec.ts';
import { stillRedAfter } from '../criteria/still-red.ts';
import { followAdded, takeUpAdded } from '../criteria/take-up.ts';
import { openPoints, release } from '../judge-outcome.ts';
import {
  advance,
  criteria,
  keyBeside,
  known,
  labelAt,
  type Step,
  type TaskDecision,
  type TaskView,
  unknownAgent,
  wait,
} from '../moves.ts';
import { nextKey } from '../run-step.ts';
import { atWork, type Given, type StepRows, type TaskSeen } from '../step-row.ts';
import type { LeftCriterion, TaskState } from '../task.ts';
import { attemptsAt, goOn, seekAdvice } from './advise.ts';
import { askAmendment, followAmendment } from './plan.ts';
import { bringBack, nextRound } from './repair-copy.ts';

function develop(view: TaskView, at: Step<'developing'>): TaskDecision {
  const { state } = view.thing;
  const child = criteria(view).find((each) => each.key === at.key);
  if (child === undefined) return spawnCriterion(view, at);
  if (child.state.at.kind !== 'ended' || !child.ended)
    return resumeCriterion(view, child) ?? stopCriterion(view, child, at) ?? tellOrWait(view, child);
  const { outcome } = child.state.at;
  if (clashes(child, at)) return others(view, at, child) ?? stuck(view, at, child, sayClash(at.clash));
  switch (outcome.kind) {
    case 'passed':
      return askChecks(view, at, child) ?? takeUpAdded(view, at, child) ?? met(view, at, child, outcome);
    case 'blocked':
      if (outcome.lost !== undefined) {
        const { at: next, known } = bringBack(state, outcome.lost, nextRound(view, at, child));
        return advance(state, next, [], known);
      }
      return others(view, at, child) ?? seekAdvice(view, at, child, outcome.why) ?? stuck(view, at, child, outcome.why);
    case 'doubted':
      return (
        others(view, at, child) ??
        seekAdvice(view, at, child, `there is ${sayConfidence(outcome.confidence)} in it`) ??
        advance(state, goOn(view, at))
      );
    case 'amended':
      return others(view, at, child) ?? askAmendment(view, at, child, outcome.amendment);
    case 'cancelled':
      return advance(
        state,
        release(
          {
            kind: 'cancelled',
            why: 'the criterion was cancelled',
            open: openPoints(view.thing).map(({ label, text }) => `${label}: ${text}`),
          },
          at,
        ),
      );
  }
}

function met(
  view: TaskView,
  at: Step<'developing'>,
  child: Criterion,
  outcome: CriterionOutcome & { readonly kind: 'passed' },
): TaskDecision {
  const { thing } = view;
  const label = known(thing.state, 'work', 'plan').criteria[at.index]?.label ?? at.key;
  const results = child.state.history.at(-1)?.results ?? [];
  const state = withMet(view, [{ label, round: child }], { ...outcome, results });
  return advance(state, nextStep({ ...view, thing: { ...thing, state } }, at.index, at.left ?? []));
}

/** It passed by itself, and does not fit together with the others. */
const clashes = (
  { spec, state }: Criterion,
  at: Step<'developing'>,
): at is Step<'developing'> & Required<Pick<Step<'developing'>, 'clash'>> =>
  spec.member !== undefined &&
  at.clash !== undefined &&
  state.at.kind === 'ended' &&
  state.at.outcome.kind === 'passed';

const sayClash = (files: readonly string[]): string =>
  `it passed by itself and is in conflict with the others in ${sayFew(files, 10)}; both sides stand in the copy, between markers`;

/** Before somebody deals with one that does not get on: what does not need it is gone on with, and what was done for it comes into the copy. Null: it is there, and all else is through. */
function others(view: TaskView, at: Step<'developing'>, child: Criterion): TaskDecision | null {
  const { state } = view.thing;
  const plan = known(state, 'work', 'plan').criteria;
  const label = plan[at.index]?.label;
  if (label !== undefined && mayGroup(view.thing)) {
    const own: LeftCriterion = { label, key: at.key, how: 'ask', ...(at.clash && { clash: at.clash }) };
    const left = [...(at.left ?? []), own];
    const next = elsewhere(view, left);
    const stand = { done: state.known.work.done, aside: [label] };
    const holds_up = heldUpBy(plan, stand).map((each) => each.label);
    if (next !== null)
      return advance(state, next, [{ kind: 'criterion_set_aside', data: { criterion: label, holds_up } }]);
  }
  if (at.out !== true) return null;
  const { out: _, ...next } = at;
  return advance(state, { kind: 'joining_work', work: workOf(state, child), check: null, next });
}

function spawnCriterion(view: TaskView, at: Step<'developing'>): TaskDecision {
  const { state } = view.thing;
  const child = criterionAt(view, at);
  const { label, text, doubts } = child.spec as CriterionSpec;
  return {
    kind: 'spawn',
    children: [child],
    state,
    said: [
      { kind: 'criterion_started', data: { criterion: label, text, ...(doubts && { doubts: sayDoubts(doubts) }) } },
    ],
  };
}

/** What the person said meanwhile goes to the criterion that is worked on. */
function tellOrWait({ thing, notices }: TaskView, child: Criterion): TaskDecision {
  const { state } = thing;
  const news = noticesOf(notices, 'say').filter(({ seq }) => seq > state.heard);
  if (news.length === 0) return wait(`criterion ${child.spec.label}`);
  return {
    kind: 'advance',
    state: { ...state, heard: news.at(-1)?.seq ?? state.heard },
    said: [],
    notices: news.map((notice) => ({ to: child.id, kind: 'say', body: notice.body })),
  };
}

function stuck(view: TaskView, at: Step<'developing'>, child: Criterion, why: string): TaskDecision {
  const { state, spec } = view.thing;
  const used = child.spec.agents[child.state.agent];
  const last = child.state.history.at(-1);
  const tail =
    last === undefined
      ? ''
      : failing(last.results)
          .map((result) => `${result.gate}: ${result.why}\n${result.tail}`)
          .join('\n')
          .slice(-4000);
  return ask(
    state,
    spec,
    {
      kind: 'stuck',
      text: `${child.spec.label} is blocked: ${why}.\n${tail}${sayHeldUp(view, at)}`,
      choices: [
        ...offerAnother(spec, used, at.agents ?? workersFor(view, at)),
        choice('advice', 'here is advice', 'required'),
        clashes(child, at)
          ? choice('fix', 'have it mended where they meet')
          : choice('raise', `raise the limit by ${spec.settings.limits.attempts} attempts`),
        choice('code', 'I code in the copy; go on at test after `drover task give`'),
        choice('abandon', 'give up'),
      ],
      binding: `${child.id}:${child.state.attempt}`,
      shown: {
        error_code: 'CRITERION_BLOCKED',
        criterion: child.spec.label,
        why,
        history: attemptsAt(view, child).map(({ number, agent, tree, results, noProgress }) => ({
          number,
          agent,
          tree,
          noProgress,
          verdicts: results.map(({ gate, verdict, why: reason }) => ({ gate, verdict, why: reason })),
        })),
      },
      auto: null,
    },
    at,
  );
}

/** Who waits for it. */
function sayHeldUp({ thing }: TaskView, { index }: Step<'developing'>): string {
  const { done, plan } = thing.state.known.work;
  const label = mayGroup(thing) ? plan?.criteria[index]?.label : undefined;
  const held = label === undefined ? [] : heldUpBy(plan?.criteria ?? [], { done, aside: [label] });
  return held.length === 0 ? '' : `\nFor it wait: ${held.map((each) => each.label).join(', ')}.`;
}

export function fix(state: TaskState, text: string): TaskDecision {
  return advance(
    { ...state, fixes: state.fixes + 1 },
    {
      kind: 'developing',
      index: known(state, 'work', 'plan').criteria.length,
      key: keyBeside(state, 'FIX', state.fixes + 1),
      advice: `Fix this, and nothing else:\n${text}`,
      agents: null,
    },
    [{ kind: 'fix_started', data: { round: state.fixes + 1 } }],
  );
}

/** A blocked criterion goes on as a new one with the same text, further attempts and what was learned. */
function goOnAnew(view: TaskView, at: Step<'developing'>, given: Given): TaskDecision {
  const { state, spec } = view.thing;
  const words = given.words ?? '';
  // A person's word begins it anew.
  const { counsel: _given, rewound: _from, goesOn: _on, stillRed: _red, clash, ...rest } = at;
  const last = criteria(view).find((child) => child.key === at.key);
  // Markers are what the next round begins with, and no later one.
  const back = clash === undefined || last?.spec.clash !== undefined ? rest : { ...rest, clash };
  const used = last?.spec.agents[last.state.agent];
  const listed = back.agents ?? workersFor(view, back);
  const moved = given.choice === 'another';
  const agents = moved ? chooseAgents(spec, used, listed, words) : back.agents;
  if (moved && agents === null) return unknownAgent(state, back, words);
  const advice = given.choice === 'advice' ? words : back.advice;
  return advance(state, { ...back, ...stillRedAfter(last), key: nextKey(view, labelAt(state, back)), advice, agents });
}

/** `develops SC-2, attempt 3`. */
function sayCriterion({ criteria: all }: TaskSeen, { key }: Step<'developing'>): string {
  const criterion = all.find((each) => each.key === key);
  return criterion === undefined ? `develops ${key}` : sayCriterionStep(criterion);
}

/** What is not part of the whole yet would be lost to it. */
export const handoverAt = ({ stands, left = [] }: Step<'developing'>): 'now' | 'later' =>
  stands || left.some(({ how }) => how === 'join') ? 'later' : 'now';

export const developSteps: StepRows<
  'developing' | 'joining_work' | 'joining_group' | 'checking_group' | 'grouping' | 'developing_group'
> = {
  ...groupSteps,
  ...joinSteps,
  developing: {
    ...atWork,
    phase: 'develop',
    says: sayCriterion,
    handover: handoverAt,
    hears: 'words',
    decide: develop,
    answers: {
      ...budgetAnswers,
      another: goOnAnew,
      advice: goOnAnew,
      raise: goOnAnew,
      fix: goOnAnew,
      accept: followAmendment,
      keep: followAmendment,
      holds: holdChecks,
      some: holdChecks,
      wrong: redoForChecks,
      take: followAdded,
      leave: followAdded,
    },
  },
};
