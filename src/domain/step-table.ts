// A thing's steps as a table: each row says what the step does and what comes of it. A step without a row, or an act without its meaning, does not compile.
import type { Applied, Decision } from './decision.ts';
import type { EffectMap, EffectName, Performed } from './effect/effect.ts';
import type { Thing } from './thing.ts';

/** One act in the world, out of what is known by now, and what its result means. */
export type ActRow<View extends { readonly thing: Thing }, State, At> = {
  [Name in EffectName]: {
    readonly act: Name;
    /** What the step does without acting; null: it acts. Absent: it acts each time. */
    readonly instead?: (view: View, at: At) => Decision<State> | null;
    readonly input: (view: View, at: At) => EffectMap[Name]['input'];
    readonly applied: (thing: View['thing'], at: At, output: EffectMap[Name]['output']) => Applied<State>;
  };
}[EffectName];

/** A run, a question, a wait, or straight on. */
export type MoveRow<View, State, At> = {
  readonly act: null;
  readonly decide: (view: View, at: At) => Decision<State>;
};

export type StepRow<View extends { readonly thing: Thing }, State, At> =
  | ActRow<View, State, At>
  | MoveRow<View, State, At>;

export function decideByRow<View extends { readonly thing: Thing }, State, At>(
  row: StepRow<View, State, At>,
  view: View,
  at: At,
): Decision<State> {
  if (row.act === null) return row.decide(view, at);
  const instead = row.instead?.(view, at) ?? null;
  if (instead !== null) return instead;
  return { kind: 'perform', effect: { name: row.act, input: row.input(view, at) } as EffectOf<typeof row.act> };
}

type EffectOf<Name extends EffectName> = {
  [Each in Name]: { readonly name: Each; readonly input: EffectMap[Each]['input'] };
}[Name];

/** Only of a row whose act it was: between an act and its result nothing else moves the thing. */
export function applyByRow<View extends { readonly thing: Thing }, State, At extends { readonly kind: string }>(
  row: StepRow<View, State, At>,
  thing: View['thing'],
  at: At,
  { name, output }: { readonly name: Performed['name']; readonly output: unknown },
): Applied<State> {
  if (row.act !== name) throw new Error(`a ${thing.kind} at ${at.kind} never performs ${name}`);
  return row.applied(thing, at, output as never);
}
