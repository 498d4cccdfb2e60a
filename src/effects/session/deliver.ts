// Hands one message to its agent: the session's turn is claimed in one transaction, then it is said. Said again after a crash, the agent tells what became of it.
import { ifKind, ofKind } from '../../domain/any-thing.ts';
import { defined } from '../../domain/defined.ts';
import type { Instant } from '../../domain/ids.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import { mayDeliver } from '../../domain/session/may-deliver.ts';
import { deliveryId, limitsOf, type Message } from '../../domain/session/message.ts';
import type { OpenTurn, Session } from '../../domain/session/session.ts';
import type { EffectFunction } from '../../ports/effect.ts';
import { liveSessionAgent } from '../../ports/live-agent.ts';
import type { Transaction } from '../../ports/store.ts';

type Claim =
  /** `turn`: the one it begins, or is said in the middle of. */
  | {
      readonly kind: 'claimed';
      readonly session: Session;
      readonly turn: number | null;
      readonly steer: boolean;
      readonly limits: number;
    }
  | { readonly kind: 'waiting'; readonly why: string; readonly refusals: number }
  | { readonly kind: 'failed' | 'uncertain'; readonly why: string };

export const deliverMessage: EffectFunction<'deliver-message'> = async (
  ports,
  _input,
  { thing, now, signal, fenced },
) => {
  const { id } = ofKind(thing, 'message');
  if (!(await fenced()))
    return { kind: 'done', output: { kind: 'waiting', why: 'another driver took over', refusals: 0 } };
  const claim = await ports.store.transact((tx) => claimTurn(tx, id, now));
  if (claim.kind !== 'claimed') return { kind: 'done', output: claim };
  const { spec } = ofKind(thing, 'message');
  const { agent, live } = liveSessionAgent(ports, claim.session);
  const { limits } = claim;
  const message = {
    id: deliveryId(id, limits),
    text: spec.text,
    submit: spec.submit,
    steer: claim.steer,
    keys: spec.keys,
  };
  const delivery = await agent.prompt(ports.keeper, live, message, signal);
  switch (delivery.kind) {
    case 'delivered':
      return { kind: 'done', output: { kind: 'delivered', turn: claim.turn, ...(limits > 0 && { limits }) } };
    case 'uncertain':
      return { kind: 'done', output: { kind: 'uncertain', why: delivery.why } };
    case 'not_taken': {
      const refusals = await ports.store.transact((tx) => giveBack(tx, id, delivery.why, now));
      return { kind: 'done', output: { kind: 'waiting', why: delivery.why, refusals } };
    }
  }
};

async function claimTurn(tx: Transaction, id: Message['id'], now: Instant): Promise<Claim> {
  const view = await tx.view(id);
  const message = ofKind(view?.thing, 'message');
  const session = ifKind(view?.parent, 'session');
  if (session === null || session.state.kind === 'ended') return lost(message, 'the session has ended');
  const { state } = session;
  const own = state.kind === 'live' && state.turn?.message === id ? state.turn.number : null;
  const limits = limitsOf(message.state);
  // Cut off after the claim: it is said again under the same id.
  if (message.state.kind === 'delivering')
    return { kind: 'claimed', session, turn: own, steer: message.spec.steer || message.spec.force, limits };
  const refusals = message.state.kind === 'queued' ? (message.state.refusals ?? 0) : 0;
  const may = mayDeliver(state, message, view?.first === true, now);
  if (may.kind === 'no' || state.kind !== 'live')
    return { kind: 'waiting', why: may.kind === 'no' ? may.why : '', refusals };
  const parent = session.id as SessionId;
  const inbox = await tx.messages({ session: parent, pending: true });
  if (inbox.some((other) => other.id !== id && other.state.kind === 'delivering'))
    return { kind: 'waiting', why: 'another message is being delivered', refusals };
  if (may.turn && !(await claim(tx, session, id, now))) return { kind: 'waiting', why: 'the session moved', refusals };
  const delivering = {
    kind: 'delivering',
    since: now,
    ...(refusals > 0 && { refusals }),
    ...(limits > 0 && { limits }),
  };
  await tx.update(id, message.version, { state: delivering, ended: false, effects: message.effects, at: now });
  const turn = may.turn ? state.turns + 1 : message.spec.steer && state.turn !== null ? state.turn.number : null;
  return { kind: 'claimed', session, turn, steer: !may.turn, limits };
}

const lost = ({ state }: Message, why: string): Claim =>
  state.kind === 'delivering' ? { kind: 'uncertain', why: `${why}; it may have arrived` } : { kind: 'failed', why };

function claim(tx: Transaction, session: Session, message: Message['id'], now: Instant): Promise<boolean> {
  const { state } = session;
  if (state.kind !== 'live') return Promise.resolve(false);
  const turn: OpenTurn = {
    number: state.turns + 1,
    message: message as OpenTurn['message'],
    startedAt: now,
    tools: 0,
    begun: false,
  };
  const change = { state: { ...state, turn }, ended: false, effects: session.effects, at: now };
  return tx.update(session.id, session.version, change);
}

/** The claim is withdrawn and the message waits again, unless its turn has begun all the same. Returns how often it was refused before. */
async function giveBack(tx: Transaction, id: Message['id'], why: string, now: Instant): Promise<number> {
  const view = await tx.view(id);
  const session = ifKind(view?.parent, 'session');
  const message = ifKind(view?.thing, 'message');
  if (message?.state.kind !== 'delivering') return 0;
  const { refusals = 0, limits } = message.state;
  const turn = session?.state.kind === 'live' && session.state.turn?.message === id ? session.state.turn : null;
  if (turn?.begun) return refusals;
  if (session?.state.kind === 'live' && turn !== null) {
    const change = { state: { ...session.state, turn: null }, ended: false, effects: session.effects, at: now };
    await tx.update(session.id, session.version, change);
  }
  // Cut off after this, it is claimed anew: as one that is being delivered it would have no turn.
  const queued = { kind: 'queued', why, ...defined({ limits }), ...(refusals > 0 && { refusals }) };
  await tx.update(id, message.version, { state: queued, ended: false, effects: message.effects, at: now });
  return refusals;
}
