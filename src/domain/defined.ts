/** A bag without the keys whose value is undefined, as `exactOptionalPropertyTypes` wants what is optional: left out. */
export function defined<T extends object>(bag: T): Defined<T> {
  return Object.fromEntries(Object.entries(bag).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type Defined<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };
