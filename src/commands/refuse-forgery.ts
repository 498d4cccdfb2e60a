// What only a person may do, asked by somebody else: refused, and on record with the task it was about.
import type { CommandName } from '../contract/commands.ts';
import { Failed, failed } from '../domain/error.ts';
import { kindOf, type RunId, type TaskId } from '../domain/ids.ts';
import type { Reads } from '../ports/store.ts';
import { commit } from './commit.ts';
import { findQuestion } from './find-question.ts';
import { findTask } from './find-task.ts';
import type { Asker, CommandPorts } from './ports.ts';

/** The failure to be thrown. */
export async function refuseForgery(
  ports: CommandPorts,
  command: CommandName,
  input: unknown,
  asker: Exclude<Asker, { kind: 'person' }>,
  pid: number | null,
): Promise<Failed> {
  ports.log.warn(`${command} refused: ${asker.why}`, { pid });
  const run = asker.kind === 'agent' ? (asker.run ?? null) : null;
  const task = await ports.store.read(
    async (reads) => (await concerned(reads, input)) ?? (await taskOfRun(reads, run)),
  );
  if (task !== null)
    await commit(ports, (tx) =>
      tx.say(task, task, ports.clock.now(), [{ kind: 'refused_forgery', data: { command, why: asker.why, pid } }]),
    );
  const why = asker.kind === 'agent' ? `this comes from an agent (${asker.why})` : asker.why;
  return failed('UNAUTHORIZED', `Only a person may do this, and ${why}.`, { command });
}

/** The task a request is about, if it names one. */
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
async function taskOfRun(reads: Reads, run: string | null): Promise<TaskId | null> {
  if (run === null || kindOf(run as RunId) !== 'run') return null;
  return (await reads.thing(run as RunId))?.task ?? null;
}
