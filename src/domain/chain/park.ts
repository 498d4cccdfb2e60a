// A chain that is told to stand still: after what runs has ended, and until a person has it go on.
import type { ChainView } from './chain.ts';
import { advance, type ChainDecision, wait } from './move.ts';

/** Null: nobody said so, or it stands still as it is. */
export function park({ thing: { state }, notices, children }: ChainView): ChainDecision | null {
  const asked = notices.findLast(({ kind, seq }) => kind === 'pause' && seq > state.since);
  const resumed = notices.some(({ kind, seq }) => kind === 'resume' && seq > (asked?.seq ?? 0));
  if (asked === undefined || resumed) return null;
  if (['parked', 'asking', 'releasing', 'ended'].includes(state.at.kind)) return null;
  if (children.some((child) => !child.ended)) return wait('the end of what runs');
  return advance({ ...state, since: asked.seq }, { kind: 'parked', back: state.at }, [
    { kind: 'chain_parked', data: { by: asked.by } },
  ]);
}
