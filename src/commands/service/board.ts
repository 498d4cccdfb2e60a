// What needs a person, what is at work, what ended lately, and what today cost.

import type { ThingId } from '../../domain/ids.ts';
import type { Message } from '../../domain/session/message.ts';
import { findStandstills, type Living, type Standstill } from '../../domain/standstill/find-standstills.ts';
import type { Task } from '../../domain/task/task.ts';
import type { PutOff } from '../../ports/put-off.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { viewQuestions } from '../question/list.ts';
import { spendOf } from '../record/spend.ts';
import { uncertainOf } from '../session/inbox.ts';
import { inOrder, viewTask } from '../task/list.ts';
import { lookAtTasks } from '../task/load.ts';
import { meetings, overlapsIn } from '../task/overlaps.ts';

const endedLately = 5;
const mostRuns = 2000;

export const board: Command<'service.board'> = async (ports) => {
  const { store, clock, sha256 } = ports;
  const now = clock.now();
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const {
    living: tasks,
    open,
    seen,
    runs,
    position,
    rows,
  } = await store.read(async (reads) => {
    const questions = await viewQuestions(reads, await reads.questions({ open: true }), sha256);
    const living = await reads.things({ kind: 'task', ended: false });
    const over = await reads.things({ kind: 'task', ended: true, limit: endedLately });
    return {
      living,
      open: questions,
      seen: await lookAtTasks(reads, [...living, ...over] as readonly Task[]),
      rows: await readLiving(reads, ports, now, living),
      runs: await reads.things({ kind: 'run', limit: mostRuns }),
      position: await reads.position(),
    };
  });
  const looked = await meetings(ports, { among: tasks });
  const overlaps = overlapsIn(looked);
  const today = runs.filter(({ state }) => state.kind === 'ended' && state.endedAt >= midnight);
  return {
    position,
    questions: open,
    tasks: inOrder(seen.map(viewTask)),
    standstills: [...findStandstills(rows, now), ...((await ports.channels?.stuck?.()) ?? [])],
    ...(overlaps.length > 0 && { overlaps }),
    ...(looked.uncompared.length > 0 && { uncompared: looked.uncompared.length }),
    spend: { today: spendOf(today) },
  };
};

// What does not move though nothing known holds it up, as the rows tell it now.

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'host' | 'putOffs'>;

/** Later than any timer. */
const ever = Number.MAX_SAFE_INTEGER as ReturnType<CommandPorts['clock']['now']>;
/** A timer that is due by so long has not been heard. */
const lateMs = 60_000;

export async function lookForStandstills(ports: Ports): Promise<readonly Standstill[]> {
  const now = ports.clock.now();
  const rows = await ports.store.read(async (reads) =>
    readLiving(reads, ports, now, await reads.things({ kind: 'task', ended: false })),
  );
  return findStandstills(rows, now);
}

/** `tasks`: those that have not ended. */
async function readLiving(
  reads: Reads,
  { host, putOffs }: Ports,
  now: number,
  tasks: readonly Task[],
): Promise<Living> {
  const living = { ended: false } as const;
  const sessions = await reads.sessions(living);
  const uncertain: Message[] = [];
  for (const session of sessions) uncertain.push(...(await uncertainOf(reads, session)));
  const late = new Set(await reads.due((now - lateMs) as typeof ever));
  const timed = (await reads.due(ever)).filter((id) => !late.has(id));
  const asked = (await reads.questions({ open: true })).flatMap(({ thing, task }): readonly ThingId[] => [thing, task]);
  const inLine = tasks.filter(({ state }) => state.slot === 'waiting').map(({ id }) => id);
  const putOff: PutOff[] = [];
  // Who sees some things alone sees no others' acts.
  for (const each of putOffs.all()) if ((await reads.thing(each.thing)) !== null) putOff.push(each);
  return {
    host,
    putOff,
    hosts: await reads.hosts(),
    tasks,
    criteria: await reads.things({ kind: 'criterion', ...living }),
    runs: await reads.things({ kind: 'run', ...living }),
    sessions,
    messages: await reads.messages({ pending: true }),
    uncertain,
    asked: new Set<ThingId>(asked),
    waiting: new Set<ThingId>([...timed, ...inLine]),
  };
}
