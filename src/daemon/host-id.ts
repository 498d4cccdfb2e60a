// Under which name this machine's copies and runs are bound to it.
import type { HostId } from '../domain/ids.ts';
import type { Files } from '../ports/files.ts';

/** Given once and kept in the state folder: a machine that is renamed is still the same. */
export async function hostId(files: Pick<Files, 'read' | 'write'>, fresh: string): Promise<HostId> {
  const kept = await files.read('host');
  const name = kept === null ? '' : new TextDecoder().decode(kept).trim();
  if (name !== '') return name as HostId;
  await files.write('host', `${fresh}\n`);
  return fresh as HostId;
}
