// Whether what is installed is what was tested.

const numbers = (said: string | null) => /\d+(?:\.\d+)+/.exec(said ?? '')?.[0] ?? null;

/** By the number in `2.1.329 (Its Name)`; a version that cannot be read differs. */
export const differs = (installed: string | null, tested: string): boolean => numbers(installed) !== numbers(tested);
