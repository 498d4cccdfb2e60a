// Waits for a session, task, run or message: looks after every commit, so it returns with the fact, and at once for one that is past.

import type { Input } from '../../contract/read-input.ts';
import type { WaitBeat, WaitEnd } from '../../contract/session.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { failed } from '../../domain/error.ts';
import type { ThingId } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import type { Message } from '../../domain/session/message.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Reads } from '../../ports/store.ts';
import type { CommandPorts, Stream } from '../ports.ts';
import { repositoryHere } from '../session/find.ts';
import { lookAtSession, stateWord } from '../session/status.ts';
import { type Found, findThing, nameOfFound } from '../shared/find-thing.ts';
import { watchWhile } from '../shared/watch.ts';
import {
  judgeMessage,
  judgeRun,
  judgeSession,
  judgeTask,
  type Queues,
  type Reached,
  type Until,
} from './conditions.ts';

/** As good as for ever. */
const longestMs = 365 * 86_400_000;

export const wait: Stream<'service.wait'> = async function* (ports, input, _, signal) {
  const repository = await repositoryHere(ports.machine, input.cwd);
  const found = await ports.store.read((reads) => findThing(reads, input.id, repository));
  const until = input.until ?? (found.kind === 'task' ? 'done' : 'ended');
  const over = ports.clock.ticks() + (input.timeout ?? longestMs);
  for (;;) {
    const left = Math.max(0, over - ports.clock.ticks());
    const beat = input.heartbeat === undefined || input.heartbeat === 0 ? left : Math.min(left, input.heartbeat);
    const reached = await watchWhile(ports, signal, beat, () => look(ports, found, until));
    if (reached !== null) return end(ports, found, until, reached);
    if (signal.aborted || beat === left) throw await late(ports, found, until, input);
    yield await beatOf(ports, found);
  }
};

const look = ({ store }: CommandPorts, found: Found, until: Until): Promise<Reached | null> =>
  store.read(async (reads) => {
    switch (found.kind) {
      case 'session':
        return judgeSession(await again(reads, found.session), until, await queuesOf(reads, found.session));
      case 'run':
        return judgeRun(await again<Run>(reads, found.run));
      case 'task':
        return judgeTask(await taskSeen(reads, found.task), until);
      case 'message':
        return judgeMessage(await again<Message>(reads, found.message), until);
    }
  });

const again = async <T extends { readonly id: ThingId }>(reads: Reads, { id }: T): Promise<T> =>
  (await reads.thing(id)) as unknown as T;

/** Delivered messages are the turn's own. A question that was answered is on its way, whatever the screen still shows. */
const queuesOf = async (reads: Reads, { id, task, ended }: Session): Promise<Queues> => {
  if (ended) return { pending: 0, questions: 0 };
  const pending = await reads.messages({ session: id as SessionId, pending: true });
  return {
    pending: pending.filter(({ state }) => state.kind === 'queued' || state.kind === 'delivering').length,
    questions: (await reads.questions({ task, open: true })).length,
  };
};

async function taskSeen(reads: Reads, { id }: Task) {
  const { state, ended } = ofKind(await reads.thing(id), 'task');
  const open = await reads.questions({ task: id as never, open: true });
  return { id, outcome: ended && state.at.kind === 'ended' ? state.at.outcome : null, asks: open.length > 0 };
}

async function end(ports: CommandPorts, found: Found, until: Until, reached: Reached): Promise<WaitEnd> {
  const session = await sessionOf(ports, found);
  return { id: nameOfFound(found), kind: found.kind, until, ...reached, session };
}

async function sessionOf(ports: CommandPorts, found: Found) {
  if (found.kind !== 'session') return null;
  return lookAtSession(ports, await ports.store.read((reads) => again<Session>(reads, found.session)));
}

async function late(ports: CommandPorts, found: Found, until: Until, { timeout }: Input<'service.wait'>) {
  const { state } = await beatOf(ports, found);
  const how = timeout === undefined ? 'in time' : `within ${timeout / 1000} s`;
  return failed('WAIT_TIMEOUT', `${nameOfFound(found)} was not ${until} ${how}; it is ${state}.`, {
    id: nameOfFound(found),
    until,
    state,
  });
}

const beatOf = ({ store, clock }: CommandPorts, found: Found): Promise<WaitBeat> =>
  store.read(async (reads) => ({
    kind: 'beat',
    at: clock.now(),
    id: nameOfFound(found),
    state: await stateOf(reads, found),
  }));

async function stateOf(reads: Reads, found: Found): Promise<string> {
  switch (found.kind) {
    case 'session':
      return stateWord(await again<Session>(reads, found.session));
    case 'run':
      return (await again<Run>(reads, found.run)).state.kind;
    case 'message':
      return (await again<Message>(reads, found.message)).state.kind;
    case 'task':
      return (await again<Task>(reads, found.task)).state.phase;
  }
}
