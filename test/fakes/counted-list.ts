// A list that counts how often an entry of it is looked at: whoever looks through it once for each of thousands is found out without a clock.

export function countedList<T>(list: readonly T[]): { readonly list: readonly T[]; readonly looks: () => number } {
  let looks = 0;
  const get = (target: readonly T[], key: string | symbol): unknown => {
    if (typeof key === 'string' && /^\d/.test(key)) looks += 1;
    return Reflect.get(target, key);
  };
  return { list: new Proxy(list, { get }), looks: () => looks };
}
