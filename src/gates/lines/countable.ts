// Lines that say something when they are run: not those that only close, explain or declare.

/** Of a runner: what it can follow. */
export type LanguageOfLines = 'javascript' | 'python' | 'go' | 'ruby';

const comment: Readonly<Record<LanguageOfLines, RegExp>> = {
  javascript: /^\s*(?:\/\/|\/\*|\*)/,
  python: /^\s*#/,
  go: /^\s*(?:\/\/|\/\*|\*)/,
  ruby: /^\s*#/,
};

/** Brackets alone belong to what stands before them. */
export const isCountable = (line: string, language: LanguageOfLines): boolean =>
  !/^[\s{}()[\];,]*$/.test(line) && !comment[language].test(line);

/** What runs wherever a file is loaded, and is there for others to call: it tells nothing by itself. */
const inJavascript: readonly RegExp[] = [
  /^\s*import\b/,
  /^\s*export\s*(?:\*|\{|type\b|default\s+[\w$.]+\s*;?\s*$)/,
  /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\b/,
  /^\s*(?:module\.)?exports\b/,
  /^\s*(?:const|let|var)\s.{0,200}\brequire\s*\(/,
  /^\s*['"]use \w+['"]/,
  // Only opens a list or an object.
  /^\s*(?:export\s+)?(?:default\s+)?(?:(?:const|let|var)\s+)?[\w$.]*\s*(?::[^=]{0,200})?=?\s*(?:Object\.freeze\s*\(\s*)?[[{(]\s*$/,
];

const inRuby: readonly RegExp[] = [
  /^\s*(?:class|module|end|def|alias|alias_method|using)\b/,
  /^\s*(?:require|require_relative|load|autoload|include|extend|prepend)\b/,
  /^\s*(?:private|public|protected|module_function|private_constant|attr_\w+|delegate|memoize)\b/,
  // Only opens a list or a hash.
  /^\s*(?:[\w.:]+\s*=\s*)?[[{(]\s*$/,
];

/** Of go nothing is told but what was called. */
const declares: Readonly<Record<LanguageOfLines, readonly RegExp[]>> = {
  javascript: inJavascript,
  python: inJavascript,
  go: [],
  ruby: inRuby,
};

export const isDeclaration = (line: string, language: LanguageOfLines): boolean =>
  declares[language].some((each) => each.test(line.slice(0, 1000)));

/** Lines that no count of go's reaches, and that a test may feel: values, constants and types of a package. */
export function uncounted(source: string, language: LanguageOfLines): ReadonlySet<number> {
  const found = new Set<number>();
  let within = false;
  if (language === 'go')
    source.split('\n').forEach((line, at) => {
      const begun = /^(?:(var|const|type)|func|import|package)\b/.exec(line);
      if (begun !== null) within = begun[1] !== undefined;
      if (within && isCountable(line, language)) found.add(at + 1);
    });
  return found;
}
