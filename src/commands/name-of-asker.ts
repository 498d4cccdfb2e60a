// What a question is about, as people know it.
import type { Chain } from '../domain/chain/chain.ts';
import { kindOf, type TaskId, type ThingId } from '../domain/ids.ts';
import type { Session } from '../domain/session/session.ts';
import type { Reads } from '../ports/store.ts';

/** A session's name, a chain's id and name, else the id itself. */
export async function nameOfAsker(reads: Reads, task: TaskId): Promise<string> {
  const id = task as ThingId;
  switch (kindOf(id)) {
    case 'session':
      return ((await reads.thing(id)) as Session | null)?.spec.name ?? id;
    case 'chain': {
      const chain = (await reads.thing(id)) as Chain | null;
      return chain === null ? id : `${id} (${chain.spec.name})`;
    }
    default:
      return id;
  }
}
