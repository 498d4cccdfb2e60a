// What a session may be called: nothing that is the id of something else, in one name space for all commands.
import { failed } from '../domain/error.ts';
import type { TaskId } from '../domain/ids.ts';
import { nameKey } from '../domain/session/name-key.ts';
import type { Reads } from '../ports/store.ts';

const longest = 64;
const ids = /^[qrsmx]\d+$/;
const ofTask = /^(.+)-\d+$/;

/** Throws `USAGE`. `workspaces`: those registered, whose tasks are called `WORKSPACE-NUMBER`. */
export async function judgeName(reads: Reads, name: string, workspaces: readonly string[]): Promise<void> {
  const key = nameKey(name);
  if (key === '') throw refused(name, 'it has no letter or digit');
  if (key.length > longest) throw refused(name, `it has more than ${longest} letters`);
  if (!/^[\p{L}\p{N}\p{M}._-]+$/u.test(name)) throw refused(name, 'it may have letters, digits and `._-`');
  if (name.startsWith('-')) throw refused(name, 'it begins like a flag');
  if (ids.test(key)) throw refused(name, 'it has the form of the id of a question, run, session, message or chain');
  if (await isTask(reads, name, key, workspaces)) throw refused(name, 'it has the form of the id of a task');
}

async function isTask(reads: Reads, name: string, key: string, workspaces: readonly string[]): Promise<boolean> {
  const [, workspace = ''] = ofTask.exec(key) ?? [];
  if (workspaces.some((each) => nameKey(each) === workspace)) return true;
  return workspace !== '' && (await reads.thing(name as TaskId)) !== null;
}

const refused = (name: string, why: string) =>
  failed('USAGE', `${JSON.stringify(name)} is no name for a session: ${why}.`, {
    hint: 'Choose another with `--name`, or none.',
  });
