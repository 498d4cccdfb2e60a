// The known word that a mistyped one meant.

/** Nothing longer was meant for a word of ours. */
const longest = 64;

/** null where none is near: more than a third of the letters (at least one) differ. Case does not count. */
export function nearest(word: string, known: readonly string[]): string | null {
  const asked = word.slice(0, longest).toLowerCase();
  const ranked = known
    .map((each) => ({ each, far: distance(asked, each.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= Math.max(1, Math.floor(asked.length / 3)) ? best.each : null;
}

/** Insertions, deletions, changes of a letter, and neighbours that changed places. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const swapped = at > 0 && index > 0 && letter === other[index - 1] && one[at - 1] === wanted;
      next.push(
        Math.min(
          (row[index] ?? 0) + (letter === wanted ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
          swapped ? (before[index - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
