// Lines that say something when they are run: not those that only close, explain or declare.

/** Of a runner: what it can follow. */
export type LanguageOfLines = 'javascript' | 'python';

const comment: Readonly<Record<LanguageOfLines, RegExp>> = {
  javascript: /^\s*(?:\/\/|\/\*|\*)/,
  python: /^\s*#/,
};

/** Brackets alone belong to what stands before them. */
export const isCountable = (line: string, language: LanguageOfLines): boolean =>
  !/^[\s{}()[\];,]*$/.test(line) && !comment[language].test(line);

/** What runs wherever a file is loaded, and is there for others to call: it tells nothing by itself. */
const declares: readonly RegExp[] = [
  /^\s*import\b/,
  /^\s*export\s*(?:\*|\{|type\b|default\s+[\w$.]+\s*;?\s*$)/,
  /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\b/,
  /^\s*(?:module\.)?exports\b/,
  /^\s*(?:const|let|var)\s.{0,200}\brequire\s*\(/,
  /^\s*['"]use \w+['"]/,
  // Only opens a list or an object.
  /^\s*(?:export\s+)?(?:default\s+)?(?:(?:const|let|var)\s+)?[\w$.]*\s*(?::[^=]{0,200})?=?\s*(?:Object\.freeze\s*\(\s*)?[[{(]\s*$/,
];

export const isDeclaration = (line: string): boolean => declares.some((each) => each.test(line.slice(0, 1000)));
