// Lines of a text in whose place others stand.

/** From `from` up to `to`, which stays; in their place `back`. */
export type Swap = { readonly from: number; readonly to: number; readonly back: readonly string[] };

export function swapLines(lines: readonly string[], swaps: readonly Swap[]): readonly string[] {
  const swapped: string[] = [];
  let at = 0;
  for (const { from, to, back } of swaps.toSorted((a, b) => a.from - b.from)) {
    for (; at < from; at += 1) swapped.push(lines[at] ?? '');
    for (const line of back) swapped.push(line);
    at = Math.max(at, to);
  }
  for (; at < lines.length; at += 1) swapped.push(lines[at] ?? '');
  return swapped;
}
