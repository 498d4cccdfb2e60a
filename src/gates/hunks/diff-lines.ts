// What differs between two texts, line by line, with as few lines as possible (Myers).

/** From line `old` of the one `taken` lines went, and at line `now` of the other `put` came; both from 0. */
export type LineEdit = { readonly old: number; readonly taken: number; readonly now: number; readonly put: number };

/** More than this is told as one edit. */
const mostSteps = 1000;

export function diffLines(was: readonly string[], now: readonly string[]): readonly LineEdit[] {
  const shorter = Math.min(was.length, now.length);
  let head = 0;
  while (head < shorter && was[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && was.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [old, own] = [was.slice(head, was.length - tail), now.slice(head, now.length - tail)];
  if (old.length === 0 && own.length === 0) return [];
  return editsBetween(keptIn(old, own), old.length, own.length).map((edit) => ({
    ...edit,
    old: edit.old + head,
    now: edit.now + head,
  }));
}

/** Lines that both have, as pairs. */
type Kept = readonly (readonly [old: number, now: number])[];

function editsBetween(kept: Kept, olds: number, nows: number): readonly LineEdit[] {
  const edits: LineEdit[] = [];
  let [old, now] = [0, 0];
  for (const [keptOld, keptNow] of [...kept, [olds, nows] as const]) {
    if (keptOld > old || keptNow > now) edits.push({ old, taken: keptOld - old, now, put: keptNow - now });
    [old, now] = [keptOld + 1, keptNow + 1];
  }
  return edits;
}

function keptIn(was: readonly string[], now: readonly string[]): Kept {
  const most = Math.min(mostSteps, was.length + now.length);
  const reach = new Int32Array(2 * most + 3);
  const at = (diagonal: number): number => diagonal + most + 1;
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= most; steps += 1) {
    trace.push(reach.slice());
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const down = goesDown(reach, at, diagonal, steps);
      let old = down ? (reach[at(diagonal + 1)] ?? 0) : (reach[at(diagonal - 1)] ?? 0) + 1;
      while (old < was.length && old - diagonal < now.length && was[old] === now[old - diagonal]) old += 1;
      reach[at(diagonal)] = old;
      if (old >= was.length && old - diagonal >= now.length) return walkBack(trace, at, was.length, now.length);
    }
  }
  return [];
}

const goesDown = (reach: Int32Array, at: (diagonal: number) => number, diagonal: number, steps: number): boolean =>
  diagonal === -steps || (diagonal !== steps && (reach[at(diagonal - 1)] ?? 0) < (reach[at(diagonal + 1)] ?? 0));

function walkBack(trace: readonly Int32Array[], at: (diagonal: number) => number, olds: number, nows: number): Kept {
  const kept: (readonly [number, number])[] = [];
  let [old, now] = [olds, nows];
  // What both begin with was taken off: before the first step nothing is kept.
  for (let steps = trace.length - 1; steps > 0; steps -= 1) {
    const reach = trace[steps] ?? new Int32Array();
    const diagonal = old - now;
    const before = goesDown(reach, at, diagonal, steps) ? diagonal + 1 : diagonal - 1;
    const from = reach[at(before)] ?? 0;
    const fromNow = from - before;
    while (old > from && now > fromNow) {
      old -= 1;
      now -= 1;
      kept.push([old, now]);
    }
    [old, now] = [from, fromNow];
  }
  return kept.reverse();
}
