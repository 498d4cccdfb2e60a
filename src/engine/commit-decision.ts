// Makes a decision durable: one transaction, compare-and-set on the thing's own row.
import type { Decision } from '../domain/decision.ts';
import { effectId, type Instant } from '../domain/ids.ts';
import type { Intent, Thing, Wake } from '../domain/thing.ts';
import type { Transaction, View } from '../ports/store.ts';
import { createChild } from './create-child.ts';
import type { Engine } from './engine.ts';
import { wakeInbox } from './wake-inbox.ts';

type Kind<K extends Decision<unknown>['kind']> = Extract<Decision<unknown>, { kind: K }>;

type Round =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'intent'; readonly intent: Intent };

/** `again`: done, or the row moved meanwhile and the decision must be made anew. */
export async function commitDecision(
  engine: Engine,
  view: View,
  decision: Decision<unknown>,
  now: Instant,
): Promise<Round> {
  const { store } = engine.ports;
  const { thing } = view;
  // What it leads to has an intent, a question or an end before anything is done or told outside, and this is on the disk with that.
  const goAhead = async (commit: (tx: Transaction) => Promise<void>): Promise<Round> => {
    await store.transact((tx) => {
      tx.ahead();
      return commit(tx);
    });
    return { kind: 'again' };
  };
  switch (decision.kind) {
    case 'wait':
      if (decision.until !== null) await sleepUntil(engine, thing, decision.until);
      return { kind: 'wait' };
    case 'perform':
      return store.transact((tx) => intend(tx, thing, decision, now));
    case 'ask':
      await store.transact((tx) => ask(engine, tx, thing, decision, now));
      return { kind: 'again' };
    case 'spawn':
      return goAhead((tx) => spawn(engine, tx, thing, decision, now));
    case 'advance':
      return goAhead((tx) => advance(engine, tx, thing, decision, now));
    case 'finish':
      await store.transact((tx) => finish(engine, tx, thing, decision, now));
      return { kind: 'again' };
  }
}

async function sleepUntil({ ports: { store, queue } }: Engine, thing: Thing, until: Instant): Promise<void> {
  await store.transact(async (tx) => {
    // The wake that led here stands as long as this does not.
    tx.later();
    await tx.setTimer(thing.id, until);
    await queue.add(tx, [{ thing: thing.id, at: until, host: thing.host }]);
  });
}

/**
 * Effects whose whole act is rows of the store, or that say nothing to anybody before a transaction of their own is on the disk, and this one with it;
 * and those that read what a program has left that ended, or trees that stay as they are: what they make of it they find again by its name.
 */
const rowsFirst = new Set<string>([
  ...['claim-slot', 'free-slot', 'deliver-message', 'record-evidence'],
  ...['read-run', 'read-once', 'inspect-change', 'read-summary'],
]);

async function intend(tx: Transaction, thing: Thing, { effect }: Kind<'perform'>, now: Instant): Promise<Round> {
  // Then nothing is done outside that would have to be found again by the intent's number.
  if (rowsFirst.has(effect.name)) tx.later();
  const number = thing.effects + 1;
  if (!(await tx.update(thing.id, thing.version, { state: thing.state, ended: false, effects: number, at: now })))
    return { kind: 'again' };
  const intent: Intent = {
    id: effectId(thing.id, number),
    thing: thing.id,
    number,
    name: effect.name,
    input: effect.input,
    decidedAt: now,
    tries: 1,
    fence: thing.fence,
    result: null,
  };
  await tx.decide(intent);
  return { kind: 'intent', intent };
}

const move = (tx: Transaction, thing: Thing, state: unknown, now: Instant, ended = false): Promise<boolean> =>
  tx.update(thing.id, thing.version, { state, ended, effects: thing.effects, at: now });

async function ask(
  { ports: { queue } }: Engine,
  tx: Transaction,
  thing: Thing,
  decision: Kind<'ask'>,
  now: Instant,
): Promise<void> {
  if (!(await move(tx, thing, decision.state, now))) return;
  const question = await tx.ask(thing.id, thing.task, decision.question, now);
  const { kind, text } = decision.question;
  await tx.say(thing.id, thing.task, now, [
    ...decision.said,
    { kind: 'question_asked', data: { question: question.id, kind, text } },
  ]);
  // Who watches the whole hears of it.
  if (thing.parent !== null) await tx.touch(thing.parent, now);
  if (decision.answeredBy === null) return;
  const { choice, by = 'policy', channel = 'policy' } = decision.answeredBy;
  await tx.answer(question.id, { choice, words: null, by, channel, at: now });
  await tx.say(thing.id, thing.task, now, [
    { kind: 'question_answered', data: { question: question.id, kind, choice, by } },
  ]);
  await queue.add(tx, [{ thing: thing.id, at: now, host: thing.host }]);
}

async function spawn(
  { ports: { queue } }: Engine,
  tx: Transaction,
  thing: Thing,
  decision: Kind<'spawn'>,
  now: Instant,
): Promise<void> {
  if (!(await move(tx, thing, decision.state, now))) return;
  const wakes: Wake[] = [];
  for (const draft of decision.children) {
    const child = await createChild(tx, thing, draft, now);
    wakes.push({ thing: child.id, at: now, host: child.host });
  }
  await tx.say(thing.id, thing.task, now, decision.said);
  await queue.add(tx, wakes);
}

async function advance(
  { ports: { queue } }: Engine,
  tx: Transaction,
  thing: Thing,
  decision: Kind<'advance'>,
  now: Instant,
): Promise<void> {
  if (!(await move(tx, thing, decision.state, now))) return;
  await tx.say(thing.id, thing.task, now, decision.said);
  if (decision.reworded !== undefined) await tx.reword(thing.id, decision.reworded);
  if (decision.closeQuestions !== undefined) await tx.closeQuestions(thing.id, decision.closeQuestions, now);
  const wakes: Wake[] = [];
  for (const { to, ...notice } of decision.notices ?? []) {
    await tx.notify({ thing: to, at: now, by: `thing:${thing.id}`, ...notice });
    wakes.push({ thing: to, at: now, host: thing.host });
  }
  if (thing.parent !== null && decision.said.length > 0) {
    await tx.touch(thing.parent, now);
    wakes.push({ thing: thing.parent, at: now, host: thing.host });
  }
  if (wakes.length > 0) await queue.add(tx, wakes);
  await wakeInbox(queue, tx, thing, now);
}

async function finish(
  { ports: { queue } }: Engine,
  tx: Transaction,
  thing: Thing,
  decision: Kind<'finish'>,
  now: Instant,
): Promise<void> {
  if (!(await move(tx, thing, decision.state, now, true))) return;
  await tx.say(thing.id, thing.task, now, decision.said);
  await tx.setTimer(thing.id, null);
  await wakeInbox(queue, tx, thing, now);
  for (const heir of decision.heirs ?? []) {
    await tx.insert(heir);
    await queue.add(tx, [{ thing: heir.id, at: now, host: heir.host }]);
  }
  if (thing.parent === null) return;
  await tx.touch(thing.parent, now);
  await queue.add(tx, [{ thing: thing.parent, at: now, host: thing.host }]);
}
