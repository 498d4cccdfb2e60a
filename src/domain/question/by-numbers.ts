// What a person names of a list that is numbered from 1 on.

/** `1, 3`; what is no number of theirs is none. */
export function byNumbers<Item>(listed: readonly Item[], words: string): readonly Item[] {
  const numbers = new Set((words.match(/\d+/g) ?? []).map(Number));
  return listed.filter((_, index) => numbers.has(index + 1));
}

export const numbered = (lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${index + 1}. ${line}`);
