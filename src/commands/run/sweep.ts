// What runs and sessions leave that nobody asks for after their end: the names under which their folder was put on record, and the home that a run by itself had.
import { kindOf, type RunId, type ThingId } from '../../domain/ids.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import type { CommandPorts } from '../ports.ts';

type Ports = Pick<CommandPorts, 'store' | 'files' | 'git' | 'log'>;

/** Their hubs are named so, by the digest of the folder. */
const prefix = 'once-';

/** What was taken away. Only what is of somebody on record who has ended: the receipt was written before the end was. Safe to repeat. */
export async function sweepLooks({ store, files, git, log }: Ports): Promise<readonly string[]> {
  const swept: string[] = [];
  for (const { name } of await files.list('hubs')) {
    if (!name.startsWith(prefix)) continue;
    const forgotten = await git.forgetSnapshots(name, (labels) => ended(store, labels, ownerOf));
    if (forgotten.ok) swept.push(...forgotten.value);
    else log.warn('old snapshots stay', { hub: name, why: forgotten.failure.message });
  }
  const homes = (await files.list('homes')).map(({ name }) => name).filter((name) => kindOf(name as ThingId) === 'run');
  for (const home of await ended(store, homes, (name) => name)) {
    await files.remove(`homes/${home}`);
    swept.push(home);
  }
  return swept;
}

/** `once/r7-start`, `session/s3-end`; '' for what is of no run by itself and no session. */
const ownerOf = (label: string): string => /^(?:once|session)\/([rs]\d+)(?:-[a-z]+)?$/.exec(label)?.[1] ?? '';

const ended = (
  store: Ports['store'],
  names: readonly string[],
  of: (name: string) => string,
): Promise<readonly string[]> =>
  store.read(async (reads) => {
    const over = new Map<string, boolean>();
    for (const owner of new Set(names.map(of)))
      over.set(owner, owner !== '' && (await reads.thing(owner as RunId | SessionId))?.ended === true);
    return names.filter((name) => over.get(of(name)) === true);
  });
