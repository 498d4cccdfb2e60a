// A chain works under a slot of its workspace, as tasks do: it waits in line for one, and gives it back while it waits for a person or a service.
import type { ChainView } from './chain.ts';
import { advance, type ChainDecision, wait } from './move.ts';

const freeSlot = ({ thing: { spec } }: ChainView): ChainDecision => {
  const { name: workspace, slots } = spec.settings.workspace;
  return { kind: 'perform', effect: { name: 'free-slot', input: { workspace, slots } } };
};

/** null: it may go on. */
export function holdSlot(view: ChainView): ChainDecision | null {
  const { state, spec } = view.thing;
  const { at, known } = state;
  const { name: workspace, slots, isolation } = spec.settings.workspace;
  const slot = known.slot ?? 'none';
  if (at.kind === 'releasing' || at.kind === 'ended') return null;
  const idle = isIdle(view);
  if (idle !== null) return idle && slot !== 'none' ? freeSlot(view) : null;
  if (slot === 'held') return null;
  if (slot === 'waiting')
    return view.slot.kind === 'held'
      ? advance(state, at, [{ kind: 'slot_granted' }], { slot: 'held' })
      : wait(`a free slot of ${workspace}`);
  return {
    kind: 'perform',
    effect: { name: 'claim-slot', input: { workspace, slots, priority: 0, exclusive: isolation === 'checkout' } },
  };
}

/** Whether it must wait where it stands; null where it stands at work. What ends the waiting needs no slot. */
function isIdle({ thing, questions, notices, now }: ChainView): boolean | null {
  const { at, since } = thing.state;
  switch (at.kind) {
    case 'asking':
      return questions.find(({ key }) => key === at.key)?.state.kind !== 'answered';
    case 'parked':
      return !notices.some(({ kind, seq }) => kind === 'resume' && seq > since);
    case 'resting':
      return now < at.until;
    default:
      return null;
  }
}
