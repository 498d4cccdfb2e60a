// The looks before the work, one an environment of a task: what those after its deployment are compared with.
import type { Instant, TaskId } from '../domain/ids.ts';
import type { LogLook } from '../domain/probe/finding.ts';
import type { Files } from '../ports/files.ts';

export type TaskBaseline = {
  readonly at: Instant;
  /** As written then: another place has no baseline. */
  readonly connect: string;
  readonly logs: readonly LogLook[];
};

const pathOf = (task: TaskId, env: string): string => `probes/${task}/${env}.json`;

export async function keepBaseline(files: Files, task: TaskId, env: string, baseline: TaskBaseline): Promise<void> {
  await files.write(pathOf(task, env), JSON.stringify({ version: 1, ...baseline }, null, 2));
}

/** null: there is none. */
export async function baselineOf(files: Files, task: TaskId, env: string): Promise<TaskBaseline | null> {
  const bytes = await files.read(pathOf(task, env));
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as TaskBaseline);
}
