// A unified diff of which the rest is left out says so in its last line, which no line of a diff can look like: they begin with a blank, a sign or a word.

export const cutDiff = (whole: string, limit: number): string =>
  `${whole}... the diff is cut here: it is longer than ${limit} bytes\n`;

export const isCutDiff = (text: string): boolean => /(?:^|\n)\.\.\. the diff is cut here: [^\n]*\n$/.test(text);

/** Without the file that it was cut in. */
export const wholeFiles = (diff: string): string =>
  isCutDiff(diff) ? diff.slice(0, Math.max(0, diff.lastIndexOf('\ndiff --git '))) : diff;
