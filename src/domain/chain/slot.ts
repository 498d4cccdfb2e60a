// A chain works under a slot of its workspace, as tasks do: it waits in line for one, and gives it back while it waits for a person or a service.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import type { Chain, ChainState, ChainView } from './chain.ts';
import { advance, type ChainDecision, wait } from './moves.ts';
import { rowOf } from './steps.ts';

const freeSlot = ({ thing: { spec } }: ChainView): ChainDecision => {
  const { name: workspace, slots } = spec.settings.workspace;
  return { kind: 'perform', effect: { name: 'free-slot', input: { workspace, slots } } };
};

/** null: it may go on. What ends its waiting needs no slot. */
export function holdSlot(view: ChainView): ChainDecision | null {
  const { state, spec } = view.thing;
  const { at, slot } = state;
  const { name: workspace, slots, isolation } = spec.settings.workspace;
  const column = rowOf(at).slot;
  if (column === 'over') return null;
  if (column !== 'holds') return column(view, at) && slot !== 'none' ? freeSlot(view) : null;
  if (slot === 'held') return null;
  if (slot === 'waiting')
    return view.slot.kind === 'held'
      ? advance({ ...state, slot: 'held' }, at, [{ kind: 'slot_granted' }])
      : wait(`a free slot of ${workspace}`);
  return {
    kind: 'perform',
    effect: { name: 'claim-slot', input: { workspace, slots, priority: 0, exclusive: isolation === 'checkout' } },
  };
}

/** At whatever step; null: it is no act of the slot's. */
export function applySlot({ state }: Chain, performed: Performed): Applied<ChainState> | null {
  if (performed.result.kind === 'failed') return null;
  if (performed.name === 'free-slot') return { state: { ...state, slot: 'none' }, said: [{ kind: 'slot_freed' }] };
  if (performed.name !== 'claim-slot') return null;
  const { granted, ...line } = performed.result.output;
  return granted
    ? { state: { ...state, slot: 'held' }, said: [{ kind: 'slot_granted' }] }
    : { state: { ...state, slot: 'waiting' }, said: [{ kind: 'slot_waited', data: line }] };
}
