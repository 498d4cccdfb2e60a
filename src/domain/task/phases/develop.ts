// Criteria one after another, each until its gates say that it is met.
import {
  type Criterion,
  type CriterionSpec,
  type CriterionState,
  firstCriterionState,
} from '../../criterion/criterion.ts';
import { lean } from '../../criterion/end-attempt.ts';
import { failing, testOf } from '../../criterion/judge-attempt.ts';
import type { Rewound } from '../../criterion/rewound.ts';
import { sayCriterionStep } from '../../criterion/steps.ts';
import { type ProofLine, proofOfCriterion } from '../../evidence/proof-table.ts';
import { noticesOf } from '../../notice.ts';
import { allowanceOf, budgetOf } from '../../parts/budget.ts';
import { chooseAgents, offerAnother } from '../../parts/switch-agent.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { resumeCriterion, stopCriterion } from '../budget/ask.ts';
import { spentBy } from '../budget/budget-of-task.ts';
import { openPoints, release } from '../judge-outcome.ts';
import {
  advance,
  copyOf,
  criteria,
  known,
  minutes,
  placeOf,
  type Step,
  type TaskDecision,
  type TaskView,
  unknownAgent,
  wait,
} from '../moves.ts';
import { nextKey } from '../run-step.ts';
import { textWithAttachments } from '../settings/attachments.ts';
import { atWork, type Given, type StepRows, type TaskSeen } from '../step-row.ts';
import type { TaskState } from '../task.ts';
import { seekAdvice } from './advise.ts';
import { askAmendment, followAmendment } from './plan.ts';
import { bringBack, nextRound } from './repair-copy.ts';

function develop(view: TaskView, at: Step<'developing'>): TaskDecision {
  const { state } = view.thing;
  const child = criteria(view).find((each) => each.key === at.key);
  if (child === undefined) return spawnCriterion(view, at);
  if (child.state.at.kind !== 'ended' || !child.ended)
    return resumeCriterion(view, child) ?? stopCriterion(view, child, at) ?? tellOrWait(view, child);
  const { outcome } = child.state.at;
  const planned = known(state, 'work', 'plan').criteria[at.index];
  switch (outcome.kind) {
    case 'passed':
      return advance(state, nextCriterion(state, at.index), [], {
        work: {
          done: [...state.known.work.done, planned?.label ?? at.key],
          unverified: [...new Set([...state.known.work.unverified, ...outcome.unverified])],
          proven: outcome.tree,
          results: child.state.history.at(-1)?.results ?? [],
          proofs: proofsWith(state, planned?.label ?? at.key, child),
        },
      });
    case 'blocked':
      if (outcome.lost !== undefined) {
        const { at: next, known } = bringBack(state, outcome.lost, nextRound(view, at));
        return advance(state, next, [], known);
      }
      return seekAdvice(view, at, child, outcome.why) ?? stuck(view, at, child, outcome.why);
    case 'amended':
      return askAmendment(view, at, child, outcome.amendment);
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

/** A criterion that is met again, after a change of mind or a fix, has the rows of the last time. */
const proofsWith = ({ known: { work } }: TaskState, label: string, child: Criterion): readonly ProofLine[] => [
  ...(work.proofs ?? []).filter(({ of }) => of !== label),
  ...proofOfCriterion(label, child.state.history.at(-1)?.results ?? []),
];

const nextCriterion = (state: TaskState, index: number) => {
  const next = known(state, 'work', 'plan').criteria[index + 1];
  return next === undefined
    ? ({ kind: 'checking' } as const)
    : ({ kind: 'developing', index: index + 1, key: next.label, advice: null, agents: null } as const);
};

function spawnCriterion(view: TaskView, at: Step<'developing'>): TaskDecision {
  const { state, spec } = view.thing;
  const planned: PlannedCriterion = known(state, 'work', 'plan').criteria[at.index] ?? {
    label: at.key,
    text: at.advice ?? spec.text,
    verify: null,
    files: [],
    kind: 'refactor',
  };
  const role = roleAt(view, at);
  const agents = at.agents ?? workersFor(view, at);
  const context = spec.settings.role?.[role]?.context;
  const budget = budgetOf(view.thing);
  const { hub, base, gatePlan, gateSettings } = placeOf(state);
  const copy = copyOf(state);
  const criterion: CriterionSpec = {
    label: planned.label,
    text: planned.text,
    verify: planned.verify,
    kind: planned.kind,
    task: textWithAttachments(spec),
    plan: planText(state, spec.text),
    hub,
    copy: copy.path,
    base,
    gatePlan,
    gateSettings,
    baseline: state.known.work.baseline,
    ...startFrom(state),
    ...(planned.files.length > 0 && { files: planned.files }),
    ...(known(state, 'work', 'plan').criteria.length === 1 && { alone: true }),
    dependencies: state.known.place.dependencies,
    agents,
    attempts:
      at.counsel === undefined
        ? spec.settings.limits.attempts
        : Math.min(spec.settings.limits.attempts, attemptsAfterAdvice),
    agentDeadlineMs: spec.settings.agent[agents[0] ?? '']?.maxRuntimeMs ?? minutes(120),
    sandbox: spec.settings.sandbox,
    advice: at.advice,
    ...(role === 'fix' && { role }),
    ...(context !== undefined && { context }),
    ...(spec.settings.limits.holds !== undefined && { holds: spec.settings.limits.holds }),
    ...(at.counsel && { counsel: at.counsel }),
    ...handedOver(view, planned.label, at.rewound),
    ...(at.rewound && { rewound: at.rewound }),
    ...(budget !== null && { allowance: allowanceOf(budget, spentBy(view)), models: budget.models }),
  };
  return {
    kind: 'spawn',
    children: [{ kind: 'criterion', key: at.key, spec: criterion, state: firstState(criterion) }],
    state,
    said: [{ kind: 'criterion_started', data: { criterion: planned.label, text: planned.text } }],
  };
}

/** Where a person went back to an attempt, its agent goes on in its conversation. */
function firstState({ agents, rewound }: CriterionSpec): CriterionState {
  const agent = rewound === undefined ? -1 : agents.indexOf(rewound.agent);
  return agent < 0 || rewound === undefined
    ? firstCriterionState
    : { ...firstCriterionState, agent, conversation: rewound.conversation };
}

/** Where a tree is proven already, it is the start of what comes next. */
function startFrom({ known: { work } }: TaskState): Pick<CriterionSpec, 'start'> {
  const { proven, results } = work;
  const test = testOf(results);
  return proven === null ? {} : { start: { tree: proven, test: test === null ? null : lean(test) } };
}

/** Once somebody has looked at it, it soon shows. */
const attemptsAfterAdvice = 3;

/** What comes after the criteria of the plan is a fix of the whole. */
const roleAt = ({ thing: { state } }: TaskView, at: Step<'developing'>): 'develop' | 'fix' =>
  at.index >= known(state, 'work', 'plan').criteria.length ? 'fix' : 'develop';

/** Those who develop fix as well, unless others are appointed for it. */
function workersFor(view: TaskView, at: Step<'developing'>): readonly string[] {
  const { agents, appointed = [] } = view.thing.spec.settings;
  return roleAt(view, at) === 'fix' && appointed.includes('fix') ? agents.fix : agents.develop;
}

/** What an earlier round of this label came to, or the attempt that a person went back to. */
function handedOver(view: TaskView, label: string, rewound?: Rewound): Pick<CriterionSpec, 'handover'> {
  const rounds = criteria(view);
  const before =
    rewound === undefined
      ? rounds.findLast(({ spec, ended }) => ended && spec.label === label)
      : rounds.find(({ id }) => id === rewound.round);
  if (before === undefined) return {};
  const { agents } = before.spec;
  const { agent, answer, history } = before.state;
  const last = rewound === undefined ? history.at(-1) : history.find(({ number }) => number === rewound.attempt);
  return {
    handover: {
      from: rewound?.agent ?? agents[agent] ?? '',
      // What was said last belongs to what a person went back from.
      answer: rewound === undefined ? (answer ?? null) : null,
      failures: failing(last?.results ?? []),
    },
  };
}

/** A plan that only says the task again is none: then the words of the analysis stand for it. */
function planText(state: TaskState, task: string): string | null {
  const { text } = known(state, 'work', 'plan');
  return text === task ? (state.known.work.report?.text ?? null) : text;
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
      text: `${child.spec.label} is blocked: ${why}.\n${tail}`,
      choices: [
        ...offerAnother(spec, used, at.agents ?? workersFor(view, at)),
        choice('advice', 'here is advice', 'required'),
        choice('raise', `raise the limit by ${spec.settings.limits.attempts} attempts`),
        choice('code', 'I code in the copy; go on at test after `drover task give`'),
        choice('abandon', 'give up'),
      ],
      binding: `${child.id}:${child.state.attempt}`,
      shown: {
        error_code: 'CRITERION_BLOCKED',
        criterion: child.spec.label,
        why,
        history: child.state.history.map(({ number, agent, tree, results, noProgress }) => ({
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

export function fix(state: TaskState, text: string): TaskDecision {
  return advance(
    { ...state, fixes: state.fixes + 1 },
    {
      kind: 'developing',
      index: known(state, 'work', 'plan').criteria.length,
      key: `FIX-${state.fixes + 1}`,
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
  // What was advised had its attempts.
  const { counsel: _given, rewound: _from, ...back } = at;
  const planned = known(state, 'work', 'plan').criteria[back.index]?.label ?? back.key;
  const last = criteria(view).find((child) => child.key === back.key);
  const used = last?.spec.agents[last.state.agent];
  const listed = back.agents ?? workersFor(view, back);
  const moved = given.choice === 'another';
  const agents = moved ? chooseAgents(spec, used, listed, words) : back.agents;
  if (moved && agents === null) return unknownAgent(state, back, words);
  const advice = given.choice === 'advice' ? words : back.advice;
  return advance(state, { ...back, key: nextKey(view, planned), advice, agents });
}

/** `develops SC-2, attempt 3`. */
function sayCriterion({ criteria: all }: TaskSeen, { key }: Step<'developing'>): string {
  const criterion = all.find((each) => each.key === key);
  return criterion === undefined ? `develops ${key}` : sayCriterionStep(criterion);
}

export const developSteps: StepRows<'developing'> = {
  developing: {
    ...atWork,
    phase: 'develop',
    says: sayCriterion,
    hears: 'words',
    decide: develop,
    answers: {
      ...budgetAnswers,
      another: goOnAnew,
      advice: goOnAnew,
      raise: goOnAnew,
      accept: followAmendment,
      keep: followAmendment,
    },
  },
};
