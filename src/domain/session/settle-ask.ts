// A question of an agent's is out of the way: answered, or gone.

import type { AgentQuestion } from './agent-question.ts';
import type { Ask } from './ask.ts';

type OpenAsks = { readonly asks: readonly Ask[]; readonly settled: readonly string[] };

/** Further back nothing is asked again. */
const remembered = 100;

/** What a screen shows may come again and is then asked anew; an id of a protocol's comes once. */
export function settleAsk({ asks, settled }: OpenAsks, id: string): OpenAsks {
  const own = asks.find(({ asked }) => asked.id === id);
  if (own === undefined) return { asks, settled };
  return { asks: asks.filter((ask) => ask !== own), settled: [...settled.slice(1 - remembered), settledKey(own)] };
}

export const settledKey = ({ asked, from }: { readonly asked: AgentQuestion; readonly from: Ask['from'] }): string =>
  `${from} ${asked.id}`;
