// What turns of agents have used: all that ended since midnight, and what one more of an agent is like to use.
import type { Instant } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import { priceTurns } from '../../domain/run/turn-price.ts';
import { spentOn } from '../../domain/run/usage.ts';
import type { EffectFunction } from '../../ports/effect.ts';

export const meterDay: EffectFunction<'meter-day'> = async ({ store }, _input, { now }) => {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const runs = (await store.read((reads) =>
    reads.things({ kind: 'run', ended: true, since: midnight as Instant }),
  )) as readonly Run[];
  const today = runs.filter(({ state }) => state.kind === 'ended' && state.endedAt >= midnight);
  return { kind: 'done', output: spentOn(today) };
};

/** Enough to tell by. */
const mostLike = 2_000;

export const priceAhead: EffectFunction<'price-turns'> = async ({ store, agents }, { workspace, agents: wanted }) => {
  const runs = (await store.read((reads) =>
    reads.things({ kind: 'run', ended: true, limit: mostLike }),
  )) as readonly Run[];
  return { kind: 'done', output: { prices: priceTurns(runs, workspace, wanted, agents.priceOf) } };
};
