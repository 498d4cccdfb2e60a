// Analysis by an agent that may only read, and the plan made from it.

import { sayOpen } from '../../criterion/confidence.ts';
import type { Applied } from '../../decision.ts';
import type { Said } from '../../fact/fact.ts';
import { isRival } from '../../feature/part.ts';
import { chooseAgents, offerAnother } from '../../parts/switch-agent.ts';
import { isOfCopy, nextAgentOf } from '../../parts/turn.ts';
import { parseReport } from '../../plan/parse-report.ts';
import type { Plan } from '../../plan/plan.ts';
import { planFrom, recommendedAt } from '../../plan/plan-from.ts';
import { sayFrame } from '../../plan/read-frame.ts';
import type { Proposal, Report } from '../../plan/report.ts';
import { saySize, sizeOf } from '../../plan/size-of.ts';
import { choice } from '../../question/choice.ts';
import type { Choice } from '../../question/question.ts';
import type { AgentPrices } from '../../run/turn-price.ts';
import { environmentNotes } from '../../text/environment-notes.ts';
import { analysisPrompt } from '../../text/prompts/analysis.ts';
import { planPrompt } from '../../text/prompts/plan.ts';
import { askAgainPrompt } from '../../text/prompts/report-form.ts';
import { resumeSentence } from '../../text/prompts/resume.ts';
import { closeFences } from '../../text/safe/fence.ts';
import { ask } from '../ask.ts';
import { budgetAnswers } from '../budget/answer.ts';
import { stopForBudget } from '../budget/ask.ts';
import { limitOf } from '../budget/budget-of-task.ts';
import { estimate, sayEstimate, turnsToPrice } from '../budget/estimate.ts';
import { restoreCopy, snapshotCopy } from '../copy-acts.ts';
import { beginCriteria } from '../criteria/next.ts';
import { environmentOf } from '../environment.ts';
import { saySplit, split, splitChoice } from '../features/split.ts';
import { release } from '../judge-outcome.ts';
import {
  advance,
  analysts,
  copyOf,
  go,
  lastRun,
  type Step,
  type TaskDecision,
  type TaskView,
  unknownAgent,
  wait,
  wordsBefore,
} from '../moves.ts';
import { firstLook } from '../next-phase.ts';
import { proposedPlan } from '../proposed-plan.ts';
import { textWithAttachments } from '../settings/attachments.ts';
import { atWork, type Done, type Given, type StepRows } from '../step-row.ts';
import type { TaskSpec, TaskState, TaskStep } from '../task.ts';
import type { Work } from '../work.ts';
import { isPlanDoubted, notesForPlanner, sayPlanReview, toReview } from './plan-review.ts';
import { againLabel, commandsIn, environmentInPlan, environmentToAsk, wantsToKnow } from './probe.ts';
import { programsFirst } from './programs-first.ts';
import { readTurn, startReading, undone } from './reading.ts';
import { bringBack } from './repair-copy.ts';

function analyze(view: TaskView, at: Step<'analyzing'>): TaskDecision {
  const { state, spec } = view.thing;
  if (state.fetched < state.runs) return afterAnalysis(view, at);
  const agent = analysts(spec, at)[at.agent] ?? '';
  const stopped = stopForBudget(view, at, agent);
  if (stopped !== null) return stopped;
  const turn = { role: at.role ?? 'analyze', agent, prompt: promptOf(view, at), resume: at.resume } as const;
  const kind = at.role === 'plan' ? 'planning_started' : 'analysis_started';
  return startReading(view, turn, [{ kind, data: { agent } }]);
}

function promptOf({ thing }: TaskView, at: Step<'analyzing'>): string {
  const { state, spec } = thing;
  if (at.missing !== null && at.resume !== null)
    return at.missing.length === 0 ? resumeSentence : askAgainPrompt(at.missing);
  const report = state.known.work.report?.report ?? null;
  if (at.role === 'plan' && report !== null)
    return planPrompt({
      task: textWithAttachments(spec),
      report,
      notes: [...state.said, ...notesForPlanner(state, at)],
    });
  return analysisPrompt({
    task: textWithAttachments(spec),
    notes: [...state.said, ...baseFailures(thing), ...environmentNotes(environmentOf(thing), state.known.environment)],
    words: at.words,
    ...environmentToAsk(thing),
  });
}

const baseFailures = ({ state }: TaskView['thing']): readonly string[] =>
  state.known.work.baseline
    .filter((result) => result.verdict === 'failed')
    .map((result) => `Fails on the base already, ${result.gate}: ${result.why}`);

function afterAnalysis(view: TaskView, at: Step<'analyzing'>): TaskDecision {
  const { state } = view.thing;
  const came = readTurn(lastRun(view), at.resume);
  const dealt = { ...state, fetched: state.runs };
  switch (came.kind) {
    case 'working':
      return wait('the analysis');
    case 'again':
      return advance(dealt, { ...at, resume: came.resume, missing: came.resume === null ? null : [] }, came.said);
    case 'answered':
      return advance(dealt, {
        kind: 'reading_analysis',
        agent: at.agent,
        text: came.text,
        conversation: came.conversation,
        asked: at.missing !== null && at.missing.length > 0,
        looks: at.looks,
        ...(at.agents && { agents: at.agents }),
        ...(at.role && { role: at.role }),
      });
    case 'failed':
      if (isOfCopy(came.failure))
        return advance(dealt, bringBack(dealt, came.failure, { ...at, resume: null, missing: null }).at);
      // Waited for already: the same prompt once more, in the same conversation.
      if (limitOf(view) !== null) return advance(dealt, { ...at, resume: came.conversation, missing: null });
      return nextAnalyst({ ...view, thing: { ...view.thing, state: dealt } }, at, came.why);
  }
}

function nextAnalyst(view: TaskView, at: Step<'analyzing'>, why: string): TaskDecision {
  const { state, spec } = view.thing;
  const agents = analysts(spec, at);
  const said: readonly Said[] = [{ kind: 'agent_failed', data: { agent: agents[at.agent], why } }];
  const next = nextAgentOf(agents, at.agent, null, view.now);
  if (next.kind === 'agent') return advance(state, { ...at, agent: next.agent, resume: null, missing: null }, said);
  const asked = ask(
    state,
    spec,
    {
      kind: 'stuck',
      text: `No agent could ${at.role === 'plan' ? 'plan' : 'analyze'} this. ${agents[at.agent]}: ${why}`,
      choices: [
        choice('retry', 'try again'),
        ...offerAnother(spec, agents[at.agent], agents),
        choice('plan', 'here is my own plan', 'required'),
        choice('abandon', 'give up'),
      ],
      binding: `analysis-${state.asked}`,
      shown: { why },
      auto: null,
    },
    { ...at, agent: 0, resume: null, missing: null },
  );
  return 'said' in asked ? { ...asked, said: [...said, ...asked.said] } : asked;
}

/** The tree must be what it was before the analysis, and have what the report speaks of. */
function readAnalysis(view: TaskView, { text }: Step<'reading_analysis'>): TaskDecision {
  const { state } = view.thing;
  const parsed = parseReport(text);
  const said = parsed.ok ? parsed.report.locations.map(({ file, line }) => ({ file, line })) : [];
  const places = { tree: copyOf(state).tree, said };
  return snapshotCopy(view, `analysis-${state.runs}`, said.length === 0 ? {} : { places });
}

/** Where the answer leads: a report, one more request for what is missing, or the raw text. */
function judgeReport(
  spec: TaskSpec,
  at: Step<'reading_analysis'>,
): {
  readonly next: TaskStep;
  readonly report: Work['report'];
} {
  const { agent, text, conversation, asked, looks, agents, role } = at;
  const by = analysts(spec, at)[agent] ?? '';
  const parsed = parseReport(text);
  if (!parsed.ok && !asked && conversation !== null)
    return {
      next: {
        kind: 'analyzing',
        agent,
        resume: conversation,
        missing: parsed.missing,
        looks,
        words: null,
        ...(agents && { agents }),
        ...(role && { role }),
      },
      report: null,
    };
  // Without a plan that can be read the analysis stands as it is.
  if (role === 'plan')
    return {
      next: { kind: 'planning', looks, drafted: true },
      report: parsed.ok ? { report: parsed.report, text, by } : null,
    };
  return { next: { kind: 'planning', looks }, report: { report: parsed.ok ? parsed.report : null, text, by } };
}

const undoAnalysis = (view: TaskView): TaskDecision =>
  restoreCopy(view, copyOf(view.thing.state).tree, `analysis-${view.thing.state.runs}`);

function plan(view: TaskView, at: Step<'planning'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  // Agreed to already, for all that do it.
  if (isRival(spec) && state.known.work.plan !== null) return agree(view, state.known.work.plan);
  const further = wantsToKnow(thing, at.looks);
  if (further !== null) return advance(state, further);
  const draft = toDraft(thing, at);
  if (draft !== null) return advance(state, draft);
  const reviewing = toReview(thing, at);
  if (reviewing !== null) return advance(state, reviewing);
  const size = sizeOf(state.known.work.report?.report ?? null);
  const proposal = proposedPlan(thing);
  if (spec.until === 'analyze')
    return advance(
      state,
      release(
        {
          kind: 'not_verified',
          why: 'ended with the analysis, as asked',
          open: proposal.criteria.map((each) => `${each.label}: ${each.text}`),
        },
        state.at,
      ),
    );
  if (state.prices === undefined)
    return { kind: 'perform', effect: { name: 'price-turns', input: turnsToPrice(spec) } };
  const cost = estimate(spec, proposal, state.prices);
  const proposals = state.known.work.report?.report?.proposals ?? [];
  const agreed = spec.plan === null ? recommendedAt(proposals) : -1;
  const unread =
    state.known.work.report !== null && state.known.work.report.report === null
      ? '\nThe report did not satisfy its schema; this is its raw text:\n'
      : '';
  return ask(
    state,
    spec,
    {
      kind: 'plan',
      text: `${[saySize(size), closeFences(proposal.text)].filter(Boolean).join('\n\n')}${unread}${unread === '' ? '' : closeFences((state.known.work.report?.text ?? '').slice(0, 4000))}${sayOthers(proposals, agreed)}${sayPlanReview(state, at)}${sayOpen(proposal)}\n\n${sayEstimate(spec, cost)}${saySplit(thing)}${environmentInPlan(thing)}`,
      choices: [
        ...wayChoices(proposals, agreed),
        choice('change', 'change this', 'required'),
        ...(at.looks < 2 ? [choice('again', againLabel(thing), 'optional')] : []),
        ...splitChoice(thing),
        choice('enough', 'end here, with the analysis'),
        choice('plan', 'here is my own plan', 'required'),
        choice('cancel', 'cancel the task'),
      ],
      binding: JSON.stringify(proposal),
      shown: { plan: proposal, report: state.known.work.report?.report ?? null, size, cost },
      auto: isPlanDoubted(thing, at) ? null : splitChoice(thing).length > 0 ? 'split' : 'go',
    },
    state.at,
  );
}

const costOf = (thing: TaskView['thing'], prices: readonly AgentPrices[]): string =>
  sayEstimate(thing.spec, estimate(thing.spec, proposedPlan(thing), prices));

/** The plan and the other ways, each proposal at its own number; the plan stands in the place of the proposal that it is, else before them. `agreed`: -1 where it is none. */
function wayChoices(proposals: readonly Proposal[], agreed: number): readonly Choice[] {
  const ways = proposals.map(({ title }, index) =>
    index === agreed
      ? choice('go', `do it like this: ${title}`)
      : choice(`proposal_${index + 1}`, `proposal ${numberOf(index, agreed)}: ${title}`),
  );
  return agreed < 0 ? [choice('go', 'do it like this'), ...ways] : ways;
}

/** As it stands in the list of choices. */
const numberOf = (index: number, agreed: number): number => index + (agreed < 0 ? 2 : 1);

/** What the other ways are, numbered as the choices are. */
function sayOthers(proposals: readonly Proposal[], agreed: number): string {
  const others = proposals.flatMap(({ title, text, risk }, index) => {
    const cut = text.length > mostOfProposal ? `${text.slice(0, mostOfProposal)}...` : text;
    const told = `Proposal ${numberOf(index, agreed)}: ${title}\n${closeFences(cut)}`;
    return index === agreed ? [] : [risk === undefined ? told : `${told}\nRisk: ${risk}`];
  });
  return others.length === 0 ? '' : `\n\nOther ways:\n\n${others.join('\n\n')}`;
}

const mostOfProposal = 1_000;

/** Another agent makes the plan, where one is appointed for it and the work is not small. Null: the analysis is the plan. */
function toDraft({ state, spec }: TaskView['thing'], at: Step<'planning'>): TaskStep | null {
  const report = state.known.work.report?.report ?? null;
  const { agents, appointed = [] } = spec.settings;
  const apart = appointed.includes('plan') && agents.plan.some((agent) => !agents.analyze.includes(agent));
  if (!apart || at.drafted || spec.until === 'analyze' || spec.plan !== null) return null;
  if (report === null || sizeOf(report).kind === 'small') return null;
  return { kind: 'analyzing', agent: 0, resume: null, missing: null, looks: at.looks, words: null, role: 'plan' };
}

/** The plan that an answer agreed to, and where it leads: what it is to be checked by is looked for first. */
export const agree = (view: TaskView, plan: Plan): TaskDecision =>
  programsFirst(view.thing.state, { plan }) ?? followPlan(view, plan);

export function followPlan(view: TaskView, plan: Plan): TaskDecision {
  const { state, spec } = view.thing;
  const said: readonly Said[] = [
    {
      kind: 'plan_agreed',
      data: {
        criteria: plan.criteria.map(({ label, text }) => ({ label, text })),
        ...(plan.frame && { besides: sayFrame(plan.frame) }),
      },
    },
  ];
  if (spec.until === 'plan')
    return advance(
      state,
      release(
        {
          kind: 'not_verified',
          why: 'ended with the plan, as asked',
          open: plan.criteria.map((each) => `${each.label}: ${each.text}`),
        },
        state.at,
      ),
      said,
      { work: { plan } },
    );
  if (spec.rivals !== undefined) return advance(state, { kind: 'following_rivals' }, said, { work: { plan } });
  return advance(state, beginCriteria(view.thing, plan.criteria, wordsBefore(state)), said, { work: { plan } });
}

function analysisRead({
  thing,
  state,
  at,
  output: { tree, absent = [] },
}: Done<'reading_analysis', 'snapshot'>): Applied<TaskState> {
  const { next, report } = judgeReport(thing.spec, at);
  const found = report === null ? {} : { work: { report: { ...report, report: withAbsent(report.report, absent) } } };
  if (tree === copyOf(state).tree) return go(state, next, [], found);
  return go(state, { kind: 'undoing_analysis', tree, next }, [], found);
}

const withAbsent = (report: Report | null, absent: readonly number[]): Report | null =>
  report && {
    ...report,
    locations: report.locations.map((each, number) => (absent.includes(number) ? { ...each, absent: true } : each)),
  };

// Where the answers lead.

export const ownPlan = (view: TaskView, _back: TaskStep, { words }: Given): TaskDecision =>
  agree(view, planFrom(view.thing.spec.text, words ?? '', null, null));

function moveAnalysis({ thing }: TaskView, back: Step<'analyzing'>, given: Given): TaskDecision {
  const { state, spec } = thing;
  const words = given.words ?? '';
  const listed = analysts(spec, back);
  const agents = chooseAgents(spec, listed.at(-1), listed, words);
  return agents === null ? unknownAgent(state, back, words) : advance(state, { ...back, agents });
}

function changePlan(view: TaskView, _back: TaskStep, { words }: Given): TaskDecision {
  const agreed = proposedPlan(view.thing);
  return agree(view, { ...agreed, text: `${agreed.text}\n\nThe person changed this: ${words ?? ''}` });
}

/** A person's words may carry commands: they are asked first. */
function lookAgain({ thing }: TaskView, back: Step<'planning'>, { words }: Given): TaskDecision {
  const { state } = thing;
  const looks = back.looks + 1;
  const { commands, rest } = commandsIn(environmentOf(thing) === null ? '' : (words ?? ''));
  if (commands.length === 0) return advance(state, { ...firstLook, looks, words: words === '' ? null : words });
  return advance(state, { kind: 'looking', commands, looks, allowed: true, words: rest === '' ? null : rest });
}

function endWithAnalysis({ thing }: TaskView, back: Step<'planning'>): TaskDecision {
  const open = proposedPlan(thing).criteria.map((each) => `${each.label}: ${each.text}`);
  return advance(thing.state, release({ kind: 'not_verified', why: 'ended with the analysis', open }, back));
}

function takeProposal(view: TaskView, _back: TaskStep, { rest }: Given): TaskDecision {
  const { state, spec } = view.thing;
  return agree(view, planFrom(spec.text, null, state.known.work.report?.report ?? null, Number(rest) - 1));
}

export const analyzeSteps: StepRows<'analyzing' | 'reading_analysis' | 'undoing_analysis' | 'planning'> = {
  analyzing: {
    ...atWork,
    phase: 'analyze',
    says: ({ task }, at) => `analyzes with ${analysts(task.spec, at)[at.agent] ?? 'an agent'}`,
    decide: analyze,
    answers: { ...budgetAnswers, another: moveAnalysis, plan: ownPlan },
  },
  reading_analysis: {
    ...atWork,
    phase: 'analyze',
    says: 'reads the analysis',
    decide: readAnalysis,
    applied: { snapshot: analysisRead },
  },
  undoing_analysis: {
    ...atWork,
    phase: 'analyze',
    says: 'reads the analysis',
    decide: undoAnalysis,
    applied: { 'restore-copy': undone },
  },
  planning: {
    ...atWork,
    phase: 'plan',
    says: 'plans',
    decide: plan,
    applied: {
      'price-turns': ({ thing, state, at, output: { prices } }) =>
        go({ ...state, prices }, at, [{ kind: 'cost_estimated', data: { most: costOf(thing, prices) } }]),
    },
    answers: {
      go: (view) => agree(view, proposedPlan(view.thing)),
      change: changePlan,
      again: lookAgain,
      split: (view, back, { words }) => split(view, back, words ?? ''),
      enough: endWithAnalysis,
      plan: ownPlan,
      proposal_: takeProposal,
    },
  },
};
