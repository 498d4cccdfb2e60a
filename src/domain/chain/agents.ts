// Who takes the turns of a chain, and what they may use.
import { budgetQuestion } from '../parts/ask-budget.ts';
import { budgetOf, isHeldUp, stepOf, type Used } from '../parts/budget.ts';
import { spentOn } from '../run/usage.ts';
import { type Chain, type ChainView, type TurnStep, turns } from './chain.ts';
import { advance, type ChainDecision, stuck } from './moves.ts';

/** In order: as a person has chosen; else whom the chain was begun with, then those that are configured for the same. */
export function agentsFor({ spec, state }: Chain, { turn: kind }: TurnStep): readonly string[] {
  const { by } = turns[kind];
  const configured = spec.settings.agents[by === 'worker' ? 'develop' : 'review'];
  return state.known.work.chosen?.[by] ?? [...new Set([spec[by], ...configured])];
}

/** Which of them works on the plan; the first again with the next plan. */
export const agentOf = ({ state }: Chain, { turn: kind }: TurnStep): number =>
  state.known.work.agents?.[turns[kind].by] ?? 0;

export const agentAt = (chain: Chain, at: TurnStep): string =>
  agentsFor(chain, at)[agentOf(chain, at)] ?? chain.spec[turns[at.turn].by];

/** By its turns that have ended, and by all agents today as it was metered last. */
export const usedBy = ({ thing, children }: ChainView): Used => ({
  spent: spentOn(children),
  today: thing.state.metered?.used ?? null,
});

/** What all agents used of the day is looked up anew before each turn. */
export const isMetered = ({ state, spec }: Chain, step: string): boolean =>
  budgetOf({ state, spec })?.day === undefined || state.metered?.step === step;

/** Before a turn; null: it may begin. */
export function stopForBudget(view: ChainView, at: TurnStep): ChainDecision | null {
  const { thing } = view;
  const { id, state } = thing;
  const budget = budgetOf(thing);
  if (budget === null) return null;
  const used = usedBy(view);
  if (!isHeldUp(budget, used)) return null;
  const about = { id, agent: agentAt(thing, at), step: stepOf(thing), asked: state.asked };
  const { text, ...question } = budgetQuestion(budget, used, about);
  return advance(state, stuck('budget', text, at, { asks: { ...question, kind: 'budget' } }));
}
