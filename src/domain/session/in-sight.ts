// What belongs to a session: itself, what its agent started, what that started in turn, and what is of these.
import type { AnyThing } from '../any-thing.ts';
import type { TaskId, ThingId } from '../ids.ts';

/** Everything that belongs to a thing carries it as its `task`; so these are enough to tell what is seen. */
export type Roots = ReadonlySet<TaskId>;

/** Those that are known, and which of these things belong to them as well, whatever their order. */
export function withStarted(known: Roots, things: readonly AnyThing[]): Roots {
  const roots = new Set(known);
  for (let before = -1; before < roots.size; ) {
    before = roots.size;
    for (const thing of things) if (isOf(thing, roots)) roots.add(thing.task);
  }
  return roots;
}

function isOf(thing: AnyThing, roots: Roots): boolean {
  const starter = starterOf(thing);
  return (
    (starter !== null && roots.has(starter as TaskId)) || (thing.parent !== null && roots.has(thing.parent as TaskId))
  );
}

/** The session whose agent brought this about; null: somebody else did. */
export function starterOf(thing: AnyThing): ThingId | null {
  const [, session] = /^session:(s\d+)$/.exec(byOf(thing) ?? '') ?? [];
  return (session ?? null) as ThingId | null;
}

function byOf(thing: AnyThing): string | undefined {
  switch (thing.kind) {
    case 'session':
      return thing.spec.startedBy;
    case 'run':
      return 'by' in thing.spec.purpose ? thing.spec.purpose.by : undefined;
    case 'task':
    case 'chain':
    case 'message':
      return thing.spec.by;
    case 'criterion':
      return undefined;
  }
}
