// A flow's files as they are sent to the daemon, which reads none: what stands in them is what who asks may see.
import type { Input } from '../../contract/read-input.ts';
import { ok, type Result } from '../../domain/error.ts';
import { findFlow } from './find-flow.ts';
import { readFolder } from './read-folder.ts';

export type SentFlow = Omit<NonNullable<Input<'task.create'>['flow']>, 'reset'>;

export async function readFlowFiles(given: string, cwd: string): Promise<Result<SentFlow>> {
  const found = findFlow(given, cwd);
  if (!found.ok) return found;
  const files = await readFolder(found.value);
  if (!files.ok) return files;
  const { name, plan, session, tasks } = files.value;
  const { folder, root, alone } = found.value;
  return ok({ folder, root, name, ...(alone !== null && { alone }), plan, session, tasks: [...tasks] });
}

/** The folder that the flow of a path is in. */
export function folderOfFlow(given: string, cwd: string): Result<string> {
  const found = findFlow(given, cwd);
  return found.ok ? ok(found.value.folder) : found;
}
