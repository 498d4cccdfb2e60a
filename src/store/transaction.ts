// The port's words over one handle: what may be read, and what may be written in a transaction.
import { CompiledQuery } from 'kysely';
import type { ThingId } from '../domain/ids.ts';
import { ifRoot } from '../domain/root.ts';
import type { OpenTransaction, Reads, Transaction, View } from '../ports/store.ts';
import {
  addChannelRow,
  dropChannelRow,
  dropChannelRows,
  findChannelRow,
  listChannelRows,
  putChannelRow,
} from './channels.ts';
import { beginEpoch, forgetHostOfBackup, hostOfBackup, listEpochs, nextOf, numbersOf, skipTo } from './counters.ts';
import { lastPosition, listFacts } from './facts.ts';
import type { Handle } from './handle.ts';
import { countTries, insertIntent, listIntents, settleIntent, unsettledIntent } from './intents.ts';
import { changeLease, findLease, openLeases, takeLease } from './leases.ts';
import { addNotice, listNotices } from './notices.ts';
import {
  answerQuestion,
  askQuestion,
  closeQuestion,
  closeQuestionsOf,
  findQuestion,
  listQuestions,
  questionsOf,
  rewordQuestion,
} from './questions.ts';
import {
  addEvidence,
  findConversation,
  findCopy,
  listCopies,
  listDue,
  listEvidence,
  listHosts,
  listTimers,
  putConversation,
  putCopy,
  setTimer,
} from './records.ts';
import { allow, isFirstInInbox, listMessages, listPermissions, listSessions } from './sessions.ts';
import { beatHost, claimSlot, freeSlot, holdersOf, listSlots, slotOf, standingOf } from './slots.ts';
import { countOpenTasks, findAtWork } from './tasks.ts';
import {
  findThing,
  insertThing,
  listChildren,
  listThings,
  listUnended,
  moveToHost,
  raiseFence,
  touchThing,
  updateThing,
} from './things.ts';

export const readsOf = (handle: Handle): Reads => ({
  view: (id) => viewOf(handle, id),
  // What an id names follows from its form.
  thing: ((id) => findThing(handle, id)) as Reads['thing'],
  root: async (id) => ifRoot(await findThing(handle, id)),
  things: ((filter) => listThings(handle, filter)) as Reads['things'],
  made: (key, make) => makeOnce(handle, key, make),
  openTasks: (filter) => countOpenTasks(handle, filter),
  atWorkOn: (work, ended) => findAtWork(handle, work, ended),
  unended: (host) => listUnended(handle, host),
  due: (at) => listDue(handle, at),
  timers: (at) => listTimers(handle, at),
  facts: (filter) => listFacts(handle, filter),
  position: () => lastPosition(handle),
  intents: (thing) => listIntents(handle, thing),
  question: (id) => findQuestion(handle, id),
  questions: (filter) => listQuestions(handle, filter),
  lease: (task) => findLease(handle, task),
  leases: (workspace) => openLeases(handle, workspace),
  slot: (workspace, task) => slotOf(handle, workspace, task),
  slots: () => listSlots(handle),
  holders: (workspace) => holdersOf(handle, workspace),
  evidence: (task, of) => listEvidence(handle, task, of),
  copy: (task) => findCopy(handle, task),
  copies: (filter) => listCopies(handle, filter),
  conversation: (task, agent) => findConversation(handle, task, agent),
  hosts: () => listHosts(handle),
  epochs: (host) => listEpochs(handle, host),
  hostOfBackup: () => hostOfBackup(handle),
  numbers: () => numbersOf(handle),
  sessions: (filter) => listSessions(handle, filter),
  messages: (filter) => listMessages(handle, filter),
  permissions: (repository) => listPermissions(handle, repository),
  channelRow: (channel, kind, key) => findChannelRow(handle, { channel, kind, key }),
  channelRows: (channel, kind) => listChannelRows(handle, channel, kind),
});

/** Only where nobody else commits is it known that nothing was; and what a transaction reads may be its own. */
async function makeOnce<T>({ cache, dialect, writes }: Handle, key: string, make: () => Promise<T>): Promise<T> {
  if (dialect !== 'sqlite' || writes) return make();
  if (!cache.made.has(key)) cache.made.set(key, await make());
  return cache.made.get(key) as T;
}

type AtCommit = Pick<OpenTransaction, 'afterCommit' | 'later' | 'soon' | 'ahead'>;

export const transactionOf = (handle: Handle, atCommit: AtCommit): Transaction => ({
  ...readsOf(handle),
  dialect: handle.dialect,
  ...atCommit,
  query: (sql, parameters) => runQuery(handle, sql, parameters),
  next: (counter) => nextOf(handle, counter),
  skip: (counter, number) => skipTo(handle, counter, number),
  forgetHostOfBackup: () => forgetHostOfBackup(handle),
  beginEpoch: (host, id) => beginEpoch(handle, host, id),
  insert: (thing) => insertThing(handle, thing),
  update: (id, expected, change) => updateThing(handle, id, expected, change),
  touch: (id, at) => touchThing(handle, id, at),
  raiseFence: (id) => raiseFence(handle, id),
  moveToHost: (id, from, to) => moveToHost(handle, id, from, to),
  say: async (thing, task, at, said) => void handle.unwritten.push({ thing, task, at, said }),
  notify: (notice) => addNotice(handle, notice),
  decide: (intent) => insertIntent(handle, intent),
  tries: (id, change) => countTries(handle, id, change),
  settle: (id, fence, result) => settleIntent(handle, id, fence, result),
  ask: (thing, task, draft, at) => askQuestion(handle, thing, task, draft, at),
  reword: (thing, draft) => rewordQuestion(handle, thing, draft),
  answer: (id, answer) => answerQuestion(handle, id, answer),
  closeQuestions: (thing, why, at) => closeQuestionsOf(handle, thing, why, at),
  closeQuestion: (id, why, at) => closeQuestion(handle, id, why, at),
  allow: (permission) => allow(handle, permission),
  putChannelRow: (row) => putChannelRow(handle, row),
  addChannelRow: (row) => addChannelRow(handle, row),
  dropChannelRow: (channel, kind, key) => dropChannelRow(handle, { channel, kind, key }),
  dropChannelRows: (channel, kind, before) => dropChannelRows(handle, { channel, kind }, before),
  setTimer: (thing, due) => setTimer(handle, thing, due),
  claimSlot: (workspace, slots, task, priority, at, how) =>
    claimSlot(handle, { workspace, slots, task, priority, at, counts: how !== 'by hand' }),
  freeSlot: (workspace, slots, task, at) => freeSlot(handle, workspace, slots, task, at),
  takeLease: (lease) => takeLease(handle, lease),
  changeLease: (task, fence, change) => changeLease(handle, task, fence, change),
  addEvidence: (task, evidence) => addEvidence(handle, task, evidence),
  putCopy: (copy) => putCopy(handle, copy),
  putConversation: (conversation) => putConversation(handle, conversation),
  beat: (host) => beatHost(handle, host),
});

async function runQuery({ db, dialect }: Handle, sql: string, parameters: readonly unknown[]) {
  const text = dialect === 'postgres' ? numberParameters(sql) : sql;
  const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]));
  return rows;
}

// `?` to `$1`, `$2` ... as Postgres wants them; what stands in quotes is left as it is.

export function numberParameters(sql: string): string {
  let number = 0;
  return sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) => (found === '?' ? `$${++number}` : found));
}

// Everything that is looked at to decide about one thing, read in one snapshot.

async function viewOf(handle: Handle, id: ThingId): Promise<View | null> {
  const thing = await findThing(handle, id);
  if (thing === null) return null;
  return {
    thing,
    parent: thing.parent === null ? null : await findThing(handle, thing.parent),
    children: await listChildren(handle, id),
    intent: await unsettledIntent(handle, id),
    notices: await listNotices(handle, id),
    questions: await questionsOf(handle, id),
    slot: await standingOf(handle, thing.task),
    ...(thing.kind === 'message' ? { first: await isFirstInInbox(handle, thing) } : {}),
  };
}
