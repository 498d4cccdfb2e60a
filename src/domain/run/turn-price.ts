// What one more turn of an agent is like to use, by turns on record.
import type { Run } from './run.ts';
import { addSpent, type Spent, spentIn } from './spent.ts';
import type { Usage } from './turn.ts';

/** `model`: the one that it is to work with; null: its own, whichever that is. */
export type PricedAgent = { readonly agent: string; readonly model: string | null };

/** Of turns like it; `most`: of each measure the most that one of them used. */
export type TurnPrice = { readonly turns: number; readonly usual: Spent; readonly most: Spent };

/** Null: there is none on record. `perCriterion`: how many of those that write a criterion took. */
export type AgentPrices = PricedAgent & {
  readonly writes: (TurnPrice & { readonly perCriterion: number }) | null;
  readonly reads: TurnPrice | null;
};

/** US dollars; null: nobody knows. */
export type PriceOf = (model: string, usage: Usage) => number | null;

type Past = {
  readonly agent: string;
  readonly here: boolean;
  readonly writes: boolean;
  readonly of: string | null;
  readonly usage: Usage;
};

/** Its own turns in this workspace; where there are none its own anywhere, then those of others. */
export function priceTurns(
  runs: readonly Run[],
  workspace: string,
  wanted: readonly PricedAgent[],
  priceOf: PriceOf,
): readonly AgentPrices[] {
  const past = runs.flatMap((run) => pastOf(run, workspace));
  return wanted.map((each) => {
    const likes = (writes: boolean) =>
      pick(
        each,
        past.filter((turn) => turn.writes === writes),
      );
    const price = (turns: readonly Past[]) => priceAs(turns, each, priceOf);
    const [writes, reads] = [likes(true), likes(false)];
    const criteria = new Set(writes.map(({ of }) => of)).size;
    return {
      ...each,
      writes: writes.length === 0 ? null : { ...price(writes), perCriterion: writes.length / criteria },
      reads: reads.length === 0 ? null : price(reads),
    };
  });
}

function pastOf({ task, parent, spec: { purpose }, state }: Run, workspace: string): readonly Past[] {
  if (purpose.kind !== 'agent' || state.kind !== 'ended' || state.result.kind !== 'turn') return [];
  const { usage } = state.result.turn;
  if (usage.inputTokens + usage.outputTokens === 0) return [];
  const here = task.slice(0, task.lastIndexOf('-')) === workspace;
  return [{ agent: purpose.agent, here, writes: purpose.mode === 'write', of: parent, usage }];
}

function pick({ agent }: PricedAgent, past: readonly Past[]): readonly Past[] {
  const own = past.filter((turn) => turn.agent === agent);
  const tiers = [own.filter(({ here }) => here), own, past.filter(({ here }) => here), past];
  return tiers.find((tier) => tier.length > 0) ?? [];
}

/** By the list price of a model that is named; else as it was told, which says nothing of another agent. */
function priceAs(turns: readonly Past[], { agent, model }: PricedAgent, priceOf: PriceOf): TurnPrice {
  const each = turns.map(({ agent: other, usage }) => {
    const told = agent === other ? usage.money : null;
    return spentIn({ ...usage, money: (model === null ? null : priceOf(model, usage)) ?? told });
  });
  const { money, tokens, unpriced } = addSpent(...each);
  const count = turns.length;
  return {
    turns: count,
    usual: { money: money / count, tokens: Math.round(tokens / count), unpriced: Math.round(unpriced / count) },
    most: each.reduce((most, one) => ({
      money: Math.max(most.money, one.money),
      tokens: Math.max(most.tokens, one.tokens),
      unpriced: Math.max(most.unpriced, one.unpriced),
    })),
  };
}
