// Keys that are known by their form alone, wherever they stand: the one list for what is hidden in texts and in what programs write.

/** Not within a word; `\n` and its like, as JSON writes them, are none. */
const begins = String.raw`(?<=(?<![A-Za-z0-9_])|\\[bfnrt])`;

/** Each: what it begins with, which characters it goes on with, and how many of them there are at least. */
const prefixed: readonly (readonly [string, string, number])[] = [
  ['gh[pousr]_', '[A-Za-z0-9]', 20],
  ['github_pat_', '[A-Za-z0-9_]', 20],
  ['glpat-', '[A-Za-z0-9_-]', 16],
  ['(?:sk|pk|rk)-', '[A-Za-z0-9_-]', 16],
  ['(?:sk|pk|rk)_(?:live|test)_', '[A-Za-z0-9]', 10],
  ['AIza', '[A-Za-z0-9_-]', 30],
  ['npm_', '[A-Za-z0-9]', 30],
  ['pypi-', '[A-Za-z0-9_-]', 30],
  ['xox[abeoprs]-', '[A-Za-z0-9-]', 10],
  ['xapp-', '[A-Za-z0-9-]', 10],
  [String.raw`\d{8,10}:AA`, '[A-Za-z0-9_-]', 30],
];

const whole = [
  ...prefixed.map(([begin, rest, least]) => `${begin}${rest}{${least},}`),
  String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
  String.raw`SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`,
  // None begins within another: each is read once.
  String.raw`(?<!-)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`,
];

/** Global. */
export const secretFormats = new RegExp(`${begins}(?:${whole.join('|')})`, 'g');

const begun = [
  ...prefixed.map(([begin, rest]) => `${begin}${rest}*`),
  '(?:AKIA|ASIA)[A-Z0-9]*',
  String.raw`SG\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*)?`,
  String.raw`(?<!-)eyJ[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*){0,2}`,
];

/** One that the text ends within, before it is known. */
export const begunSecret = new RegExp(`${begins}(?:${begun.join('|')})$`);
