// Which lines of a file two changes of it both touch, in the numbers that the lines have before either.

/** From a line up to, and without, another; nothing but a place between lines where both are the same. From 1. */
export type OldLines = readonly [from: number, to: number];

/** Of one file's unified diff without context. An insertion is the place before the line that it comes to stand before. */
export function oldLinesIn(diff: string): readonly OldLines[] {
  return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/gm)].map(([, line, count]): OldLines => {
    const [from, lines] = [Number(line), count === undefined ? 1 : Number(count)];
    return lines === 0 ? [from + 1, from + 1] : [from, from + lines];
  });
}

/** Side by side counts: nothing between them tells which comes first. Both in order; what follows one another is one. */
export function touching(ours: readonly OldLines[], theirs: readonly OldLines[]): readonly OldLines[] {
  const found = ours.flatMap(([from, to]) =>
    theirs
      .filter(([start, end]) => start <= to && from <= end)
      .map(([start, end]): OldLines => [Math.min(from, start), Math.max(to, end)]),
  );
  const joined: OldLines[] = [];
  for (const [from, to] of found.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}
