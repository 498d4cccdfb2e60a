// The nearest known word to a mistyped one.

/** Null where nothing is near: at most a third of the letters (at least one) differ. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const far = distance(word.slice(0, 64), candidate);
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

/** Letters inserted, removed, replaced, or swapped with their neighbour. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const step = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      next.push(swapped ? Math.min(step, (before[j - 2] ?? 0) + 1) : step);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
