// Files that come with a task are copied into the state folder: each within its limit, under a clean name, readable by the person alone and never executable.
import { isAbsolute } from 'node:path';
import { failed } from '../../domain/error.ts';
import {
  type Attachment,
  attachmentLimit,
  cleanName,
  mostAttachments,
} from '../../domain/task/settings/attachments.ts';
import type { CommandPorts } from '../ports.ts';

type Ports = Pick<CommandPorts, 'files' | 'machine' | 'ids'>;

/** Throws `PATH_NOT_FOUND`, `USAGE` (too many), `TEXT_TOO_LONG` (too large). */
export async function keepAttachments(ports: Ports, paths: readonly string[]): Promise<readonly Attachment[]> {
  if (paths.length > mostAttachments)
    throw failed('USAGE', `A task takes ${mostAttachments} files at most, not ${paths.length}.`);
  const sizes = await Promise.all(paths.map((path) => sizeOf(ports, path)));
  const folder = `attachments/${ports.ids.uuid()}`;
  const kept: Attachment[] = [];
  for (const [index, path] of paths.entries()) {
    const bytes = sizes[index] ?? 0;
    const name = cleanName(
      path,
      kept.map((each) => each.name),
    );
    const content = await ports.machine.readBytes(path, 0, bytes);
    kept.push({ name, path: await ports.files.write(`${folder}/${name}`, content), bytes: content.length });
  }
  return kept;
}

async function sizeOf({ machine }: Ports, path: string): Promise<number> {
  const found = isAbsolute(path) ? await machine.fileState(path) : null;
  if (found === null) throw failed('PATH_NOT_FOUND', `There is no file ${path} to be attached.`, { path });
  if (found.bytes <= attachmentLimit) return found.bytes;
  const most = attachmentLimit / (1024 * 1024);
  throw failed('TEXT_TOO_LONG', `${path} is larger than ${most} MB, and was not attached.`, { path });
}

/** Nobody refers to them any more. */
export async function dropAttachments({ files }: Pick<Ports, 'files'>, kept: readonly Attachment[]): Promise<void> {
  for (const { path } of kept.slice(0, 1)) await files.remove(path.slice(0, path.lastIndexOf('/')));
}
