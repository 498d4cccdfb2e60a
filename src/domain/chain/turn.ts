// A step of an agent: begun with an empty context, judged by what it handed in.
import { instant } from '../ids.ts';
import { isForgotten } from '../run/is-forgotten.ts';
import type { Run, RunSpec } from '../run/run.ts';
import { whyNoAnswer } from '../run/why-no-answer.ts';
import { promptOf } from '../text/prompts/chain.ts';
import {
  type Chain,
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
  if (run === undefined) return begin(view, at, key);
  return run.state.kind === 'ended' ? judge(view, at, key, run) : wait(key);
}

function begin({ thing }: ChainView, at: TurnStep, key: string): ChainDecision {
  const { spec, state } = thing;
  const { by, writes } = turns[at.turn];
  const agent = spec[by];
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

function judge({ thing }: ChainView, at: TurnStep, key: string, run: Run): ChainDecision {
  const { state } = thing;
  if (run.state.kind !== 'ended') return wait(key);
  const { result, ending } = run.state;
  const anew: TurnStep = { ...at, cuts: at.cuts + 1, again: null };
  if (ending?.kind === 'lost' && at.cuts < mostCuts)
    return advance(state, anew, [{ kind: 'chain_step_lost', data: { step: key } }]);
  if (result.kind === 'refused')
    return advance(state, trouble(`${key} could not begin: ${result.failure.message}`, anew));
  if (result.kind !== 'turn') throw new Error(`${key} came to ${result.kind}`);
  const { outcome, conversation } = result.turn;
  if (at.again !== null && isForgotten(at.again.conversation, result.turn)) return advance(state, anew);
  if (outcome.kind === 'limited' && outcome.until !== null)
    return advance(state, { kind: 'resting', until: outcome.until, back: anew }, [
      { kind: 'chain_limited', data: { step: key, until: outcome.until } },
    ]);
  if (outcome.kind !== 'answered' && outcome.kind !== 'refused_by_permission')
    return advance(state, trouble(`${key} came to no end: ${whyNoAnswer(outcome)}.`, anew));
  const next = follow({ chain: thing, at, key, text: outcome.text, conversation });
  const then: ChainStep = turns[at.turn].writes ? next.at : { kind: 'restoring', next: next.at };
  const files = [{ name: key, text: outcome.text }, ...next.files];
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
