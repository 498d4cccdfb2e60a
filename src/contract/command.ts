// How a command is declared, in the file of its noun: one row with all that is to be validated and told.
import type * as v from 'valibot';

/** A type that stands where a value is wanted; there is no such value. */
export type Type<Of> = { readonly of?: readonly [Of] };
export const type = <Of>(): Type<Of> => ({});
export type Said<Declared extends Type<unknown>> = NonNullable<Declared['of']>[0];

export type Declaration = {
  readonly input: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  readonly reply: Type<unknown>;
  /** It tells these before its reply. */
  readonly event?: Type<unknown>;
};
export type Declarations = Readonly<Record<string, Declaration>>;
