// What a chain does next, from its rows alone.
import type { Notice } from '../thing.ts';
import { actOf, isThrough } from './acts.ts';
import { askPerson, heed } from './ask.ts';
import type { Chain, ChainView } from './chain.ts';
import { gate } from './check.ts';
import { advance, type ChainDecision, wait } from './move.ts';
import { handOff } from './note.ts';
import { fetchBase, setUp } from './prepare.ts';
import { holdSlot } from './slot.ts';
import { takeTurn } from './turn.ts';

const isOver = ({ state }: Chain): boolean => state.at.kind === 'ended' || state.at.kind === 'releasing';

const stopOf = ({ state }: Chain, notices: readonly Notice[]): Notice | undefined =>
  notices.find(({ seq, kind }) => kind === 'cancel' && seq > state.since);

export const isChainStopped = (thing: Chain, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null && !isOver(thing) && stopOf(thing, notices) !== undefined;

export const decideChain = (view: ChainView): ChainDecision =>
  stop(view) ?? park(view) ?? holdSlot(view) ?? act(view) ?? proceed(view);

/** What runs is ended first. */
function stop({ thing, notices, children }: ChainView): ChainDecision | null {
  const { state } = thing;
  if (isOver(thing)) return null;
  const asked = stopOf(thing, notices);
  const by = state.stopping ?? asked?.by ?? null;
  if (by === null) return null;
  const living = children.filter((child) => !child.ended);
  const tell = living.map((child) => ({ to: child.id, kind: 'cancel', body: null }));
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

function act({ thing, now }: ChainView): ChainDecision | null {
  const effect = actOf(thing, now);
  return effect === null ? null : { kind: 'perform', effect };
}

/** Where there is nothing to perform. */
function proceed(view: ChainView): ChainDecision {
  const { thing, now } = view;
  const { state } = thing;
  const { at } = state;
  switch (at.kind) {
    case 'fetching':
      return fetchBase(view);
    case 'preparing':
      return advance(state, isThrough(thing) ? handOff(thing) : { kind: 'furnishing' });
    case 'setting_up':
      return setUp(view, at);
    case 'turn':
      return takeTurn(view, at);
    case 'gating':
      return gate(view, at);
    case 'resting':
      if (now >= at.until) return advance(state, at.back);
      return { kind: 'wait', until: at.until as typeof now, on: "the agent's service" };
    case 'trouble':
      return askPerson(view, at);
    case 'asking':
      return heed(view, at);
    case 'parked':
      return goOn(view, at.back);
    case 'ended':
      return { kind: 'finish', state, said: [] };
    default:
      throw new Error(`${at.kind} has an act`);
  }
}

function goOn({ thing: { state }, notices }: ChainView, back: Chain['state']['at']): ChainDecision {
  const resumed = notices.findLast(({ kind, seq }) => kind === 'resume' && seq > state.since);
  if (resumed === undefined) return wait('a person: it is parked');
  return advance({ ...state, since: resumed.seq }, back, [{ kind: 'chain_resumed', data: { by: resumed.by } }]);
}

// A chain that is told to stand still: after what runs has ended, and until a person has it go on.

/** Null: nobody said so, or it stands still as it is. */
function park({ thing: { state }, notices, children }: ChainView): ChainDecision | null {
  const asked = notices.findLast(({ kind, seq }) => kind === 'pause' && seq > state.since);
  const resumed = notices.some(({ kind, seq }) => kind === 'resume' && seq > (asked?.seq ?? 0));
  if (asked === undefined || resumed) return null;
  if (['parked', 'asking', 'releasing', 'ended'].includes(state.at.kind)) return null;
  if (children.some((child) => !child.ended)) return wait('the end of what runs');
  return advance({ ...state, since: asked.seq }, { kind: 'parked', back: state.at }, [
    { kind: 'chain_parked', data: { by: asked.by } },
  ]);
}
