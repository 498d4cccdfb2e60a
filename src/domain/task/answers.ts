// Where each answer of a person leads.

import { planFrom } from '../plan/plan-from.ts';
import { answerOf, retried } from './ask.ts';
import { followBudget } from './budget/answer.ts';
import { followFeature } from './features/features.ts';
import { enterHand } from './manual/take-over.ts';
import { advance, analysts, criteria, go, known, type Step, type TaskDecision, type TaskView, wait } from './moves.ts';
import { afterBaseIsJudged, firstLook } from './next-phase.ts';
import { gone, outcomeOf, release } from './outcome.ts';
import { agree } from './phases/analyze.ts';
import { fix, workersFor } from './phases/develop.ts';
import { followEnvironment } from './phases/environment-answers.ts';
import { followAmendment } from './phases/plan.ts';
import { followWatch } from './phases/pull-request/answers.ts';
import { followRenewal } from './phases/renew.ts';
import { followReview } from './phases/review.ts';
import { followRollBack } from './phases/roll-back.ts';
import { chosen } from './phases/switch-agent.ts';
import { followTrust } from './phases/trust.ts';
import type { Plan, TaskStep } from './task.ts';

export function answered(view: TaskView, at: Step<'asking'>): TaskDecision {
  const { state } = view.thing;
  const retry = retried(view);
  if (retry !== undefined) {
    const next = { ...state, heard: retry.seq };
    return {
      kind: 'advance',
      ...go(next, at.back, [{ kind: 'retried' }]),
      closeQuestions: 'the phase was started again',
    };
  }
  const answer = answerOf(view.questions, at);
  if (answer === null) return wait(`an answer to ${at.question}`);
  return follow(view, at, answer);
}

type Given = NonNullable<ReturnType<typeof answerOf>>;

/** Where each choice leads. */
function follow(view: TaskView, at: Step<'asking'>, answer: Given): TaskDecision {
  const { state } = view.thing;
  if (at.question === 'budget') return followBudget(view, at, answer);
  const onForge = followWatch(view, at, answer) ?? followRollBack(view, at, answer);
  if (onForge !== null) return onForge;
  const environment = followEnvironment(view, at, answer);
  if (environment !== null) return environment;
  if (at.question === 'permission' && answer.choice !== 'cancel') return followTrust(view, at, answer);
  if (at.question === 'plan_changed' && at.back.kind === 'developing') return followAmendment(view, at.back, answer);
  const led = at.back.kind === 'assessed' ? followReview(view, answer) : null;
  if (led !== null) return led;
  const features = followFeature(view, at, answer);
  if (features !== null) return features;
  const renewal = followRenewal(view, at, answer);
  if (renewal !== null) return renewal;
  if (at.back.kind === 'surveying' && answer.choice.startsWith('base_'))
    return advance(state, at.back, [], { startFrom: answer.choice.slice('base_'.length) });
  const words = answer.words ?? '';
  const cancel = advance(
    state,
    gone(
      `${answer.choice === 'abandon' ? 'given up' : 'cancelled'} by ${answer.by}`,
      view.thing,
      answer.choice === 'abandon' ? 'failed' : 'cancelled',
      at.back,
    ),
  );
  switch (answer.choice) {
    case 'cancel':
    case 'abandon':
      return cancel;
    case 'retry':
      // What a fetch failed on may be the hub; it is looked over first.
      return advance(state, at.back.kind === 'fetching' ? { kind: 'opening' } : at.back);
    case 'without':
      return advance(
        state,
        at.back.kind === 'fetching' ? { kind: 'surveying' } : release(outcomeOf(state, 'not submitted'), at.back),
      );
    case 'page':
      return advance(state, { kind: 'opening_pull_request', as: 'page' });
    case 'numbered':
      return advance(state, { kind: 'copying', tried: 1, numbered: true });
    case 'yes':
      return advance(state, { kind: 'copying', tried: 0 });
    case 'go_on':
      return advance(state, afterBaseIsJudged(view.thing));
    case 'go':
    case 'change':
    case 'plan':
    case 'again':
    case 'enough':
      return at.question === 'submit' ? fix(state, words) : followPlan(view, at, answer.choice, words);
    case 'another':
    case 'advice':
    case 'raise':
    case 'code':
      return followStuck(view, at, answer.choice, { words, by: answer.by });
    case 'fix':
      return fix(
        state,
        words === ''
          ? state.known.results
              .filter((result) => result.verdict === 'failed')
              .map((result) => `${result.gate}: ${result.why}`)
              .join('\n')
          : words,
      );
    case 'test':
      return advance(state, { kind: 'checking' });
    case 'look':
      return enterHand(view, at.back, answer.by);
    case 'submit':
    case 'submit_with_protected':
      return advance(state, { kind: 'committing' }, [], {
        override: state.known.unverified.length > 0 ? answer.by : null,
      });
    case 'edit':
      return advance(state, { kind: 'submitting' }, [], {
        title: words.split('\n')[0] ?? '',
        ...(words.includes('\n') ? { body: words.slice(words.indexOf('\n') + 1).trim() } : {}),
      });
    default:
      return followProposal(view, answer.choice);
  }
}

function followPlan(
  view: TaskView,
  at: Step<'asking'>,
  choice: 'go' | 'change' | 'plan' | 'again' | 'enough',
  words: string,
): TaskDecision {
  const { state, spec } = view.thing;
  const report = state.known.report?.report ?? null;
  const agreed = planFrom(spec.text, spec.plan, report, null);
  const looks = at.back.kind === 'planning' ? at.back.looks : 0;
  switch (choice) {
    case 'go':
      return agree(view, agreed);
    case 'change':
      return agree(view, { ...agreed, text: `${agreed.text}\n\nThe person changed this: ${words}` });
    case 'plan':
      return agree(view, planFrom(spec.text, words, null, null));
    case 'again':
      return advance(state, {
        ...(firstLook as Step<'analyzing'>),
        looks: looks + 1,
        words: words === '' ? null : words,
      });
    case 'enough':
      return advance(
        state,
        release(
          {
            kind: 'not_verified',
            why: 'ended with the analysis',
            open: agreed.criteria.map((each) => `${each.label}: ${each.text}`),
          },
          at.back,
        ),
      );
  }
}

function followProposal(view: TaskView, choice: string): TaskDecision {
  const { state, spec } = view.thing;
  const number = /^proposal_(\d+)$/.exec(choice)?.[1];
  if (number === undefined) throw new Error(`no way leads on from the choice ${choice}`);
  const chosen: Plan = planFrom(spec.text, null, state.known.report?.report ?? null, Number(number) - 1);
  return agree(view, chosen);
}

/** A blocked criterion goes on as a new one with the same text, further attempts and what was learned. */
function followStuck(
  view: TaskView,
  at: Step<'asking'>,
  choice: 'another' | 'advice' | 'raise' | 'code',
  { words, by }: { readonly words: string; readonly by: string },
): TaskDecision {
  const { state, spec } = view.thing;
  if (choice === 'code') return enterHand(view, at.back, by);
  if (at.back.kind === 'analyzing' && choice === 'another') return moveAnalysis(view, at.back, words);
  if (at.back.kind !== 'developing') return advance(state, at.back);
  // What was advised had its attempts.
  const { counsel: _given, ...back } = at.back;
  const planned = known(state, 'plan').criteria[back.index]?.label ?? back.key;
  const round =
    criteria(view).filter((child) => child.key === planned || child.key.startsWith(`${planned}.`)).length + 1;
  const last = criteria(view).find((child) => child.key === back.key);
  const used = last?.spec.agents[last.state.agent];
  const listed = back.agents ?? workersFor(view, back);
  const agents = choice === 'another' ? chosen(spec, used, listed, words) : back.agents;
  if (choice === 'another' && agents === null) return unknownAgent(state, back, words);
  return advance(state, {
    ...back,
    key: `${planned}.${round}`,
    advice: choice === 'advice' ? words : back.advice,
    agents,
  });
}

function moveAnalysis({ thing: { state, spec } }: TaskView, back: Step<'analyzing'>, words: string): TaskDecision {
  const listed = analysts(spec, back);
  const agents = chosen(spec, listed.at(-1), listed, words);
  return agents === null ? unknownAgent(state, back, words) : advance(state, { ...back, agents });
}

/** Asked once more. */
const unknownAgent = (state: TaskView['thing']['state'], back: TaskStep, words: string): TaskDecision =>
  advance(state, back, [{ kind: 'agent_unknown', data: { agent: words.trim() } }]);
