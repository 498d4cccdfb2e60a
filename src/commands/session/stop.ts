// Ends a session: asked politely, then made to. With `all` every agent is ended and every task paused.

import type { Input } from '../../contract/read-input.ts';
import type { SessionsStopped } from '../../contract/session.ts';
import { failed } from '../../domain/error.ts';
import { isPaused } from '../../domain/parts/stop.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { mustBeItsOwn } from '../shared/authorize.ts';
import { bringHere } from '../shared/bring-here.ts';
import { commit, nameOf } from '../shared/request.ts';
import { endTurns } from '../task/control.ts';
import { awaitEnd, tellTask } from '../task/notify.ts';
import { findSession, repositoryHere } from './find.ts';
import { lookAtSessions } from './status.ts';

type Stop = Input<'session.stop'>;

/** The polite end, SIGTERM, SIGKILL and the record of it take far less. */
const patienceMs = 60_000;

export const stop: Command<'session.stop'> = async (ports, input, peer, signal) => {
  if (input.all) return stopAll(ports, input, peer, signal);
  const repository = await repositoryHere(ports.machine, input.cwd);
  const known = await ports.store.read(async (reads) => {
    const found = await findSession(reads, { given: input.session, repository, past: true });
    await mustBeItsOwn(reads, peer, found, 'end');
    return found;
  });
  // Of a host that is dead for good it ends as lost, and its name is free again.
  if (!known.ended) await bringHere(ports, known.host, known.spec.name);
  const session = await commit(ports, async (tx) => {
    const found = await findSession(tx, { given: input.session, repository, past: true });
    await mustBeItsOwn(tx, peer, found, 'end');
    await tellStop(ports, tx, found, input.now, peer);
    return found;
  });
  await ended(ports, [session], input, signal);
  return { sessions: await lookAgain(ports, [session]), tasks: [], runs: [] };
};

/** Told once more it does no harm. */
export async function tellStop(
  ports: CommandPorts,
  tx: Transaction,
  { id, ended: over, state, host }: Session,
  now: boolean,
  peer: Peer,
): Promise<void> {
  if (over || (state.kind === 'live' && state.endAsked !== null && (state.endAsked.now || !now))) return;
  const at = ports.clock.now();
  await tx.notify({ thing: id, at, by: nameOf(peer), kind: 'end', body: { now } });
  await ports.queue.add(tx, [{ thing: id, at, host }]);
}

/** Throws `WAIT_TIMEOUT` where one has not ended in time. */
async function ended(ports: CommandPorts, sessions: readonly Session[], { wait, timeout }: Stop, signal: AbortSignal) {
  if (!wait) return;
  const ms = timeout ?? patienceMs;
  const all = await Promise.all(sessions.map(({ id }) => awaitEnd(ports, id, ms, signal)));
  const late = sessions.filter((_, index) => all[index] === null).map(({ spec }) => spec.name);
  if (late.length > 0)
    throw failed('WAIT_TIMEOUT', `${late.join(', ')} did not end within ${ms / 1000} s.`, {
      sessions: late,
      hint: 'End it with `--now`; `drover ps` shows what it does.',
    });
}

async function lookAgain(ports: CommandPorts, sessions: readonly Session[]) {
  const now = await ports.store.read((reads) => Promise.all(sessions.map(({ id }) => reads.thing(id))));
  return lookAtSessions(ports, now as readonly Session[]);
}

/** Tasks first, so that no new turn begins; the turns under way are cut and taken up again when a person resumes the task. */
async function stopAll(ports: CommandPorts, input: Stop, peer: Peer, signal: AbortSignal): Promise<SessionsStopped> {
  const { sessions, tasks } = await commit(ports, async (tx) => {
    const living = await tx.sessions({ ended: false });
    for (const session of living) await tellStop(ports, tx, session, input.now, peer);
    const parked: Task[] = [];
    for (const task of await tx.things({ kind: 'task', ended: false }))
      if (await park(ports, tx, task, peer)) parked.push(task);
    for (const chain of await tx.things({ kind: 'chain', ended: false })) {
      const at = ports.clock.now();
      await tx.notify({ thing: chain.id, at, by: nameOf(peer), kind: 'pause', body: null });
      await ports.queue.add(tx, [{ thing: chain.id, at, host: chain.host }]);
    }
    return { sessions: living, tasks: parked };
  });
  const runs = await endTurns(ports, signal, async (reads) => await reads.things({ kind: 'run', ended: false }));
  await ended(ports, sessions, input, signal);
  return {
    sessions: await lookAgain(ports, sessions),
    tasks: tasks.map(({ id }) => id),
    runs,
  };
}

/** False where it rests already. */
async function park(ports: CommandPorts, tx: Transaction, task: Task, peer: Peer): Promise<boolean> {
  const view = await tx.view(task.id);
  if (view === null || isPaused(view.notices) || task.state.at.kind === 'by_hand') return false;
  await tellTask(ports, tx, task, { kind: 'pause', body: null }, peer);
  return true;
}
