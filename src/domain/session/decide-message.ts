// What a message needs next: its delivery, a while more, or its end.
import { type AnyThing, ifKind } from '../any-thing.ts';
import type { Applied, Decision } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import type { Said } from '../fact/fact.ts';
import { type Instant, instant } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Choice, Question } from '../question/question.ts';
import type { TurnOutcome } from '../run/turn.ts';
import { shellWord } from '../text/shell-word.ts';
import { mayDeliver } from './may-deliver.ts';
import { limitsOf, type Message, type MessageState } from './message.ts';
import type { Session, SessionState } from './session.ts';

export type MessageView = {
  readonly thing: Message;
  readonly parent: AnyThing | null;
  readonly first?: boolean;
  readonly notices: readonly Notice[];
  readonly questions?: readonly Question[];
};

/** A message that waits so long is told of. */
const longMs = 10 * 60_000;

export function decideMessage(view: MessageView, now: Instant): Decision<MessageState> {
  const { state } = view.thing;
  switch (state.kind) {
    case 'queued':
      return decideQueued(view, state, now);
    case 'delivering':
      return { kind: 'wait', until: null, on: 'its delivery' };
    case 'delivered':
      return decideDelivered(view, state, now);
    case 'uncertain':
      return decideUncertain(view, state);
    default:
      return { kind: 'finish', state, said: [] };
  }
}

function decideQueued(
  { thing, parent, first, notices }: MessageView,
  state: Extract<MessageState, { kind: 'queued' }>,
  now: Instant,
): Decision<MessageState> {
  const session = ifKind(parent, 'session');
  const dropped = notices.find((notice) => notice.kind === 'drop');
  if (dropped !== undefined) return finish(thing, { kind: 'dropped', at: now, by: dropped.by });
  if (session === null || session.state.kind === 'ended')
    return finish(thing, { kind: 'failed', at: now, why: whyEnded(session?.state ?? null) });
  if (now >= thing.spec.expiresAt) return finish(thing, { kind: 'expired', at: now });
  const may = mayDeliver(session.state, thing, first === true, now);
  const after = state.after ?? 0;
  if (may.kind === 'yes' && after <= now) return { kind: 'perform', effect: { name: 'deliver-message', input: {} } };
  const why = may.kind === 'no' ? may.why : state.why;
  if (why !== state.why || (state.after !== undefined && after <= now))
    return {
      kind: 'advance',
      state: { ...queued(state), why },
      said: [{ kind: 'message_queued', data: { message: thing.id, why } }],
    };
  const longAt = thing.createdAt + longMs;
  if (state.told === undefined && now >= longAt)
    return {
      kind: 'advance',
      state: { ...state, told: true },
      said: [{ kind: 'message_waits', data: { message: thing.id, why } }],
    };
  const times = [
    thing.spec.expiresAt,
    ...(state.told === undefined ? [longAt] : []),
    ...(may.kind === 'yes' ? [after] : may.until === null ? [] : [may.until]),
  ];
  return { kind: 'wait', until: instant(Math.min(...times)), on: why };
}

/** Without the time before which it was not to be tried again. */
const queued = ({ after: _, ...state }: Extract<MessageState, { kind: 'queued' }>) => state;

function decideDelivered(
  { thing, parent }: MessageView,
  state: Extract<MessageState, { kind: 'delivered' }>,
  now: Instant,
): Decision<MessageState> {
  if (state.turn === null) return { kind: 'finish', state, said: [] };
  const session = ifKind(parent, 'session');
  if (session !== null && session.state.kind !== 'ended')
    return { kind: 'wait', until: null, on: 'the end of its turn' };
  const last = session?.state.kind === 'ended' ? session.state.last : null;
  const outcome: TurnOutcome =
    last?.number === state.turn ? last.outcome : { kind: 'crashed', message: 'the session ended during the turn' };
  return finish(thing, { kind: 'turn_ended', at: now, turn: state.turn, outcome });
}

/** Nothing is sent twice by itself: a person who looks says what became of it. Others do not wait for that. */
function decideUncertain(
  { thing, parent, questions = [] }: MessageView,
  state: Extract<MessageState, { kind: 'uncertain' }>,
): Decision<MessageState> {
  const session = ifKind(parent, 'session');
  const asked = questions.at(-1);
  const isOpen = asked?.state.kind === 'open';
  if (session === null || session.state.kind === 'ended')
    return isOpen
      ? { kind: 'advance', state, said: [], closeQuestions: 'the session ended' }
      : { kind: 'finish', state, said: [] };
  const limits = limitsOf(state);
  if (asked === undefined || asked.binding !== bindingOf(thing, limits)) return askOf(thing, session, state, questions);
  if (isOpen) return { kind: 'wait', until: null, on: 'what a person saw' };
  if (asked.state.kind !== 'answered' || asked.state.answer.choice !== 'again')
    return { kind: 'finish', state, said: [] };
  // Under another id: the program may know the first.
  return {
    kind: 'advance',
    state: { kind: 'queued', why: '', limits: limits + 1 },
    said: [{ kind: 'message_again', data: { message: thing.id } }],
  };
}

const bindingOf = ({ id }: Message, limits: number): string => `${id} ${limits}`;

const fates: readonly Choice[] = [
  { id: 'again', label: 'it did not arrive: send it again', words: 'none' },
  { id: 'let_be', label: 'it arrived, or is not wanted any more', words: 'none' },
];

function askOf(
  thing: Message,
  { spec }: Session,
  state: Extract<MessageState, { kind: 'uncertain' }>,
  before: readonly Question[],
): Decision<MessageState> {
  const [line = ''] = thing.spec.text.split('\n');
  const shown = line.length > 80 ? `${line.slice(0, 79)}…` : line;
  const text = `Whether ${thing.id} arrived at ${spec.name} is not known: ${state.why}. It says: ${shown}\nLook with \`drover pane ${shellWord(spec.name)}\`; what stands in its input line you can send or clear with \`drover attach ${shellWord(spec.name)}\`.`;
  const question = {
    ...({ key: `arrived-${before.length + 1}`, kind: 'effect', text, choices: fates } as const),
    binding: bindingOf(thing, limitsOf(state)),
    shown: { message: thing.id, why: state.why },
  };
  return { kind: 'ask', question, answeredBy: null, state, said: [] };
}

const finish = (thing: Message, state: MessageState): Decision<MessageState> => ({
  kind: 'finish',
  state,
  said: factsOf(thing, state),
});

/** Each fate of a message is a fact. */
export function factsOf(thing: Message, state: MessageState): readonly Said[] {
  switch (state.kind) {
    case 'delivered':
      return [{ kind: 'message_delivered', data: { message: thing.id, turn: state.turn } }];
    case 'turn_ended':
      return [
        { kind: 'message_turn_ended', data: { message: thing.id, turn: state.turn, outcome: state.outcome.kind } },
      ];
    case 'failed':
      return [{ kind: 'message_failed', data: { message: thing.id, why: state.why } }];
    case 'expired':
      return [{ kind: 'message_expired', data: { message: thing.id } }];
    case 'dropped':
      return [{ kind: 'message_dropped', data: { message: thing.id, by: state.by } }];
    case 'uncertain':
      return [{ kind: 'message_uncertain', data: { message: thing.id, why: state.why } }];
    case 'queued':
    case 'delivering':
      return [];
  }
}

function whyEnded(state: SessionState | null): string {
  if (state?.kind !== 'ended') return 'there is no such session';
  return state.refused === null
    ? `the session ended (${state.ending.kind.replace('_', ' ')})`
    : `the session was not started: ${state.refused}`;
}

/** Not taken: it is tried again, ever more seldom, and whenever the session moves. */
const pauseMs = (refusals: number): number => Math.min(5_000, 100 * 2 ** Math.min(refusals, 10));

export function applyMessage(thing: Message, performed: Performed, now: Instant): Applied<MessageState> {
  if (performed.name !== 'deliver-message') throw new Error(`a message never performs ${performed.name}`);
  const { state } = thing;
  // The end of its turn was heard before the delivery was told.
  if (state.kind !== 'queued' && state.kind !== 'delivering') return { state, said: [] };
  if (performed.result.kind === 'failed') {
    const why = performed.result.failure.message;
    const next: MessageState =
      state.kind === 'delivering'
        ? { kind: 'uncertain', at: now, why, ...(limitsOf(state) > 0 && { limits: limitsOf(state) }) }
        : { kind: 'failed', at: now, why };
    return { state: next, said: factsOf(thing, next) };
  }
  const { output } = performed.result;
  // Its turn fell into a limit before its delivery was told: it waits again already.
  if (output.kind === 'delivered' && limitsOf(state) > (output.limits ?? 0)) return { state, said: [] };
  const next = stateAfter(output, limitsOf(state), now);
  return { state: next, said: factsOf(thing, next) };
}

type Delivered = Extract<Extract<Performed, { name: 'deliver-message' }>['result'], { kind: 'done' }>['output'];

function stateAfter(output: Delivered, limits: number, now: Instant): MessageState {
  const kept = limits > 0 && { limits };
  switch (output.kind) {
    case 'delivered':
      return { kind: 'delivered', at: now, turn: output.turn, ...kept };
    case 'uncertain':
      return { kind: 'uncertain', at: now, why: output.why, ...kept };
    case 'failed':
      return { kind: 'failed', at: now, why: output.why };
    case 'waiting': {
      const refusals = output.refusals + 1;
      return { kind: 'queued', why: output.why, after: now + pauseMs(refusals), refusals, ...kept };
    }
  }
}
