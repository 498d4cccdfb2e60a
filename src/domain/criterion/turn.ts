// A turn of the agent: its prompt, and what its outcome leads to.
import type { Said } from '../fact/fact.ts';
import { type Instant, instant } from '../ids.ts';
import { noticesOf } from '../notice.ts';
import { capturing } from '../parts/check.ts';
import { judgeTurn, nextAgentOf } from '../parts/turn.ts';
import { findAmendment } from '../plan/amendment.ts';
import { findWorkReport } from '../plan/work-report.ts';
import type { AgentPurpose, RunSpec } from '../run/run.ts';
import { leftOf, nothingSpent } from '../run/spent.ts';
import type { Turn } from '../run/turn.ts';
import { spentOn } from '../run/usage.ts';
import { developmentPrompt } from '../text/prompts/development.ts';
import { resumeSentence } from '../text/prompts/resume.ts';
import { goOnWith, reportAgain } from '../text/prompts/work-report-form.ts';
import { afterBudget, allowedOf, isMetered, stopForBudget } from './budget.ts';
import type { Criterion, CriterionNow, CriterionState, CriterionView, Step } from './criterion.ts';
import { failing, testFirst } from './judge-attempt.ts';
import { advance, blockedBy, type CriterionDecision, type CriterionRows, ended, spawn, to, wait } from './moves.ts';

/** Of what an agent said, for the one that takes over. */
const answerLength = 4_000;
/** Turns cut by crashes before the agent is taken for broken. */
const maxCuts = 5;

const develops = (where: string): string => `develops ${where}`;

export const turnSteps: CriterionRows<'prompting' | 'working' | 'keeping' | 'limited' | 'out_of_budget'> = {
  prompting: {
    says: develops,
    act: 'meter-day',
    instead: (view, at) => (isMetered(view) ? (stopForBudget(view, at) ?? prompt(view, at)) : null),
    input: () => ({}),
    applied: ({ state }, _, used) => ({ state: { ...state, metered: { runs: state.runs, used } }, said: [] }),
  },
  working: { says: develops, act: null, decide: afterTurn },
  keeping: {
    says: develops,
    act: 'snapshot',
    input: ({ thing: { id, spec, state } }) => capturing(spec, spec.copy, `${id}/cut-${state.cuts}`),
    applied: ({ state }) => to(state, { kind: 'prompting', cut: true }),
  },
  limited: { says: (where) => `goes on with ${where}`, act: null, decide: afterLimit },
  out_of_budget: { says: (where) => `waits for its budget: ${where}`, act: null, decide: afterBudget },
};

function prompt(view: CriterionView, at: Step<'prompting'>): CriterionDecision {
  const { thing, notices } = view;
  const { state, spec } = thing;
  const fresh = state.conversation === null;
  const news = noticesOf(notices, 'say').filter(({ seq }) => fresh || seq > state.heard);
  const resumes = at.cut && !fresh;
  const handover = state.handover ?? spec.handover ?? null;
  const again = [...(at.lacks ? [reportAgain(at.lacks)] : []), ...(at.left ? [goOnWith(at.left)] : [])];
  const text = resumes
    ? resumeSentence
    : !fresh && again.length > 0 && news.length === 0
      ? again.join('')
      : developmentPrompt({
          task: spec.task,
          criterion: { label: spec.label, text: spec.text, verify: spec.verify, kind: spec.kind },
          plan: spec.plan,
          attempt: state.attempt,
          of: spec.attempts,
          testFirst: testFirst(spec),
          failures:
            state.history.length === 0 ? (handover?.failures ?? []) : failing(state.history.at(-1)?.results ?? []),
          handover: fresh ? handover : null,
          ...(fresh && spec.counsel && { counsel: spec.counsel }),
          left: state.report?.left ?? [],
          ...(state.history.length === 0 && spec.rewound && { backTo: spec.rewound.attempt }),
          said: [...(spec.advice === null || !fresh ? [] : [spec.advice]), ...news.map(({ body }) => body), ...again],
        });
  const key = `turn-${state.runs + 1}`;
  const run: RunSpec = {
    purpose: {
      kind: 'agent',
      role: spec.role ?? 'develop',
      agent: spec.agents[state.agent] ?? '',
      mode: 'write',
      prompt: text,
      resume: state.conversation,
      ...(state.conversation !== null && state.conversation === spec.rewound?.conversation && { fork: true }),
      copy: spec.copy,
      hub: spec.hub,
      ...within(view),
      ...(fresh && handover !== null && { changesSince: spec.base.tree }),
    },
    deadlineMs: spec.agentDeadlineMs,
    sandbox: spec.sandbox,
  };
  return spawn(
    {
      ...state,
      at: { kind: 'working', key },
      runs: state.runs + 1,
      heard: resumes ? state.heard : (notices.at(-1)?.seq ?? state.heard),
    },
    key,
    run,
    [
      {
        kind: 'attempt_started',
        data: {
          criterion: spec.label,
          attempt: state.attempt,
          agent: spec.agents[state.agent],
          resumed: state.conversation !== null,
        },
      },
    ],
  );
}

/** What this turn may use, and the model that a person chose for it. */
function within(view: CriterionView): Pick<AgentPurpose, 'budget' | 'model'> {
  const { allowance, models } = allowedOf(view);
  const { state, spec } = view.thing;
  const model = models?.[spec.agents[state.agent] ?? ''];
  return {
    ...(allowance !== undefined && { budget: leftOf(allowance, state.spent ?? nothingSpent) }),
    ...(model !== undefined && { model }),
  };
}

function afterTurn({ thing: before, children, now }: CriterionNow, at: Step<'working'>): CriterionDecision {
  const { spec } = before;
  const came = judgeTurn(
    children.find((child) => child.key === at.key),
    before.state.conversation,
  );
  if (came.kind === 'under_way') return wait('the agent');
  const state = { ...before.state, spent: spentOn(children) };
  const known = {
    ...state,
    ...('turn' in came && came.turn !== null && { conversation: came.turn.conversation ?? state.conversation }),
  };
  const thing = { ...before, state: known };
  switch (came.kind) {
    case 'refused':
      return came.failure.error_code === 'COPY_MISSING'
        ? advance(state, ended(blockedBy(came.failure)))
        : nextAgent(thing, came.failure.message, now, null);
    case 'forgotten':
      return advance({ ...state, conversation: null }, { kind: 'prompting', cut: false }, [
        { kind: 'conversation_forgotten', data: { criterion: spec.label } },
      ]);
    case 'over':
      return advance(known, { kind: 'keeping' }, [{ kind: 'turn_stopped', data: { criterion: spec.label } }]);
    case 'cut':
      return afterCut(thing, known, came.turn, now);
    case 'failed':
      return nextAgent(thing, came.why, now, came.until);
    case 'answered':
      return afterAnswer(thing, came.text, came.turn);
  }
}

function afterCut(thing: Criterion, state: CriterionState, turn: Turn, now: Instant): CriterionDecision {
  if (state.cuts >= maxCuts) return nextAgent({ ...thing, state }, `its turn was cut ${state.cuts} times`, now, null);
  const { conversation } = turn;
  const cuts = state.cuts + 1;
  return advance({ ...state, cuts }, { kind: 'keeping' }, [
    { kind: 'turn_cut', data: { criterion: thing.spec.label, cuts, conversation } },
  ]);
}

/** What it says of the plan is heard first; else the gates say what its work is worth. */
function afterAnswer(thing: Criterion, text: string, { context }: Turn): CriterionDecision {
  const { spec } = thing;
  const answer = text.slice(-answerLength);
  const found = spec.plan === null ? { kind: 'none' as const } : findAmendment(text);
  const report = findWorkReport(text);
  const state = { ...relieved(thing, answer, context), answer, report: report.kind === 'found' ? report.report : null };
  if (found.kind === 'found' && found.amendment.criteria.length > 0)
    return {
      kind: 'advance',
      state: { ...state, at: ended({ kind: 'amended', amendment: found.amendment }) },
      said: [],
    };
  if (found.kind === 'none' && report.kind === 'incomplete') return lacking(state, spec.label, report.missing);
  const held = found.kind === 'none' ? holdBack(spec, state) : null;
  if (held !== null) return held;
  const remarks: Readonly<Record<typeof found.kind, readonly Said[]>> = {
    none: [],
    found: [
      {
        kind: 'plan_remarked',
        data: { criterion: spec.label, why: found.kind === 'found' ? found.amendment.why : '' },
      },
    ],
    unreadable: [
      { kind: 'plan_remarked', data: { criterion: spec.label, why: 'what it says of the plan cannot be read' } },
    ],
  };
  return { kind: 'advance', state: { ...state, at: { kind: 'capturing' } }, said: remarks[found.kind] };
}

/** Once in each attempt; who does not say it then either goes no further. */
function lacking(state: CriterionState, criterion: string, missing: readonly string[]): CriterionDecision {
  const why = `its agent's report of the work is not whole, also when it was asked again: ${missing.join('; ')}`;
  if (state.askedIn === state.attempt) return advance(state, ended({ kind: 'blocked', why }));
  const asked = { ...state, askedIn: state.attempt };
  return advance(asked, { kind: 'prompting', cut: false, lacks: missing }, [
    { kind: 'report_incomplete', data: { criterion, missing } },
  ]);
}

/**
 * Who stops with something left is sent on in its own conversation before its work is checked, so often in an attempt.
 * Where the conversation was left, for it was too full or there is none, the stop holds.
 */
function holdBack({ label, holds = 0 }: Criterion['spec'], state: CriterionState): CriterionDecision | null {
  const { status, left = [] } = state.report ?? {};
  const times = state.held?.attempt === state.attempt ? state.held.times : 0;
  if (status !== 'continue' || state.conversation === null || times >= holds) return null;
  const held = { ...state, held: { attempt: state.attempt, times: times + 1 } };
  return advance(held, { kind: 'prompting', cut: false, left }, [
    { kind: 'stop_held_back', data: { criterion: label, left, times: times + 1, of: holds } },
  ]);
}

/** Beyond this part of its context an agent does worse than one that is told what matters. */
const usualContext = 40;

/** A conversation that is too full is left; the next one is told what was done. */
function relieved({ spec, state }: Criterion, answer: string, context: Turn['context']): CriterionState {
  if (context === undefined || context.used * 100 <= context.window * (spec.context ?? usualContext)) return state;
  return {
    ...state,
    conversation: null,
    handover: { from: spec.agents[state.agent] ?? '', answer, failures: [] },
  };
}

/** A failing agent is followed by the next with the hand-over context; a limit with a reset time is waited for where there is no next. */
function nextAgent(thing: Criterion, why: string, now: Instant, until: number | null): CriterionDecision {
  const { state, spec } = thing;
  const agent = spec.agents[state.agent];
  const said: readonly Said[] = [{ kind: 'agent_failed', data: { criterion: spec.label, agent, why } }];
  const next = nextAgentOf(spec.agents, state.agent, until, now);
  switch (next.kind) {
    case 'agent': {
      const handover = { from: agent ?? '', answer: state.answer ?? null, failures: [] };
      const fresh = { ...state, agent: next.agent, conversation: null, handover };
      return advance(fresh, { kind: 'prompting', cut: false }, said);
    }
    case 'limit':
      return advance(state, { kind: 'limited', until: next.until, message: why }, said);
    case 'nobody':
      return advance(state, ended({ kind: 'blocked', why: `${agent}: ${why}` }), said);
  }
}

/** The task wakes it: it may have to wait for a slot. */
function afterLimit({ thing, notices, now }: CriterionNow, at: Step<'limited'>): CriterionDecision {
  const told = noticesOf(notices, 'limit_over').some(({ body }) => body?.until === at.until);
  if (now >= at.until && told) return advance(thing.state, { kind: 'prompting', cut: false });
  const until = now < at.until ? instant(at.until) : null;
  return { kind: 'wait', until, on: `the agent's limit: ${at.message}` };
}
