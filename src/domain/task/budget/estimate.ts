// The most that the work on a plan may cost, for whoever is to agree to it: as many turns as the limits allow, each as the dearest like it. What has no known price is said as unknown.
import { mostLooks } from '../../criterion/confidence.ts';
import type { EffectInput } from '../../effect/effect.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Spent } from '../../run/spent.ts';
import type { AgentPrices, TurnPrice } from '../../run/turn-price.ts';
import { sayLimit } from '../../text/amounts.ts';
import type { TaskSpec } from '../task.ts';

/** A review and three that look again at what was mended for it. */
const mostReviews = 4;

type Turns = { readonly writes: number; readonly reads: number };

/** At most, over all that do it. */
function turnsOf({ settings, rivals }: TaskSpec, { criteria }: Pick<Plan, 'criteria'>): Turns {
  const { limits, review, advisers = [], appointed = [] } = settings;
  const rounds = (rivals?.length ?? 1) * (criteria.length + limits.fixRounds);
  const advised = advisers.length > 0 || appointed.includes('advise');
  return {
    writes: rounds * limits.attempts,
    reads: (advised ? rounds * mostLooks : 0) + (review === true ? mostReviews : 0),
  };
}

const writers = ({ settings: { agents }, rivals }: TaskSpec): readonly string[] => [
  ...new Set([...agents.develop, ...agents.fix, ...(rivals ?? []).flat()]),
];
const readers = ({ settings: { agents, review, advisers = [], appointed = [] } }: TaskSpec): readonly string[] => [
  ...new Set([...(review === true ? agents.review : []), ...(appointed.includes('advise') ? agents.advise : advisers)]),
];

export function turnsToPrice(spec: TaskSpec): EffectInput<'price-turns'> {
  const { agent, role, workspace } = spec.settings;
  const names = [...new Set([...writers(spec), ...readers(spec)])];
  const modelOf = (name: string) => role?.develop?.models?.[name] ?? agent[name]?.model ?? null;
  const { rivals = [], rivalModels = [] } = spec;
  const named = rivals.flatMap(([name = ''], at) => {
    const model = rivalModels[at] ?? null;
    return model === null ? [] : [{ agent: name, model }];
  });
  const others = names.filter((name) => !named.some((each) => each.agent === name));
  return {
    workspace: workspace.name,
    agents: [...named, ...others.map((name) => ({ agent: name, model: modelOf(name) }))],
  };
}

/** Of several, the dearest; null: of one of them nothing is known. */
function dearest(prices: readonly (TurnPrice | null)[]): TurnPrice | null {
  const known = prices.filter((price) => price !== null);
  if (known.length === 0 || known.length < prices.length) return null;
  return known.reduce((most, each) => (each.most.tokens > most.most.tokens ? each : most));
}

const times = (count: number, { money, tokens, unpriced }: Spent): Spent => ({
  money: money * count,
  tokens: Math.round(tokens * count),
  unpriced: Math.round(unpriced * count),
});
const plus = (one: Spent, other: Spent): Spent => ({
  money: one.money + other.money,
  tokens: one.tokens + other.tokens,
  unpriced: one.unpriced + other.unpriced,
});

export type Estimate = Turns & {
  /** Null: of an agent that may write, no turn is on record. */
  readonly known: { readonly most: Spent; readonly usual: Spent; readonly turns: number } | null;
  /** Of whom nothing is on record. */
  readonly unknown: readonly string[];
};

/** What reads is counted as what writes where none like it is on record. */
export function estimate(spec: TaskSpec, plan: Pick<Plan, 'criteria'>, prices: readonly AgentPrices[]): Estimate {
  const turns = turnsOf(spec, plan);
  const of = (names: readonly string[]) =>
    names.flatMap((name): readonly AgentPrices[] => {
      const own = prices.filter(({ agent }) => agent === name);
      return own.length > 0 ? own : [{ agent: name, model: null, writes: null, reads: null }];
    });
  const working = of(writers(spec));
  const writes = dearest(working.map((each) => each.writes));
  const unknown = working.filter((each) => each.writes === null).map(({ agent }) => agent);
  const first = working[0]?.writes ?? null;
  if (writes === null || first === null) return { ...turns, known: null, unknown };
  const reads = dearest(of(readers(spec)).map((each) => each.reads)) ?? writes;
  const most = plus(times(turns.writes, writes.most), times(turns.reads, reads.most));
  const usual = times((spec.rivals?.length ?? 1) * plan.criteria.length * first.perCriterion, first.usual);
  return { ...turns, known: { most, usual, turns: writes.turns }, unknown };
}

const amount = ({ money, tokens, unpriced }: Spent): string =>
  sayLimit({ money: unpriced > 0 ? null : money, tokens: unpriced > 0 ? tokens : null });

/** One line for each thing that is to be known of it. */
export function sayEstimate(spec: TaskSpec, { writes, reads, known, unknown }: Estimate): string {
  const turns = `${writes} turns that write, ${reads} that only read`;
  const limit = spec.settings.limits.budget?.task ?? null;
  return [
    known === null
      ? `The most it may cost is not known (${turns}): no turn of ${unknown.join(', ')} is on record.`
      : `The most it may cost is ${amount(known.most)} (${turns}, each as the dearest of ${known.turns} like it); usually it is ${amount(known.usual)}.`,
    ...(known !== null && known.most.unpriced > 0 ? ['What these tokens cost is not known.'] : []),
    ...(limit === null ? [] : [`Near the budget of ${sayLimit(limit)} you are asked before it goes on.`]),
  ].join('\n');
}
