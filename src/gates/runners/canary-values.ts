// What the tests of ours that must fail try assertions with: other values in each run, so that nothing can be patched for all but these.

export type CanaryValues = {
  /** Whole numbers, the first the smaller one. */
  readonly low: number;
  readonly high: number;
  /** Letters; none of them has another in it. */
  readonly word: string;
  readonly other: string;
};

/** Small numbers and large ones; the same for the same name. */
export const drawValues = (name: string): readonly [CanaryValues, CanaryValues] => [
  valuesOf(`${name}s`, 1, 5, 4),
  valuesOf(`${name}l`, 10, 1_000_000, 1000),
];

/** `low` from `least` on, below `least + range`; `high` at most `apart` more. */
function valuesOf(seed: string, least: number, range: number, apart: number): CanaryValues {
  const [one = 0, two = 0] = [1, 2].map((at) => hash(`${seed}${at}`));
  const low = least + (one % range);
  return { low, high: low + 1 + (two % apart), word: `${letters(one)}q`, other: `${letters(two)}w` };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const char of text) sum = Math.imul(sum ^ char.charCodeAt(0), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}

/** Five of `a` to `p`. */
const letters = (number: number): string =>
  Array.from({ length: 5 }, (_, at) => String.fromCharCode(97 + ((number >>> (4 * at)) & 15))).join('');
