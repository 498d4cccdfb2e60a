// The known word that a mistyped one most likely meant.

/** null where none is near: more than a third of the letters differ. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known.map((candidate) => ({
    candidate,
    steps: distance(word.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = ranked.sort((a, b) => a.steps - b.steps)[0];
  return best !== undefined && best.steps <= Math.max(2, Math.ceil(word.length / 3)) ? best.candidate : null;
}

/** Letters to insert, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
