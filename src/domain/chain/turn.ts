// A step of an agent: begun with an empty context, judged by what it handed in.
import { instant } from '../ids.ts';
import { budgetOf, withinBudget } from '../parts/budget.ts';
import { offerAnother } from '../parts/switch-agent.ts';
import { judgeTurn, nextAgentOf, type TurnCame } from '../parts/turn.ts';
import { choice } from '../question/choice.ts';
import type { Run, RunSpec } from '../run/run.ts';
import { spentOn } from '../run/usage.ts';
import { promptOf } from '../text/prompts/chain.ts';
import { agentAt, agentOf, agentsFor, isMetered, stopForBudget } from './agents.ts';
import {
  type Chain,
  type ChainState,
  type ChainStep,
  type ChainView,
  type ChainWork,
  isOfIssue,
  mostCuts,
  plansOf,
  type TurnStep,
  turns,
} from './chain.ts';
import { nextAfterAnswer } from './follow.ts';
import {
  advance,
  atWork,
  backAfter,
  type ChainDecision,
  type ChainRows,
  copyOf,
  go,
  known,
  looksAtPlan,
  minutes,
  placeOf,
  planAt,
  type Step,
  stuck,
  to,
  trouble,
  wait,
} from './moves.ts';

const sayTurn = (chain: Chain, at: TurnStep): string =>
  isOfIssue(at.turn)
    ? `${at.turn} of the issue, round ${at.round}`
    : `${at.turn} of plan ${planAt(chain)}, round ${at.round}`;

export const turnSteps: ChainRows<'turn' | 'restoring' | 'resting'> = {
  turn: {
    ...atWork,
    says: sayTurn,
    act: 'meter-day',
    instead: (view, at) => takeTurn(view, at),
    input: () => ({}),
    applied: (thing, at, used) => to({ ...thing.state, metered: { step: stepName(thing, at), used } }, at),
  },
  restoring: {
    ...atWork,
    says: looksAtPlan,
    act: 'restore-copy',
    input: ({ thing: { id, state } }) => ({
      hub: placeOf(state).hub,
      copy: copyOf(state).path,
      tree: known(state, 'work', 'tree'),
      // Beside what a removed copy leaves under the chain's own name, not below it.
      label: `${id}-plan-${state.plan + 1}`,
    }),
    applied: ({ state }, { next }, { changed }) =>
      to(state, next, {}, changed.length === 0 ? [] : [{ kind: 'wrote_in_read_only', data: { paths: changed } }]),
  },
  resting: {
    ...atWork,
    says: "waits for the agent's service",
    slot: ({ now }, { until }) => now < until,
    act: null,
    decide: rest,
  },
};

function rest({ thing: { state }, now }: ChainView, at: Step<'resting'>): ChainDecision {
  if (now >= at.until) return advance(state, at.back);
  return wait("the agent's service", instant(at.until));
}

/** `cx-impl-23-r1`; of a plan that was made anew `cx-impl-23-p2-r1`; of an issue `cx-map-r1`. */
export function stepName({ spec, state }: Chain, at: TurnStep): string {
  const plan = plansOf({ spec, state })[state.plan];
  const { replans = 0 } = state.known.work;
  return [
    ...[spec.name, at.turn],
    ...(isOfIssue(at.turn) ? [] : [plan?.label ?? 'plan', ...(replans === 0 ? [] : [`p${replans + 1}`])]),
    ...[`r${at.round}`, ...(at.cuts === 0 ? [] : [`c${at.cuts}`]), ...(at.again === null ? [] : ['again'])],
  ].join('-');
}

/** Null: what all agents used today is looked up first. */
function takeTurn(view: ChainView, at: TurnStep): ChainDecision | null {
  const key = stepName(view.thing, at);
  const run = view.children.find((child) => child.key === key);
  if (run !== undefined) return afterTurn(view, at, key, run);
  return isMetered(view.thing, key) ? (stopForBudget(view, at) ?? begin(view, at, key)) : null;
}

const withAgent = ({ state }: Chain, { turn: kind }: TurnStep, agent: number): Pick<ChainWork, 'agents'> => ({
  agents: { ...state.known.work.agents, [turns[kind].by]: agent },
});

function begin({ thing, children }: ChainView, at: TurnStep, key: string): ChainDecision {
  const { spec, state } = thing;
  const { writes } = turns[at.turn];
  const agent = agentAt(thing, at);
  const { hub } = placeOf(state);
  const copy = copyOf(state);
  const run: RunSpec = {
    purpose: {
      kind: 'agent',
      role: writes ? 'develop' : 'analyze',
      agent,
      mode: writes ? 'write' : 'analysis',
      prompt: promptOf(thing, at),
      resume: at.again?.conversation ?? null,
      copy: copy.path,
      hub,
      ...withinBudget(budgetOf(thing), spentOn(children), agent),
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
      const back = backAfter(came.failure, anew(at));
      if (back.kind === 'mending') return advance(state, trouble(text, back));
      return nextAgent(view, at, key, { why, until: null, text });
    }
    // Before it begins anew a person is asked.
    case 'over':
      return advance(state, anew(at), [{ kind: 'turn_stopped', data: {} }]);
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
  const next = nextAgentOf(agents, agent, until, now);
  switch (next.kind) {
    case 'agent':
      return advance(state, anew(at), [{ kind: 'agent_failed', data: { step: key, agent: agents[agent], why } }], {
        work: withAgent(thing, at, next.agent),
      });
    case 'limit':
      return advance(state, { kind: 'resting', until: next.until, back: anew(at) }, [
        { kind: 'chain_limited', data: { step: key, until: next.until } },
      ]);
    case 'nobody':
      return advance(
        state,
        stuck('agent', text, anew(at), {
          asks: { choices: [choice('retry', 'try again'), ...offerAnother(thing.spec, agents[agent], agents)] },
        }),
        [],
        agent === 0 ? {} : { work: withAgent(thing, at, 0) },
      );
  }
}

function afterAnswer(
  thing: Chain,
  at: TurnStep,
  key: string,
  { text, turn: { conversation } }: Extract<TurnCame, { kind: 'answered' }>,
): ChainDecision {
  const { state } = thing;
  const next = nextAfterAnswer({ chain: thing, at, key, text, conversation });
  const then: ChainStep = turns[at.turn].writes ? next.at : { kind: 'restoring', next: next.at };
  const files = [{ name: key, text }, ...next.files];
  return {
    kind: 'advance',
    state: go(
      { ...state, notes: [...state.notes, ...next.notes], ...(next.cut === null ? {} : { cut: next.cut }) },
      files.reduceRight<ChainStep>((after, file) => ({ kind: 'filing', ...file, next: after }), then),
      next.learned,
    ),
    said: [{ kind: 'chain_step_ended', data: { step: key, what: next.said } }],
  };
}
