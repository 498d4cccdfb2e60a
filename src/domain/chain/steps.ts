// Every step of a chain: what it does, what comes of it, and whether it holds a slot and heeds a pause meanwhile.
import { askSteps } from './ask.ts';
import type { Chain, ChainStep } from './chain.ts';
import { checkSteps } from './check.ts';
import type { ChainRow, ChainRows } from './moves.ts';
import { endSteps } from './note.ts';
import { placeSteps } from './prepare.ts';
import { turnSteps } from './turn.ts';

export const steps: ChainRows<ChainStep['kind']> = {
  ...placeSteps,
  ...turnSteps,
  ...checkSteps,
  ...askSteps,
  ...endSteps,
};

/** The row of the very step it is asked with. */
export const rowOf = (at: ChainStep) => steps[at.kind] as ChainRow<ChainStep>;

export function sayChain(chain: Chain): string {
  const { at } = chain.state;
  const { says } = rowOf(at);
  return typeof says === 'string' ? says : says(chain, at);
}
