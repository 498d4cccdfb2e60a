// What was read and may be wanted again, up to a length of all texts together; what was used longest ago goes first.

export type BoundedMap<Value> = {
  get(key: string): Value | null;
  /** One that is there already stays. `length`: of its text. */
  add(key: string, value: Value, length: number): void;
  /** Instead of what may be there. */
  put(key: string, value: Value, length: number): void;
  /** All whose keys begin so. */
  forget(prefix: string): void;
  readonly size: number;
};

/** `most`: in characters of texts; what was made of them takes two to three times as much. */
export function boundedMap<Value>(most: number): BoundedMap<Value> {
  const kept = new Map<string, { readonly key: string; readonly value: Value; readonly length: number }>();
  let all = 0;
  const drop = (key: string) => {
    all -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, value: Value, length: number) => {
    kept.set(key, { key, value, length });
    all += length;
    for (const oldest of kept.keys()) {
      if (all <= most) break;
      drop(oldest);
    }
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return null;
      kept.delete(key);
      // As it was added: who asks may have it as a part of a long text, which would be kept with it.
      kept.set(found.key, found);
      return found.value;
    },
    add: (key, value, length) => {
      if (!kept.has(key)) keep(key, value, length);
    },
    put: (key, value, length) => {
      drop(key);
      keep(key, value, length);
    },
    forget: (prefix) => {
      for (const key of [...kept.keys()]) if (key.startsWith(prefix)) drop(key);
    },
    get size() {
      return kept.size;
    },
  };
}
