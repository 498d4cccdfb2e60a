// The chain that is meant, by its id or its name among those that live.
import type { Chain } from '../domain/chain/chain.ts';
import { failed } from '../domain/error.ts';
import { type ChainId, kindOf, type ThingId } from '../domain/ids.ts';
import type { Reads } from '../ports/store.ts';

/** Throws `CHAIN_NOT_FOUND` or `AMBIGUOUS`. */
export async function findChain(reads: Reads, given: string): Promise<Chain> {
  if (kindOf(given as ThingId) === 'chain') {
    const chain = await reads.thing(given as ChainId);
    if (chain !== null) return chain as Chain;
  }
  const named = (await reads.things({ kind: 'chain', ended: false })) as readonly Chain[];
  const fitting = named.filter(({ spec }) => spec.name === given);
  const [only] = fitting;
  if (only === undefined) throw failed('CHAIN_NOT_FOUND', `There is no chain ${given}.`, { chain: given });
  if (fitting.length === 1) return only;
  const candidates = fitting.map(({ id }) => id);
  throw failed('AMBIGUOUS', `${given} is the name of several chains: ${candidates.join(', ')}.`, { candidates });
}
