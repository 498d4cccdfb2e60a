// Everything that is driven: its kind says which spec and state it has.
import type { Chain } from './chain/chain.ts';
import type { Criterion } from './criterion/criterion.ts';
import type { ThingKind } from './ids.ts';
import type { Run } from './run/run.ts';
import type { Message } from './session/message.ts';
import type { Session } from './session/session.ts';
import type { Task } from './task/task.ts';

export type ThingOf<Kind extends ThingKind> = {
  readonly task: Task;
  readonly criterion: Criterion;
  readonly run: Run;
  readonly session: Session;
  readonly message: Message;
  readonly chain: Chain;
}[Kind];

export type AnyThing = ThingOf<ThingKind>;

const isOfKind = <Kind extends ThingKind>(thing: AnyThing, kind: Kind): thing is AnyThing & ThingOf<Kind> =>
  thing.kind === kind;

/** The thing where it is of this kind; else null. */
export const ifKind = <Kind extends ThingKind>(thing: AnyThing | null | undefined, kind: Kind): ThingOf<Kind> | null =>
  thing != null && isOfKind(thing, kind) ? thing : null;

/** The thing, which can only be of this kind; throws a `TypeError` where it is not. */
export function ofKind<Kind extends ThingKind>(thing: AnyThing | null | undefined, kind: Kind): ThingOf<Kind> {
  const found = ifKind(thing, kind);
  if (found === null) throw new TypeError(`${thing?.id ?? 'nothing'} is no ${kind}`);
  return found;
}
