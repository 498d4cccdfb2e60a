// Many keys in as few queries as a database takes: it allows a statement only so many parameters.

const most = 500;

/** In their order, none longer than a statement takes. */
export const partsOf = <Key>(keys: readonly Key[]): readonly (readonly Key[])[] =>
  Array.from({ length: Math.ceil(keys.length / most) }, (_, at) => keys.slice(at * most, (at + 1) * most));
