// How the points of a sweep are shared out among its runs.

/** Each point of each effect, dealt out to so many runs: number of the run and what is killed in it. */
export function sharesOf(effects: readonly string[], count: number): [share: number, wanted: readonly string[]][] {
  const points = effects.flatMap((name) => ['intent', 'effect', 'commit'].map((point) => `${point} ${name}`));
  return Array.from({ length: count }, (_, share) => [share, points.filter((_point, at) => at % count === share)]);
}

/**
 * So many points lie between two kills of one run; the runs differ in where they begin. Points are also before and after every transaction, those of the daemon's own start
 * included: of an effect that is begun again there are up to ten. With 24 between two kills an effect is cut off three times here and there, which is rightly asked about. For
 * the keeper they are more than a turn has: an agent whose every turn is cut is rightly given up.
 */
export const stepsOfDemo = { daemon: 37, keeper: 101 } as const;
export const beginningsOfDemo = {
  daemon: Array.from({ length: stepsOfDemo.daemon }, (_, at) => at),
  keeper: Array.from({ length: 20 }, (_, at) => at * 5),
} as const;

/** The story has more writes than its own between two points of an effect: with fifty between two kills one was cut off three times. */
export const stepsOfStory = { daemon: 151, keeper: 401 } as const;
export const beginningsOfStory = { daemon: [0, 50, 101], keeper: [0, 200] } as const;
