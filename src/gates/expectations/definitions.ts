// What a file of production code defines by name, and how alike two definitions are.
import { codeText, type Language, languageOf } from '../tamper/code-text.ts';

/** `words`: of its text, up to the next one, that are neither its name nor the language's. */
export type Definition = { readonly name: string; readonly words: readonly string[] };

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
  return found.map((match, at) => {
    const name = match.slice(1).find((each) => each !== undefined) ?? '';
    return { name, words: wordsOf(name, text.slice(match.index, found[at + 1]?.index ?? text.length)) };
  });
}

const common = new Set(
  'export default async function const let var class interface type enum return if else for of in await new this self def None null true false import from'.split(
    ' ',
  ),
);

/** From 0 to 1, by the words that both have. */
export function likeness({ words: a }: Definition, { words: b }: Definition): number {
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

/** What their likeness can be at most, by how long they are. */
export const mostLikeness = ({ words: a }: Definition, { words: b }: Definition): number =>
  (2 * Math.min(a.length, b.length)) / Math.max(1, a.length + b.length);

const wordsOf = (name: string, text: string): readonly string[] =>
  (text.match(/[A-Za-z_$][\w$]*|\d+/g) ?? []).filter((word) => word !== name && !common.has(word));
