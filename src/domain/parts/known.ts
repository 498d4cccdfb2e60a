// What a step of a task or a chain goes by must have been found out before it; its absence is a bug.
import { type FoundPlace, type Place, placeIn } from '../place/place.ts';

type Found<Known> = { readonly known: Known; readonly at: { readonly kind: string } };

export function known<Known, Key extends keyof Known>(
  { known: found, at }: Found<Known>,
  key: Key,
): NonNullable<Known[Key]> {
  const value = found[key];
  if (value === null || value === undefined) throw new Error(`${String(key)} is not known at ${at.kind}`);
  return value;
}

/** What it stands on, once its base was surveyed. */
export function placeOf({ known: found, at }: Found<Pick<FoundPlace, keyof Place>>): Place {
  const place = placeIn(found);
  if (place === null) throw new Error(`its place is not known at ${at.kind}`);
  return place;
}

/** In which all work is done. */
export const copyOf = <Copy>(state: Found<{ readonly copy: Copy }>): NonNullable<Copy> => known(state, 'copy');
