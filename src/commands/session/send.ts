// A message to a session: put into its inbox, and its fate waited for as long as the sender wants. One budget covers finding, delivery and turn.

import { textLimit } from '../../contract/limits.ts';
import type { Input } from '../../contract/read-input.ts';
import type { MessageSent, SendEvent } from '../../contract/session.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { Failed, failed } from '../../domain/error.ts';
import type { ThingId } from '../../domain/ids.ts';
import type { Question } from '../../domain/question/question.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import { type Message, mostPending } from '../../domain/session/message.ts';
import type { Session } from '../../domain/session/session.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer, Stream } from '../ports.ts';
import { commit, findMade, idempotently, nameOf, onceKey } from '../shared/request.ts';
import { watchWhile } from '../shared/watch.ts';
import { firstLine } from '../task/list.ts';
import { findSession, repositoryHere } from './find.ts';
import { isDropped, putMessage, viewMessage, withdraw } from './inbox.ts';
import { lookAtSession, viewTurn } from './status.ts';

type Send = Input<'session.send'>;
/** `asks`: what holds the message up until a person answers; null: nothing does. */
type Seen = { readonly message: Message; readonly session: Session; readonly asks: Question | null };

const patience = { queued: 0, delivered: 120_000, turn: 1_800_000 } as const;

export const send: Stream<'session.send'> = async function* (ports, input, peer, signal) {
  judgeText(input);
  const until = ports.clock.ticks() + (input.timeout ?? patience[input.until]);
  const left = () => Math.max(0, until - ports.clock.ticks());
  let seen = await sentBefore(ports, input, peer);
  if (seen === null) {
    const repository = await repositoryHere(ports.machine, input.cwd);
    const found = await find(ports, input, repository);
    if (found === null) yield { kind: 'looking', session: input.session };
    const session = found ?? (await appears(ports, input, repository, left(), signal));
    await refuseMute(ports, session, input, signal);
    await refuseAsking(ports, session, input);
    const once = keyOf(ports, input, peer);
    const sent = await commit(ports, (tx) =>
      idempotently(
        tx,
        once,
        ports.clock.now(),
        () => put(ports, tx, input, session, peer),
        (message) => !isDropped(message),
      ),
    );
    seen = { message: sent.thing, session, asks: null };
  }
  yield told(seen);
  while (input.until !== 'queued' && !isReached(seen, input)) {
    if (seen.asks !== null && (await isTakenBack(ports, seen, input, peer)))
      throw answerNeeded(seen.session.spec.name, seen.asks);
    const next = await changed(ports, seen, left(), signal);
    if (next === null) throw await late(ports, seen, input, peer, signal.aborted);
    seen = next;
    yield told(seen);
  }
  return reply(ports, seen);
};

const keyOf = (ports: CommandPorts, input: Send, peer: Peer) =>
  onceKey(ports, peer, 'sent', input, [input.session, input.text]);

/** Said under the same key before, and not taken back since. */
function sentBefore(ports: CommandPorts, input: Send, peer: Peer): Promise<Seen | null> {
  return ports.store.read(async (reads) => {
    const message = await findMade<Message>(reads, keyOf(ports, input, peer));
    if (message === null || isDropped(message)) return null;
    return { message, session: ofKind(await reads.thing(message.parent as ThingId), 'session'), asks: null };
  });
}

const told = ({ message, session }: Seen): SendEvent => ({
  kind: 'message',
  message: viewMessage(message, session.spec.name),
});

/** null: not there yet, and it is to be waited for. */
async function find({ store }: CommandPorts, input: Send, repository: string): Promise<Session | null> {
  try {
    return await store.read((reads) => findSession(reads, { given: input.session, repository, past: false }));
  } catch (error) {
    const absent = error instanceof Failed && error.failure.error_code === 'SESSION_NOT_FOUND';
    if (absent && input.wait_for_start) return null;
    if (!absent || error.failure.details?.nearest !== undefined) throw error;
    throw failed('SESSION_NOT_FOUND', error.failure.message, { ...error.failure.details, hint: absentHint });
  }
}

const absentHint = 'See `drover ps --all`; with `--wait-for-start` it is waited for.';

async function appears(ports: CommandPorts, input: Send, repository: string, ms: number, signal: AbortSignal) {
  const found = await watchWhile(ports, signal, ms, () => find(ports, input, repository));
  if (found !== null) return found;
  throw failed('WAIT_TIMEOUT', `There was no session ${input.session} within the time.`, {
    session: input.session,
    hint: 'See `drover ps --all`.',
  });
}

/** So long after its start a program may still be about to show its prompt. */
const startingMs = 5_000;

/** A program of which nothing is known never says that it is ready: to wait for that would be to wait for ever. One that took a line before showed that it can. */
async function refuseMute(ports: CommandPorts, session: Session, input: Send, signal: AbortSignal): Promise<void> {
  const { force, until, leave_queued, no_submit, submit_only, keys } = input;
  if (force || until === 'queued' || leave_queued || session.state.kind !== 'live') return;
  const isLine = !no_submit && !submit_only && !keys;
  const why = whyMute(ports, session, isLine);
  if (why === null) return;
  const left = startingMs - (ports.clock.now() - session.state.startedAt);
  const speaks = await watchWhile(ports, signal, Math.max(0, left), async () => {
    const now = ofKind(await ports.store.read((reads) => reads.thing(session.id)), 'session');
    return whyMute(ports, now, isLine) === null ? now : null;
  });
  if (speaks !== null) return;
  const { name, agent } = session.spec;
  throw failed('NOT_READY', `${name} (${agent}) does not say whether it can take a message now: ${why}.`, {
    session: name,
  });
}

/** Why it says nothing; null: it does, or has shown that it takes a line. */
function whyMute({ agents }: CommandPorts, { spec, state }: Session, isLine: boolean): string | null {
  if (state.kind !== 'live' || (isLine && (state.turn !== null || state.turns > 0))) return null;
  const { standing } = state.stood;
  const isKnown = agents.get(spec.agent, spec.driver) !== null;
  return standing.kind !== 'unknown' || standing.typed === true || isKnown ? null : standing.why;
}

/** Words would be the answer to what it asks, and whoever waits for them to be taken waits for a person. */
async function refuseAsking({ store }: CommandPorts, session: Session, input: Send): Promise<void> {
  const { spec, state } = session;
  const { force, until, leave_queued, no_submit, submit_only, keys } = input;
  if (force || until === 'queued' || leave_queued || no_submit || submit_only || keys) return;
  if (state.kind !== 'live' || state.stood.standing.kind !== 'asks') return;
  const question = await store.read((reads) => asksOf(reads, session));
  if (question !== null) throw answerNeeded(spec.name, question);
}

/** Not what is asked about a message of its. */
const asksOf = async (reads: Reads, { id, task }: Session): Promise<Question | null> =>
  (await reads.questions({ task, open: true })).find(({ thing }) => thing === id) ?? null;

/** It began to ask after the message was put into the inbox, outside of any turn: at its start, say. */
async function isTakenBack(
  ports: CommandPorts,
  { message }: Seen,
  { leave_queued }: Send,
  peer: Peer,
): Promise<boolean> {
  if (leave_queued) return false;
  const [now] = await withdraw(ports, [message.id], nameOf(peer));
  return now !== undefined && isDropped(now);
}

function answerNeeded(session: string, question: Question): Failed {
  const choices = question.choices.map(({ id }) => id);
  return failed('ANSWER_NEEDED', `${session} asks first (${question.id}): ${firstLine(question.text)}`, {
    session,
    question: question.id,
    text: question.text,
    choices,
    hint: `Nothing was sent. Answer it: \`drover answer ${question.id} ${choices.join('|')}\`; or leave the message in the inbox: \`--leave-queued\`.`,
  });
}

async function put(
  ports: CommandPorts,
  tx: Transaction,
  input: Send,
  { id, spec }: Session,
  peer: Peer,
): Promise<Message> {
  // Its delivery is claimed on the disk before a key is pressed, and this with it.
  tx.soon();
  const session = ofKind(await tx.thing(id), 'session');
  if (session.ended || session.state.kind === 'ended')
    throw failed('SESSION_ENDED', `${spec.name} has ended.`, { session: spec.name });
  const pending = await tx.messages({ session: id as SessionId, pending: true, limit: mostPending });
  if (pending.length >= mostPending && !input.force)
    throw failed('INBOX_FULL', `${mostPending} messages wait for ${spec.name}; nothing was sent.`, {
      session: spec.name,
    });
  const at = ports.clock.now();
  const relayed = withRelayHeader(input, peer, session, at);
  return putMessage(ports, tx, session, {
    text: relayed ?? input.text,
    submit: !input.no_submit,
    force: input.force,
    steer: input.steer,
    keys: input.keys,
    relayed: relayed !== null,
    by: nameOf(peer),
    expiresAt: at + spec.inboxTtlMs,
  });
}

/** Throws what became of it where it will not be what the sender waits for. */
function isReached({ message, session }: Seen, { until }: Send): boolean {
  const { state } = message;
  const about = { message: message.id, session: session.spec.name };
  switch (state.kind) {
    case 'failed':
      throw failed('DELIVERY_FAILED', `${message.id} was not delivered: ${state.why}.`, about);
    case 'expired':
      throw failed('DELIVERY_EXPIRED', `${message.id} waited longer than it may; it was not delivered.`, about);
    case 'dropped':
      throw failed('DELIVERY_DROPPED', `${message.id} was taken out of the inbox by ${state.by}.`, about);
    case 'uncertain':
      throw failed('DELIVERY_UNCERTAIN', `Whether ${message.id} arrived is not known: ${state.why}.`, about);
    case 'turn_ended':
      return true;
    case 'delivered':
      if (until === 'delivered') return true;
      if (!session.ended) return false;
      throw failed('ENGINE_ERROR', `${session.spec.name} ended before its turn on ${message.id} did.`, about);
    case 'queued':
    case 'delivering':
      if (!session.ended) return false;
      throw failed('DELIVERY_FAILED', `${session.spec.name} ended before ${message.id} was delivered.`, about);
  }
}

function changed(ports: CommandPorts, seen: Seen, ms: number, signal: AbortSignal): Promise<Seen | null> {
  return watchWhile(ports, signal, ms, async () => {
    const now = await ports.store.read(async (reads) => {
      const message = ofKind(await reads.thing(seen.message.id), 'message');
      const session = ofKind(await reads.thing(seen.session.id), 'session');
      const held = isHeldUp(message, session);
      return {
        message,
        session,
        asks: held ? await asksOf(reads, session) : null,
      };
    });
    const same = now.message.state.kind === seen.message.state.kind && now.session.ended === seen.session.ended;
    return same && now.asks?.id === seen.asks?.id ? null : now;
  });
}

/** In a turn that is under way it may be answered while the message waits for its end. */
const isHeldUp = (message: Message, { state }: Session): boolean =>
  message.state.kind === 'queued' &&
  state.kind === 'live' &&
  state.stood.standing.kind === 'asks' &&
  state.turn === null &&
  message.spec.text !== '' &&
  message.spec.submit &&
  !message.spec.keys &&
  !message.spec.force;

/** The time is over, or the sender has left: nobody knows of the message any more, so it is taken back. */
async function late(ports: CommandPorts, { message: seen, session }: Seen, input: Send, peer: Peer, hasLeft: boolean) {
  const [message = seen] = input.leave_queued ? [seen] : await withdraw(ports, [seen.id], nameOf(peer));
  const withdrawn = isDropped(message);
  const what = hasLeft ? 'The sender left' : 'The time was over';
  const fate =
    message.state.kind === 'queued'
      ? `${message.id} stays in the inbox`
      : withdrawn
        ? `${message.id} was taken back and is not delivered`
        : `${message.id} is ${message.state.kind.replace('_', ' ')}, and what it began goes on`;
  const why = seen.state.kind === 'queued' && seen.state.why !== '' ? `; it waited because ${seen.state.why}` : '';
  const [question] = await ports.store.read((reads) => reads.questions({ task: session.task, open: true }));
  const asks = question === undefined ? '' : ` It asks (${question.id}): ${firstLine(question.text)}`;
  const name = shellWord(session.spec.name);
  return failed('WAIT_TIMEOUT', `${what}: ${fate}${why}.${asks}`, {
    message: message.id,
    session: session.spec.name,
    state: message.state.kind,
    withdrawn,
    ...(question !== undefined && { question: question.id }),
    hint:
      question === undefined
        ? `See \`drover pane ${name}\` and \`drover inbox list ${message.id}\`.`
        : `Answer it: \`drover answer ${question.id}\`.`,
  });
}

async function reply(ports: CommandPorts, { message, session }: Seen): Promise<MessageSent> {
  const now = ofKind(await ports.store.read((reads) => reads.thing(session.id)), 'session');
  const last = now.state.kind === 'requested' ? null : now.state.last;
  const own = message.state.kind === 'turn_ended' && last?.number === message.state.turn ? viewTurn(last) : null;
  return {
    message: viewMessage(message, session.spec.name),
    session: await lookAtSession(ports, now),
    turn: own,
  };
}

// Whether a text may be typed into an agent's terminal: words only, unless keys are meant.

type TextRequest = Pick<
  Input<'session.send'>,
  'text' | 'no_submit' | 'submit_only' | 'force' | 'keys' | 'steer' | 'until' | 'relay'
>;

const control = /[\p{Cc}\u2028\u2029]/u;

/** Throws `TEXT_EMPTY`, `TEXT_TOO_LONG`, `USAGE`. Newlines and tabs are text. */
function judgeText(wanted: TextRequest): void {
  refuseConflicts(wanted);
  const { text, keys, submit_only } = wanted;
  if (submit_only) return;
  if (keys ? text === '' : text.trim() === '') throw failed('TEXT_EMPTY', 'There is nothing to send.', textHint);
  if (Buffer.byteLength(text) > textLimit) throw failed('TEXT_TOO_LONG', 'The message has more than 256 KiB.');
  if (!text.isWellFormed()) throw failed('USAGE', 'The message is not valid UTF-8; nothing was sent.');
  if (!keys && control.test(text.replace(/\r\n/g, '\n').replace(/[\n\t]/g, '')))
    throw failed('USAGE', 'The message has control characters, which an agent takes for keys; nothing was sent.', {
      hint: 'Send text alone, or say `--keys` if keys are meant.',
    });
}

const textHint = { hint: 'Say it after the name of the session, or with `--file`; Enter alone is `--submit-only`.' };

function refuseConflicts({ text, no_submit, submit_only, force, steer, until, relay }: TextRequest): void {
  const both = (one: string, other: string) => failed('USAGE', `\`${one}\` and \`${other}\` exclude each other.`);
  if (no_submit && submit_only) throw both('--no-submit', '--submit-only');
  if (submit_only && text !== '') throw failed('USAGE', '`--submit-only` presses Enter alone: leave the text out.');
  if (no_submit && until === 'turn') throw both('--no-submit', '--wait');
  if (force && steer) throw both('--force', '--steer');
  if (submit_only && relay === true) throw both('--submit-only', '--relay');
}

// The header that tells an agent who else writes to it: put on where the sender's secret proved it to be another session.

type RelayRequest = { readonly text: string; readonly submit_only: boolean; readonly relay?: boolean | undefined };

/** The text with the header; null where none belongs there. */
function withRelayHeader(wanted: RelayRequest, peer: Peer, to: Session, at: number): string | null {
  const from = peer.person.kind === 'agent' ? (peer.person.session ?? null) : null;
  if (from === null || wanted.submit_only || wanted.relay === false) return null;
  if (from.id === to.id && wanted.relay !== true) return null;
  const begin = `[drover relay from=${plain(from.spec.name)} id=${from.id} at=`;
  if (wanted.text.startsWith(begin)) return null;
  return `${begin}${new Date(at).toISOString()}]\n${wanted.text}`;
}

/** A name cannot close the header or open another. */
const plain = (name: string): string => name.replace(/[[\]\s=]+/g, '-');
