import { describeFact } from '../../domain/fact/fact.ts';
import type { Fact } from '../../domain/thing.ts';

/** A fact as whoever watches is told it. */
export const tellFact = (fact: Fact) => ({
  kind: 'fact' as const,
  position: fact.position,
  at: fact.at,
  thing: fact.thing,
  what: fact.kind,
  text: describeFact(fact),
});
