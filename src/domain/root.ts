// What runs, a copy and evidence belong to: a task, or a chain of plans. A `TaskId` names either.
import { type AnyThing, ifKind } from './any-thing.ts';
import type { Chain } from './chain/chain.ts';
import type { Settings } from './task/settings/settings.ts';
import type { Task } from './task/task.ts';

export type Root = Task | Chain;

export const ifRoot = (thing: AnyThing | null | undefined): Root | null =>
  ifKind(thing, 'task') ?? ifKind(thing, 'chain');

/** The thing, which can only be one; throws a `TypeError` where it is not. */
export function ofRoot(thing: AnyThing): Root {
  const root = ifRoot(thing);
  if (root === null) throw new TypeError(`${thing.id} is no task and no chain`);
  return root;
}

/** As a person took them anew, or as they were frozen; undefined: nothing was. */
export const variablesOf = (root: Root | null): Settings['variables'] =>
  (root?.kind === 'task' ? root.state.known.place.variables : undefined) ?? root?.spec.settings.variables;

/** As a person took it anew, which no chain offers, or as it was frozen. */
export const overlayOfRoot = (root: Root): Settings['overlay'] =>
  (root.kind === 'task' ? root.state.known.place.overlay : undefined) ?? root.spec.settings.overlay;
