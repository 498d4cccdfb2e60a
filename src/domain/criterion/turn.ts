// A turn of the agent: its prompt, and what its outcome leads to.
import { defined } from '../defined.ts';
import type { EditTests } from '../edit/edit.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { Said } from '../fact/fact.ts';
import type { NodeRecord } from '../flow/node.ts';
import { type PartAt, partNow } from '../flow/parts.ts';
import { type Instant, instant } from '../ids.ts';
import { noticesOf } from '../notice.ts';
import { capturing } from '../parts/check.ts';
import { isOfCopy, judgeTurn, nextAgentOf } from '../parts/turn.ts';
import { findAmendment } from '../plan/amendment.ts';
import { findWorkReport } from '../plan/work-report.ts';
import type { AgentPurpose, RunSpec } from '../run/run.ts';
import type { Turn } from '../run/turn.ts';
import { spentOn } from '../run/usage.ts';
import { type DevelopmentAsk, developmentPrompt } from '../text/prompts/development.ts';
import { type HandOff, handOff, nextStepPrompt } from '../text/prompts/hand-off.ts';
import { resumeSentence } from '../text/prompts/resume.ts';
import { goOnWith, reportAgain } from '../text/prompts/work-report-form.ts';
import { beatAt, isForTests } from './beat.ts';
import { afterBudget, allowedOf, budgetLeft, isMetered, meteredFirst, stopForBudget } from './budget.ts';
import type { Criterion, CriterionNow, CriterionState, CriterionView, GoesOn, Step } from './criterion.ts';
import { failing, startOf, testFirst } from './judge-attempt.ts';
import { lookUpFirst } from './look-up.ts';
import {
  advance,
  blockedBy,
  type CriterionDecision,
  type CriterionRows,
  ended,
  spawn,
  to,
  turnDue,
  turnKey,
  wait,
} from './moves.ts';
import { setAsideIn, toolsLeftIn } from './sort-work.ts';

/** Of what an agent said, for the one that takes over. */
const answerLength = 4_000;
/** Turns cut by crashes before the agent is taken for broken. */
const maxCuts = 5;

const develops = (where: string): string => `develops ${where}`;

export const turnSteps: CriterionRows<'prompting' | 'working' | 'keeping' | 'limited' | 'out_of_budget'> = {
  prompting: {
    says: develops,
    ...meteredFirst,
    instead: (view, at) =>
      isMetered(view) ? (stopForBudget(view, { cut: at.cut }) ?? lookUpFirst(view) ?? prompt(view, at)) : null,
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
  const { goesOn } = spec;
  const inParents = goesOn?.conversation !== undefined && state.conversation === goesOn.conversation.id;
  const forks = inParents && goesOn.strategy !== 'resume';
  // What was said in a fork that nobody knows of was said to nobody.
  const fresh = state.conversation === null || forks || (inParents && state.spent === undefined);
  const news = noticesOf(notices, 'say').filter(({ seq }) => fresh || seq > state.heard);
  const resumes = at.cut && !fresh;
  const handover = state.handover ?? spec.handover ?? null;
  const before = state.history.at(-1) ?? spec.earlier;
  const again = [...(at.lacks ? [reportAgain(at.lacks)] : []), ...(at.left ? [goOnWith(at.left)] : [])];
  const part = at.next === true && !fresh ? partIn(thing) : null;
  const text = resumes
    ? resumeSentence
    : part !== null && spec.node !== undefined
      ? nextStepPrompt(
          spec.node,
          part,
          news.map(({ body }) => body),
        )
      : !fresh && again.length > 0 && news.length === 0
        ? again.join('')
        : developmentPrompt({
            task: spec.task,
            ...(spec.node && { handOff: handOff(handedOff(spec, spec.node, state)) }),
            criterion: {
              label: spec.label,
              text: spec.text,
              verify: spec.verify,
              kind: spec.kind,
              ...defined({ expected: spec.expected }),
            },
            plan: spec.plan,
            attempt: state.attempt,
            of: spec.attempts,
            ...beatIn(thing),
            testFirst: testFirst(spec),
            failures: before === undefined ? (handover?.failures ?? []) : failing(before.results),
            handover: fresh ? handover : null,
            ...((fresh || state.runs === 0) && spec.counsel && { counsel: spec.counsel }),
            left: state.report?.left ?? [],
            untested: state.untested ?? [],
            red: state.red ?? [],
            ...(spec.member && { owned: [...spec.member.owned.files, ...(spec.member.owned.tests ?? [])] }),
            ...(spec.scope && { outside: spec.scope.outside }),
            setAside: setAsideIn(state.history.at(-1)?.results ?? []),
            leftovers: toolsLeftIn(before?.results ?? []),
            ...(state.history.length === 0 && spec.clash && { clash: spec.clash }),
            ...(state.history.length === 0 && spec.rewound && { backTo: spec.rewound.attempt }),
            said: [...(spec.advice === null || !fresh ? [] : [spec.advice]), ...news.map(({ body }) => body), ...again],
          });
  const key = turnKey(state.runs + 1);
  const run: RunSpec = {
    purpose: {
      kind: 'agent',
      role: spec.role ?? 'develop',
      agent: spec.agents[state.agent] ?? '',
      mode: 'write',
      prompt: text,
      resume: state.conversation,
      ...(state.conversation !== null && state.conversation === spec.rewound?.conversation && { fork: true }),
      ...(forks && { fork: true }),
      ...(fresh && goesOn && { carried: goesOn.carried.text }),
      copy: spec.copy,
      hub: spec.hub,
      ...testsToRun(spec),
      ...within(view),
      ...(fresh && handover !== null && { changesSince: spec.base.tree }),
      ...(state.preAnalysis && { values: state.preAnalysis.values }),
      ...(spec.node && { techStack: spec.node.techStack }),
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
      ...(fresh && goesOn ? [sayGoesOn(spec.label, goesOn)] : []),
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

function beatIn(thing: Criterion): Pick<DevelopmentAsk, 'beat'> {
  const kind = beatAt(thing);
  return kind === null ? {} : { beat: { kind, red: thing.state.redTests?.why ?? null } };
}

const sayGoesOn = (node: string, { strategy, parents, carried, conversation }: GoesOn): Said => ({
  kind: 'node_goes_on',
  data: {
    node,
    strategy,
    parents,
    in_conversation: conversation !== undefined,
    carried: carried.from.map(({ bytes, carried: part }) => ({ bytes, carried: part })),
  },
});

const handedOff = (spec: Criterion['spec'], node: NodeRecord, state: CriterionState): HandOff => ({
  node,
  below: spec.below ?? '',
  found: Object.keys(state.preAnalysis?.values ?? {}),
  part: partIn({ spec, state }),
  ...defined({ builtOn: spec.builtOn, given: spec.given, gathers: spec.gathers }),
});

/** Turns that are of its tests and its change are not cut by its parts as well. */
const partIn = ({ spec, state }: Pick<Criterion, 'spec' | 'state'>): PartAt | null =>
  spec.beats === undefined ? partNow(spec.node, state) : null;

/** Where tests lead; a criterion of documents needs none. */
function testsToRun(spec: Criterion['spec']): Pick<AgentPurpose, 'tests' | 'edits'> {
  const test = spec.gatePlan.gates.find(({ gate }) => gate === 'test');
  if (testFirst(spec) === 'off' || test === undefined || test.absent !== null) return {};
  return { tests: test.argv, ...(spec.editMs !== undefined && { edits: editTests(spec, test, spec.editMs) }) };
}

function editTests(spec: Criterion['spec'], definition: GateDefinition, deadlineMs: number): EditTests {
  const { dependencies, gatePlan } = spec;
  const { tree, test } = startOf(spec);
  return { definition, tests: gatePlan.tests, tree, dependencies, deadlineMs, wholeMs: test?.durationMs ?? null };
}

/** What this turn may use, and the model that a person chose for it. */
function within(view: CriterionView): Pick<AgentPurpose, 'budget' | 'model'> {
  const { state, spec } = view.thing;
  const model = allowedOf(view).models?.[spec.agents[state.agent] ?? ''];
  return { ...budgetLeft(view), ...defined({ model }) };
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
      return isOfCopy(came.failure)
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
function afterAnswer(before: Criterion, text: string, { context, untested = [], red = [] }: Turn): CriterionDecision {
  const decided = judgeAnswer({ ...before, state: { ...before.state, untested, red } }, text, context);
  if (untested.length === 0 || !('said' in decided)) return decided;
  const told: Said = { kind: 'edits_untested', data: { criterion: before.spec.label, paths: untested } };
  return { ...decided, said: [told, ...decided.said] };
}

function judgeAnswer(thing: Criterion, text: string, context: Turn['context']): CriterionDecision {
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
  const further = found.kind === 'none' ? nextPart({ spec, state }) : null;
  if (further !== null) return further;
  if (found.kind === 'none' && report.kind === 'incomplete') return lacking(state, spec.label, report.missing);
  // The change is left when its tests are written.
  const held = found.kind === 'none' && !isForTests(thing) ? holdBack(spec, state) : null;
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

/** Null: that was the last, all were told at once, or it cannot go on. */
function nextPart({ spec, state }: Pick<Criterion, 'spec' | 'state'>): CriterionDecision | null {
  const now = partIn({ spec, state });
  const next = now?.parts[now.at + 1];
  if (now === null || next === undefined || state.report?.status === 'blocked') return null;
  const data = { node: spec.label, step: next.step, title: next.title, at: now.at + 2, of: now.parts.length };
  return advance({ ...state, report: null, part: now.at + 1 }, { kind: 'prompting', cut: false, next: true }, [
    { kind: 'part_given', data },
  ]);
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
  if (now >= at.until && told) return advance(thing.state, turnDue(at.back, false));
  const until = now < at.until ? instant(at.until) : null;
  return { kind: 'wait', until, on: `the agent's limit: ${at.message}` };
}
