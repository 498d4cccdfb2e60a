// A step of an agent: begun with an empty context, judged by what it handed in.
import { instant } from '../ids.ts';
import { heirOf, judgeTurn, type TurnCame } from '../parts/turn.ts';
import type { Run, RunSpec } from '../run/run.ts';
import { whyNoAnswer } from '../run/why-no-answer.ts';
import { promptOf } from '../text/prompts/chain.ts';
import {
  type Chain,
  type ChainKnown,
  type ChainState,
  type ChainStep,
  type ChainView,
  isOfIssue,
  mostCuts,
  plansOf,
  type TurnStep,
  turns,
} from './chain.ts';
import { follow } from './follow.ts';
import {
  advance,
  atWork,
  type ChainDecision,
  type ChainRows,
  go,
  known,
  minutes,
  type Step,
  to,
  trouble,
  wait,
} from './moves.ts';

export const turnSteps: ChainRows<'turn' | 'restoring' | 'resting'> = {
  turn: { ...atWork, act: null, decide: takeTurn },
  restoring: {
    ...atWork,
    act: 'restore-copy',
    input: ({ thing: { id, state } }) => ({
      ...{ hub: known(state, 'hub'), copy: known(state, 'copy').path, tree: known(state, 'tree') },
      // Beside what a removed copy leaves under the chain's own name, not below it.
      label: `${id}-plan-${state.plan + 1}`,
    }),
    applied: ({ state }, { next }, { changed }) =>
      to(state, next, {}, changed.length === 0 ? [] : [{ kind: 'wrote_in_read_only', data: { paths: changed } }]),
  },
  resting: { ...atWork, slot: ({ now }, { until }) => now < until, act: null, decide: rest },
};

function rest({ thing: { state }, now }: ChainView, at: Step<'resting'>): ChainDecision {
  if (now >= at.until) return advance(state, at.back);
  return wait("the agent's service", instant(at.until));
}

/** `cx-impl-23-r1`; of a plan that was made anew `cx-impl-23-p2-r1`; of an issue `cx-map-r1`. */
export function stepName({ spec, state }: Chain, at: TurnStep): string {
  const plan = plansOf({ spec, state })[state.plan];
  const { replans = 0 } = state.known;
  return [
    ...[spec.name, at.turn],
    ...(isOfIssue(at.turn) ? [] : [plan?.label ?? 'plan', ...(replans === 0 ? [] : [`p${replans + 1}`])]),
    ...[`r${at.round}`, ...(at.cuts === 0 ? [] : [`c${at.cuts}`]), ...(at.again === null ? [] : ['again'])],
  ].join('-');
}

function takeTurn(view: ChainView, at: TurnStep): ChainDecision {
  const key = stepName(view.thing, at);
  const run = view.children.find((child) => child.key === key);
  return run === undefined ? begin(view, at, key) : afterTurn(view, at, key, run);
}

/** Who takes its turns, in order: whom the chain was begun with, then those that are configured for the same. */
function agentsFor({ spec }: Chain, { turn: kind }: TurnStep): readonly string[] {
  const { by } = turns[kind];
  const configured = spec.settings.agents[by === 'worker' ? 'develop' : 'review'];
  return [...new Set([spec[by], ...configured])];
}

/** Which of them works on the plan; the first again with the next plan. */
const agentOf = ({ state }: Chain, { turn: kind }: TurnStep): number => state.known.agents?.[turns[kind].by] ?? 0;

const withAgent = ({ state }: Chain, { turn: kind }: TurnStep, agent: number): Pick<ChainKnown, 'agents'> => ({
  agents: { ...state.known.agents, [turns[kind].by]: agent },
});

function begin({ thing }: ChainView, at: TurnStep, key: string): ChainDecision {
  const { spec, state } = thing;
  const { writes } = turns[at.turn];
  const agent = agentsFor(thing, at)[agentOf(thing, at)] ?? spec[turns[at.turn].by];
  const run: RunSpec = {
    purpose: {
      kind: 'agent',
      role: writes ? 'develop' : 'analyze',
      agent,
      mode: writes ? 'write' : 'analysis',
      prompt: promptOf(thing, at),
      resume: at.again?.conversation ?? null,
      copy: known(state, 'copy').path,
      hub: known(state, 'hub'),
    },
    deadlineMs: spec.settings.agent[agent]?.maxRuntimeMs ?? minutes(120),
    sandbox: spec.settings.sandbox,
  };
  return {
    kind: 'spawn',
    children: [{ kind: 'run', key, spec: run, state: { kind: 'requested' } }],
    state,
    said: [{ kind: 'chain_step_started', data: { step: key, agent } }],
  };
}

function afterTurn(view: ChainView, at: TurnStep, key: string, run: Run): ChainDecision {
  const { state } = view.thing;
  const came = judgeTurn(run, at.again?.conversation ?? null);
  const mayBeginAnew = at.cuts < mostCuts;
  const noEnd = (why: string, until: number | null = null): ChainDecision =>
    nextAgent(view, at, key, { why, until, text: `${key} came to no end: ${why}.` });
  switch (came.kind) {
    case 'under_way':
      return wait(key);
    case 'forgotten':
      return advance(state, anew(at));
    case 'cut':
      return mayBeginAnew ? lost(state, at, key) : noEnd(`its turn was cut ${at.cuts} times`);
    case 'refused': {
      if (came.lost && mayBeginAnew) return lost(state, at, key);
      const why = came.failure.message;
      const text = `${key} could not begin: ${why}`;
      // No other agent could begin in a copy that is gone.
      if (came.failure.error_code === 'COPY_MISSING') return advance(state, trouble(text, anew(at)));
      return nextAgent(view, at, key, { why, until: null, text });
    }
    case 'over':
      return noEnd(whyNoAnswer(came.turn.outcome));
    case 'failed':
      if (came.turn === null) throw new Error(`${key}: ${came.why}`);
      return noEnd(came.why, came.until);
    case 'answered':
      return afterAnswer(view.thing, at, key, came);
  }
}

const anew = (at: TurnStep): TurnStep => ({ ...at, cuts: at.cuts + 1, again: null });

const lost = (state: ChainState, at: TurnStep, key: string): ChainDecision =>
  advance(state, anew(at), [{ kind: 'chain_step_lost', data: { step: key } }]);

/** `text`: for the person. */
type Failing = { readonly why: string; readonly until: number | null; readonly text: string };

/** The next agent begins the step anew; where there is none a limit that names a time is waited for, and all else is a person's, after whom the first begins. */
function nextAgent({ thing, now }: ChainView, at: TurnStep, key: string, { why, until, text }: Failing): ChainDecision {
  const { state } = thing;
  const agents = agentsFor(thing, at);
  const agent = agentOf(thing, at);
  const heir = heirOf(agents, agent, until, now);
  switch (heir.kind) {
    case 'agent':
      return advance(
        state,
        anew(at),
        [{ kind: 'agent_failed', data: { step: key, agent: agents[agent], why } }],
        withAgent(thing, at, heir.agent),
      );
    case 'limit':
      return advance(state, { kind: 'resting', until: heir.until, back: anew(at) }, [
        { kind: 'chain_limited', data: { step: key, until: heir.until } },
      ]);
    case 'nobody':
      return advance(state, trouble(text, anew(at)), [], agent === 0 ? {} : withAgent(thing, at, 0));
  }
}

function afterAnswer(
  thing: Chain,
  at: TurnStep,
  key: string,
  { text, turn: { conversation } }: Extract<TurnCame, { kind: 'answered' }>,
): ChainDecision {
  const { state } = thing;
  const next = follow({ chain: thing, at, key, text, conversation });
  const then: ChainStep = turns[at.turn].writes ? next.at : { kind: 'restoring', next: next.at };
  const files = [{ name: key, text }, ...next.files];
  return {
    kind: 'advance',
    state: go(
      { ...state, notes: [...state.notes, ...next.notes], ...(next.cut === null ? {} : { cut: next.cut }) },
      files.reduceRight<ChainStep>((after, file) => ({ kind: 'filing', ...file, next: after }), then),
      next.known,
    ),
    said: [{ kind: 'chain_step_ended', data: { step: key, what: next.said } }],
  };
}
