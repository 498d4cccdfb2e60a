// Under which name this machine's copies and runs are bound to it.
import type { HostId } from '../domain/ids.ts';
import type { Files } from '../ports/files.ts';
import type { Store } from '../ports/store.ts';

/** Given once and kept in the state folder: a machine that is renamed is still the same. */
export async function hostId(files: Pick<Files, 'read' | 'write'>, fresh: string): Promise<HostId> {
  const kept = await files.read('host');
  const name = kept === null ? '' : new TextDecoder().decode(kept).trim();
  if (name !== '') return name as HostId;
  await files.write('host', `${fresh}\n`);
  return fresh as HostId;
}

/** A database that came from another machine says whose place this one takes. Safe to repeat: the name is written before the note goes. */
export async function takeHostOver(store: Pick<Store, 'transact'>, files: Pick<Files, 'write'>): Promise<void> {
  const noted = "select value from meta where name = 'host'";
  const [note] = await store.transact((tx) => tx.query(noted, []));
  if (note === undefined) return;
  await files.write('host', `${note.value}\n`);
  await store.transact((tx) => tx.query("delete from meta where name = 'host'", []));
}
