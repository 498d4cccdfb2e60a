// What a chain does next, from its rows alone: first whether it is to end, to stand still or to wait for a slot, then what its step says.
import type { Notice, NoticeDraft } from '../notice.ts';
import { decideByRow } from '../step-table.ts';
import type { Chain, ChainView } from './chain.ts';
import { advance, type ChainDecision, wait } from './moves.ts';
import { holdSlot } from './slot.ts';
import { rowOf } from './steps.ts';

const isOver = ({ state }: Chain): boolean => rowOf(state.at).slot === 'over';

const stopOf = ({ state }: Chain, notices: readonly Notice[]): Notice | undefined =>
  notices.find(({ seq, kind }) => kind === 'cancel' && seq > state.since);

export const isChainStopped = (thing: Chain, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null && !isOver(thing) && stopOf(thing, notices) !== undefined;

export const decideChain = (view: ChainView): ChainDecision =>
  stop(view) ?? park(view) ?? holdSlot(view) ?? decideByRow(rowOf(view.thing.state.at), view, view.thing.state.at);

/** What runs is ended first. */
function stop({ thing, notices, children }: ChainView): ChainDecision | null {
  const { state } = thing;
  if (isOver(thing)) return null;
  const asked = stopOf(thing, notices);
  const by = state.stopping ?? asked?.by ?? null;
  if (by === null) return null;
  const living = children.filter((child) => !child.ended);
  const tell = living.map((child): NoticeDraft => ({ to: child.id, kind: 'cancel', body: null }));
  if (!state.told)
    return {
      kind: 'advance',
      state: { ...state, stopping: by, told: true },
      said: [{ kind: 'stop_asked', data: { how: 'cancel', by } }],
      notices: tell,
      closeQuestions: `the chain is ended by ${by}`,
    };
  if (living.length > 0) return wait('the end of what runs');
  return advance(state, { kind: 'releasing', outcome: { kind: 'cancelled', by } }, [
    { kind: 'chain_ended', data: { outcome: 'cancelled', by } },
  ]);
}

/** Told to stand still: after what runs has ended, and until a person has it go on. Null: nobody said so, or it stands still as it is. */
function park({ thing: { state }, notices, children }: ChainView): ChainDecision | null {
  const asked = notices.findLast(({ kind, seq }) => kind === 'pause' && seq > state.since);
  const resumed = notices.some(({ kind, seq }) => kind === 'resume' && seq > (asked?.seq ?? 0));
  if (asked === undefined || resumed) return null;
  if (rowOf(state.at).pause === 'none') return null;
  if (children.some((child) => !child.ended)) return wait('the end of what runs');
  return advance({ ...state, since: asked.seq }, { kind: 'parked', back: state.at }, [
    { kind: 'chain_parked', data: { by: asked.by } },
  ]);
}
