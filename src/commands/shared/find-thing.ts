// What an id means where sessions, runs, tasks and messages may be named: one name space for `wait`, `logs`, `events`.
import { ifKind } from '../../domain/any-thing.ts';
import { Failed, failed } from '../../domain/error.ts';
import { kindOf, type RunId, type TaskId } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Message } from '../../domain/session/message.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Reads } from '../../ports/store.ts';
import { findSession } from '../session/find.ts';
import { findMessage } from '../session/inbox.ts';
import { findTask } from '../task/find.ts';

export type Found =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'message'; readonly message: Message; readonly session: Session };

/** A session first, then a task, each by a unique beginning; without an id the only session here. Throws what the finders throw. */
export async function findThing(reads: Reads, given: string | undefined, repository: string): Promise<Found> {
  const kind = given === undefined ? 'session' : kindOf(given as TaskId);
  if (kind === 'run') return findRunOr(reads, given as RunId);
  if (kind === 'message') return { kind: 'message', ...(await findMessage(reads, String(given))) };
  const exact = kind === 'task' ? ifKind(await reads.thing(given as TaskId), 'task') : null;
  if (exact !== null) return { kind: 'task', task: exact };
  try {
    return { kind: 'session', session: await findSession(reads, { given, repository, past: true }) };
  } catch (error) {
    const absent = error instanceof Failed && error.failure.error_code === 'SESSION_NOT_FOUND';
    if (!absent || given === undefined || kind === 'session') throw error;
    return { kind: 'task', task: await findTask(reads, given).catch(() => Promise.reject(error)) };
  }
}

/** A session's program has a run's id too. */
async function findRunOr(reads: Reads, id: RunId): Promise<Found> {
  const [session] = await reads.sessions({ run: id });
  if (session !== undefined) return { kind: 'session', session };
  const run = await reads.thing(id);
  if (run === null) throw failed('RUN_NOT_FOUND', `There is no run ${id}.`, { run: id });
  return { kind: 'run', run };
}

export function nameOfFound(found: Found): string {
  switch (found.kind) {
    case 'session':
      return found.session.spec.name;
    case 'run':
      return found.run.id;
    case 'task':
      return found.task.id;
    case 'message':
      return found.message.id;
  }
}
