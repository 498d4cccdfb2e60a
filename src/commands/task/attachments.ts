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

/** What who asks has read themselves. */
type SentText = { readonly path: string; readonly text: string };

/** Throws `PATH_NOT_FOUND`, `USAGE` (too many), `TEXT_TOO_LONG` (too large). */
export async function keepAttachments(
  ports: Ports,
  paths: readonly string[],
  texts: readonly SentText[] = [],
): Promise<readonly Attachment[]> {
  const count = paths.length + texts.length;
  if (count > mostAttachments) throw failed('USAGE', `A task takes ${mostAttachments} files at most, not ${count}.`);
  const sizes = await Promise.all(paths.map((path) => sizeOf(ports, path)));
  const folder = `attachments/${ports.ids.uuid()}`;
  const kept: Attachment[] = [];
  const keep = async (path: string, content: Uint8Array): Promise<void> => {
    const name = cleanName(
      path,
      kept.map((each) => each.name),
    );
    kept.push({ name, path: await ports.files.write(`${folder}/${name}`, content), bytes: content.length });
  };
  for (const [index, path] of paths.entries())
    await keep(path, await ports.machine.readBytes(path, 0, sizes[index] ?? 0));
  for (const { path, text } of texts) await keep(path, new TextEncoder().encode(text));
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
