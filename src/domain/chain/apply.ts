// What the result of an act means for a chain.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import { applyByRow } from '../step-table.ts';
import type { Chain, ChainState } from './chain.ts';
import { applySlot } from './slot.ts';
import { rowOf } from './steps.ts';

export function applyChain(thing: Chain, performed: Performed): Applied<ChainState> {
  const { state } = thing;
  const { name, result } = performed;
  const row = rowOf(state.at);
  if (result.kind === 'failed') return row.failed(state, state.at, result.failure);
  return applySlot(thing, performed) ?? applyByRow(row, thing, state.at, { name, output: result.output });
}
