// What has been found out of a task or a chain, in parts. What a step goes by must have been found out before it; its absence is a bug.
import { type FoundPlace, type Place, placeIn } from '../place/place.ts';

type Standing<Known> = { readonly known: Known; readonly at: { readonly kind: string } };

/** What one step found out: some fields of some parts. */
export type Learned<Known> = { readonly [Part in keyof Known]?: Partial<Known[Part]> };

export function learn<Known extends object>(known: Known, learned: Learned<Known>): Known {
  const parts = Object.keys(learned) as (keyof Known)[];
  return { ...known, ...Object.fromEntries(parts.map((part) => [part, { ...known[part], ...learned[part] }])) };
}

export function known<Known, Part extends keyof Known, Key extends keyof Known[Part]>(
  { known: found, at }: Standing<Known>,
  part: Part,
  key: Key,
): NonNullable<Known[Part][Key]> {
  const value = found[part][key];
  if (value === null || value === undefined) throw new Error(`${String(key)} is not known at ${at.kind}`);
  return value;
}

/** What it stands on, once its base was surveyed. */
export function placeOf({
  known: { place: found },
  at,
}: Standing<{ readonly place: Pick<FoundPlace, keyof Place> }>): Place {
  const place = placeIn(found);
  if (place === null) throw new Error(`its place is not known at ${at.kind}`);
  return place;
}

/** In which all work is done. */
export const copyOf = <Copy>(state: Standing<{ readonly place: { readonly copy: Copy } }>): NonNullable<Copy> =>
  known(state, 'place', 'copy');
