// What does not move though nothing known holds it up, as the rows tell it now.
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { ThingId } from '../domain/ids.ts';
import type { Run } from '../domain/run/run.ts';
import type { Message } from '../domain/session/message.ts';
import { findStandstills, type Standstill } from '../domain/standstill/find-standstills.ts';
import type { Task } from '../domain/task/task.ts';
import type { Reads } from '../ports/store.ts';
import { uncertainOf } from './list-inbox.ts';
import type { CommandPorts } from './ports.ts';

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'host' | 'putOffs'>;

/** Later than any timer. */
const ever = Number.MAX_SAFE_INTEGER as ReturnType<CommandPorts['clock']['now']>;
/** A timer that is due by so long has not been heard. */
const lateMs = 60_000;

export async function lookForStandstills({ store, clock, host, putOffs }: Ports): Promise<readonly Standstill[]> {
  const now = clock.now();
  const rows = await store.read((reads) => readLiving(reads, now));
  return findStandstills({ ...rows, host, putOff: putOffs.all() }, now);
}

async function readLiving(reads: Reads, now: number) {
  const living = { ended: false } as const;
  const tasks = (await reads.things({ kind: 'task', ...living })) as readonly Task[];
  const sessions = await reads.sessions(living);
  const uncertain: Message[] = [];
  for (const session of sessions) uncertain.push(...(await uncertainOf(reads, session)));
  const late = new Set(await reads.due((now - lateMs) as typeof ever));
  const timed = (await reads.due(ever)).filter((id) => !late.has(id));
  const asked = (await reads.questions({ open: true })).flatMap(({ thing, task }): readonly ThingId[] => [thing, task]);
  const inLine = tasks.filter(({ state }) => state.known.slot === 'waiting').map(({ id }) => id);
  return {
    hosts: await reads.hosts(),
    tasks,
    criteria: (await reads.things({ kind: 'criterion', ...living })) as readonly Criterion[],
    runs: (await reads.things({ kind: 'run', ...living })) as readonly Run[],
    sessions,
    messages: await reads.messages({ pending: true }),
    uncertain,
    asked: new Set<ThingId>(asked),
    waiting: new Set<ThingId>([...timed, ...inLine]),
  };
}
