// What a file of production code defines by name, and how alike two definitions are.
import { codeText, type Language, languageOf } from '../tamper/code-text.ts';

/** `text`: up to the next one. */
export type Definition = { readonly name: string; readonly text: string };

const ofOthers =
  /\b(?:func|fn|fun|def|class|struct|interface|enum|trait|type|module|function)\s+(?:\([^)\n]*\)\s*)?([A-Za-z_]\w*)/g;

const PATTERNS: Partial<Readonly<Record<Language, RegExp>>> = {
  script:
    /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|interface|type|enum|const|let|var)\s+([A-Za-z_$][\w$]*)|^(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=|^[ \t]+(?:(?:public|private|protected|static|async|get|set)\s+)*(?!(?:if|for|while|switch|catch|function|return)\b)([A-Za-z_$][\w$]*)\s*\([^)\n]*\)[^;\n{]*\{/gm,
  python: /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^([A-Za-z_]\w*)[ \t]*(?::[^=\n]+)?=(?!=)/gm,
};

export function definitionsIn(path: string, text: string): readonly Definition[] {
  const language = languageOf(path);
  if (language === 'other') return [];
  const found = [...codeText(text, language).matchAll(PATTERNS[language] ?? ofOthers)];
  return found.map((match, at) => ({
    name: match.slice(1).find((each) => each !== undefined) ?? '',
    text: text.slice(match.index, found[at + 1]?.index ?? text.length),
  }));
}

const common = new Set(
  'export default async function const let var class interface type enum return if else for of in await new this self def None null true false import from'.split(
    ' ',
  ),
);

/** From 0 to 1, by the words in them that are neither their names nor the language's. */
export function likeness(one: Definition, other: Definition): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = b.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return (2 * shared.length) / (a.length + b.length);
}

const wordsOf = ({ name, text }: Definition): readonly string[] =>
  (text.match(/[A-Za-z_$][\w$]*|\d+/g) ?? []).filter((word) => word !== name && !common.has(word));
