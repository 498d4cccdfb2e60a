// What a chain does next, from its rows alone: first whether it is to end, to stand still or to wait for a slot, then what its step says.
import type { Notice } from '../notice.ts';
import { livingOf, pauseOf, restUntilEnded, stopAll, tellAll } from '../parts/stop.ts';
import { decideByRow } from '../step-table.ts';
import type { Chain, ChainView } from './chain.ts';
import { advance, type ChainDecision } from './moves.ts';
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
  const by = state.stopping ?? stopOf(thing, notices)?.by ?? null;
  if (by === null) return null;
  return stopAll({
    children,
    told: state.told,
    tell: (living) => ({
      kind: 'advance',
      state: { ...state, stopping: by, told: true },
      said: [{ kind: 'stop_asked', data: { how: 'cancel', by } }],
      notices: tellAll(living, 'cancel'),
      closeQuestions: `the chain is ended by ${by}`,
    }),
    end: () =>
      advance(state, { kind: 'releasing', outcome: { kind: 'cancelled', by } }, [
        { kind: 'chain_ended', data: { outcome: 'cancelled', by } },
      ]),
  });
}

/** Told to stand still: after what runs has ended, and until a person has it go on. Null: nobody said so, or it stands still as it is. */
function park({ thing: { state }, notices, children }: ChainView): ChainDecision | null {
  const asked = pauseOf(notices, state.since);
  if (asked === null || rowOf(state.at).pause === 'none') return null;
  if (livingOf(children).length > 0) return restUntilEnded;
  return advance({ ...state, since: asked.seq }, { kind: 'parked', back: state.at }, [
    { kind: 'chain_parked', data: { by: asked.by } },
  ]);
}
