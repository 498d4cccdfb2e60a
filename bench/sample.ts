// Two things measured in turn, so that a noisy machine is noisy for both.

export type Samples = { readonly min: number; readonly median: number };

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const summary = (values: readonly number[]): Samples => ({ min: Math.min(...values), median: median(values) });

/** Milliseconds of each, `count` times, one after the other; one round beforehand does not count. */
export async function sampleBoth(
  count: number,
  subject: () => unknown,
  floor: () => unknown,
): Promise<{ readonly subject: Samples; readonly floor: Samples }> {
  const times = { subject: [] as number[], floor: [] as number[] };
  for (let round = 0; round <= count; round++) {
    const both = { floor: await timed(floor), subject: await timed(subject) };
    if (round === 0) continue;
    times.floor.push(both.floor);
    times.subject.push(both.subject);
  }
  return { subject: summary(times.subject), floor: summary(times.floor) };
}

/** Several figures of one life, each of three lives: one peak tells when garbage was collected as much as what was held. */
export async function sampleLives(live: () => Promise<readonly number[]>): Promise<readonly Samples[]> {
  const lives = [await live(), await live(), await live()];
  const [first = []] = lives;
  return first.map((_, figure) => summary(lives.map((one) => one[figure] ?? Number.NaN)));
}

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
