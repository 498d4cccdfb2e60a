// What somebody was refused is on record, but not without end: what comes again within a minute is counted, and the count is told when the minute is over. Counts are rows, so no crash loses one.
import type { CommandName } from '../../contract/commands.ts';
import { defined } from '../../domain/defined.ts';
import { Failed } from '../../domain/error.ts';
import { type Instant, instant, kindOf, type RunId, type TaskId } from '../../domain/ids.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { Asker, CommandPorts, Peer } from '../ports.ts';
import { findQuestion } from '../question/find.ts';
import { findTask } from '../task/find.ts';
import { type ActWords, record, wordsOf } from './authorize.ts';
import { commit } from './request.ts';
import { underOwnName } from './rights.ts';

/** What is done in a browser without a request. */
export type RefusedAct = 'upload.bring' | 'session.type';

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'bell'> & { readonly config: Pick<CommandPorts['config'], 'read'> };

/** `task`: the one that was named and is there. `forged`: the task at which it stands too, since whoever asked is no person. */
type Refusal = {
  readonly words: ActWords;
  readonly task: TaskId | null;
  readonly forged: { readonly task: TaskId; readonly why: string } | null;
};

/** `more`: how often it came after it was told. `at`: the last time. `unnamed`: whatever it was about. */
export type CountedRefusal = Refusal & { readonly more: number; readonly at: Instant; readonly unnamed?: true };

/** Kept of everyone who is refused something, under who they are; `at` of the row: when their minute began. */
type Tally = { readonly counted: readonly CountedRefusal[] };

const kind = 'refused';
const minuteMs = 60_000;
/** Of one who asks, in a minute, so many things are told one by one: a name may be made up, a task is there. What is beyond is counted by its command. */
const most = { names: 30, tasks: 100 };

/** Somebody asked for it who may not, under the name that they have here. Whether it is told, and not counted alone. */
export async function recordRefusal(
  ports: Ports,
  command: CommandName | RefusedAct,
  input: unknown,
  peer: Peer,
): Promise<boolean> {
  const words = wordsOf(command, input, await underOwnName(ports, peer));
  return ports.store.transact(async (tx) => {
    const task = await concerned(tx, input);
    const told = await tally(tx, ports.clock.now(), { words, task, forged: await forgedAt(tx, peer.person, task) });
    // A count wakes nobody, and waits for no disk.
    if (told) tx.afterCommit(() => ports.bell.ring());
    else tx.later();
    return told;
  });
}

/** Within the transaction of what was tried. */
export const recordRefused = (tx: Transaction, words: ActWords, now: Instant): Promise<boolean> =>
  tally(tx, now, { words, task: null, forged: null });

async function tally(tx: Transaction, now: Instant, refusal: Refusal): Promise<boolean> {
  const { by, channel } = refusal.words;
  const key = JSON.stringify([by, channel]);
  const row = await tx.channelRow('record', kind, key);
  const before = row === null ? [] : (row.body as Tally).counted;
  const open = row !== null && isOpen(row.at, now);
  if (!open) await tellCounts(tx, before, now);
  const { counted, told } = count(open ? before : [], refusal, now);
  if (told) await tell(tx, refusal, now);
  await tx.putChannelRow({ channel: 'record', kind, key, at: open ? row.at : now, body: { counted } satisfies Tally });
  return told;
}

/** A clock that was put back ends it too. */
const isOpen = (begun: Instant, now: Instant): boolean => now >= begun && now < begun + minuteMs;

/** The first of a command is told whatever was before. */
function count(before: readonly CountedRefusal[], refusal: Refusal, now: Instant) {
  const { words, task } = refusal;
  const sameCommand = before.filter((each) => each.words.command === words.command);
  const room = before.length < (task === null ? most.names : most.tasks);
  const same = sameCommand.find((each) => placeOf(each) === placeOf(refusal));
  if (same === undefined && (room || sameCommand.length === 0))
    return { told: true, counted: [...before, { ...refusal, more: 0, at: now }] };
  const into = same ?? sameCommand.find(({ unnamed }) => unnamed) ?? withoutName(refusal, now);
  return {
    told: false,
    counted: [...before.filter((each) => each !== into), { ...into, more: into.more + 1, at: now }],
  };
}

/** Agents of two tasks have one name. */
const placeOf = ({ task, words, forged, unnamed }: Refusal & { readonly unnamed?: true }) =>
  unnamed ? null : `${task ?? words.about} ${forged?.task ?? ''}`;

const withoutName = ({ words }: Refusal, at: Instant): CountedRefusal => ({
  words: { ...words, about: '' },
  task: null,
  forged: null,
  more: 0,
  at,
  unnamed: true,
});

/** They may have come from several processes. */
async function tellCounts(tx: Transaction, counted: readonly CountedRefusal[], now: Instant): Promise<void> {
  for (const { more, ...refusal } of counted)
    if (more > 0) await tell(tx, { ...refusal, words: { ...refusal.words, pid: null } }, now, more);
}

async function tell(tx: Transaction, { words, forged }: Refusal, at: Instant, times?: number): Promise<void> {
  await tx.say(record, record, at, [{ kind: 'act_refused', data: { ...words, ...defined({ times }) } }]);
  if (forged === null) return;
  const { command, pid } = words;
  const data = { command, why: forged.why, pid, ...defined({ times }) };
  await tx.say(forged.task, forged.task, at, [{ kind: 'refused_forgery', data }]);
}

/** What was counted and is not told yet. */
export const countedRefusals = async (reads: Reads): Promise<readonly CountedRefusal[]> =>
  (await reads.channelRows('record', kind))
    .flatMap(({ body }) => (body as Tally).counted)
    .filter(({ more }) => more > 0);

/** Of minutes that are over the counts are told. Safe to repeat. */
export async function sweepRefusals(ports: Pick<CommandPorts, 'store' | 'clock' | 'bell'>): Promise<void> {
  const { store, clock } = ports;
  const isOver = ({ at }: { readonly at: Instant }) => !isOpen(at, clock.now());
  if (!(await store.read((reads) => reads.channelRows('record', kind))).some(isOver)) return;
  await commit(ports, async (tx) => {
    for (const { key, body } of (await tx.channelRows('record', kind)).filter(isOver)) {
      await tellCounts(tx, (body as Tally).counted, instant(clock.now()));
      await tx.dropChannelRow('record', kind, key);
    }
  });
}

// What it is about.

/** The task a request is about, if it names one that is there. */
async function concerned(reads: Reads, input: unknown): Promise<TaskId | null> {
  const { task, question } = (input ?? {}) as { readonly task?: string; readonly question?: string };
  try {
    if (task !== undefined) return (await findTask(reads, task)).task;
    return question === undefined ? null : (await findQuestion(reads, question)).task;
  } catch (error) {
    if (error instanceof Failed) return null;
    throw error;
  }
}

/** Where none is named: the task whose agent asks. */
async function forgedAt(reads: Reads, asker: Asker, named: TaskId | null): Promise<Refusal['forged']> {
  if (asker.kind === 'person') return null;
  const run = asker.kind === 'agent' ? (asker.run ?? null) : null;
  const task = named ?? (await taskOfRun(reads, run));
  return task === null ? null : { task, why: asker.why };
}

async function taskOfRun(reads: Reads, run: string | null): Promise<TaskId | null> {
  if (run === null || kindOf(run as RunId) !== 'run') return null;
  return (await reads.thing(run as RunId))?.task ?? null;
}
