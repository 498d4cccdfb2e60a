// What is counted in a sentence.

/** `a, b and 3 more`. */
export const sayFew = (names: readonly string[], most: number, between = ', '): string =>
  `${names.slice(0, most).join(between)}${sayMore(names.length - most)}`;

/** What follows names. */
export const sayMore = (count: number): string => (count > 0 ? ` and ${count} more` : '');

/** `2 need a yes`. */
export const sayNeeds = (count: number): string => `${count} ${count === 1 ? 'needs' : 'need'} a yes`;
