// Ends the daemon; what runs goes on. With `all` it ends too: its tasks are parked first, so that nothing is lost.

import { defined } from '../../domain/defined.ts';
import { isPaused } from '../../domain/parts/stop.ts';
import { ifRoot } from '../../domain/root.ts';
import type { Run } from '../../domain/run/run.ts';
import { foldersOf } from '../../domain/task/created.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { tellStop } from '../session/stop.ts';
import { commit } from '../shared/request.ts';
import { awaitEnd, tellTask } from '../task/notify.ts';

/** Whoever does not go in this time goes with the keeper. */
const endMs = 10_000;

export const down: Command<'service.down'> = async (ports, { all }, peer) => {
  if (all) await endSessions(ports, peer);
  const runs = await commit(ports, async (tx) => {
    const living = await tx.things({ kind: 'run', ended: false });
    if (all) await park(ports, tx, living, peer);
    return living.map(({ id }) => String(id)).toReversed();
  });
  const copies = all ? await foldersOnRecord(ports) : undefined;
  ports.shutDown(all);
  return { runs, ended: all, ...defined({ copies }) };
};

/** Copies that are still there and that the record says were made for a task. */
const foldersOnRecord = ({ store }: CommandPorts): Promise<readonly string[]> =>
  store.read(async (reads) => {
    const copies = await reads.copies({ removed: false });
    return copies.flatMap(({ created }) => foldersOf(created));
  });

/** They end as they were told to, not as if cut off by a crash. */
async function endSessions(ports: CommandPorts, peer: Peer): Promise<void> {
  const sessions = await commit(ports, async (tx) => {
    const living = await tx.sessions({ ended: false });
    for (const session of living) await tellStop(ports, tx, session, true, peer);
    return living;
  });
  const never = new AbortController().signal;
  await Promise.all(sessions.map(({ id }) => awaitEnd(ports, id, endMs, never)));
}

/** Their turns are cut with the keeper and taken up again, by the agent's own conversation, when a person resumes the task. */
async function park(ports: CommandPorts, tx: Transaction, runs: readonly Run[], peer: Peer): Promise<void> {
  for (const id of new Set(runs.map(({ task }) => task))) {
    const view = await tx.view(id);
    const root = ifRoot(view?.thing);
    if (view === null || root === null || root.ended || isPaused(view.notices)) continue;
    await tellTask(ports, tx, root, { kind: 'pause', body: null }, peer);
  }
}

// Whether the daemon is there.

export const ping: Command<'service.ping'> = async ({ version, started }) => ({
  version,
  pid: process.pid,
  started_at: started,
});
