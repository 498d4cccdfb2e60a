// Everything that is looked at to decide about one thing, read in one snapshot.
import type { ThingId } from '../domain/ids.ts';
import type { View } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { unsettledIntent } from './intents.ts';
import { listNotices } from './notices.ts';
import { questionsOf } from './questions.ts';
import { isFirstInInbox } from './sessions.ts';
import { standingOf } from './slots.ts';
import { findThing, listChildren } from './things.ts';

export async function viewOf(handle: Handle, id: ThingId): Promise<View | null> {
  const thing = await findThing(handle, id);
  if (thing === null) return null;
  return {
    thing,
    parent: thing.parent === null ? null : await findThing(handle, thing.parent),
    children: await listChildren(handle, id),
    intent: await unsettledIntent(handle, id),
    notices: await listNotices(handle, id),
    questions: await questionsOf(handle, id),
    slot: await standingOf(handle, thing.task),
    ...(thing.kind === 'message' ? { first: await isFirstInInbox(handle, thing) } : {}),
  };
}
