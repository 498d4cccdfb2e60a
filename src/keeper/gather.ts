// Gathers what a terminal hands over in small pieces: one write for all that came in one turn of the loop, not one for every 4 KB.

export type Gather = {
  readonly take: (bytes: Buffer) => void;
  /** Hands over what is held, now. */
  readonly flush: () => void;
};

/** Nothing is held longer than the turn in which it came. */
export function gather(hear: (bytes: Buffer) => void): Gather {
  let held: Buffer[] = [];
  const flush = () => {
    const [first] = held;
    if (first === undefined) return;
    const all = held.length === 1 ? first : Buffer.concat(held);
    held = [];
    hear(all);
  };
  const take = (bytes: Buffer) => {
    if (held.length === 0) setImmediate(flush);
    held.push(bytes);
  };
  return { take, flush };
}
