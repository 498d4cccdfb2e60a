// How the points of a sweep are shared out among its runs.

/**
 * Each point of each effect, dealt out to two runs: number of the run and what is killed in it. Of an effect one run has its intent and its commit, the other one what is between, so
 * that none is cut off three times, which is rightly asked about. `together`: their points are all in the first, so that the other run need not come there; they are cut off twice.
 */
export function halvesOf(
  effects: readonly string[],
  together: readonly string[] = [],
): [half: number, wanted: readonly string[]][] {
  const dealt = pointsOf(effects.filter((name) => !together.includes(name)));
  return [0, 1].map((half) => {
    const wanted = dealt.filter((_point, at) => at % 2 === half);
    return [half, half === 0 ? [...wanted, ...pointsOf(together)] : wanted];
  });
}

const pointsOf = (effects: readonly string[]): readonly string[] =>
  effects.flatMap((name) => ['intent', 'effect', 'commit'].map((point) => `${point} ${name}`));

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

/** A proof with questions has more of them than the demo, and runs of its gates that take longer. */
export const stepsOfProof = { daemon: 61, keeper: 151 } as const;
export const beginningsOfProof = {
  daemon: Array.from({ length: stepsOfProof.daemon }, (_, at) => at),
  keeper: Array.from({ length: 15 }, (_, at) => at * 10),
} as const;

/** Two nodes at once have their writes between those of one another. What lies between two kills costs a start of the daemon, a world a whole flow: few worlds are killed often. */
export const stepsOfFlow = { daemon: 61, keeper: 401 } as const;
export const beginningsOfFlow = {
  daemon: Array.from({ length: stepsOfFlow.daemon }, (_, at) => at),
  keeper: Array.from({ length: 20 }, (_, at) => at * 20),
} as const;
