// What a file of production code defines by name, and how alike two definitions are.
import { codeText, type Language, languageOf } from '../tamper/code-text.ts';

/** `words`: of its text, up to the next one, that are neither its name nor the language's. */
export type Definition = { readonly name: string; readonly words: readonly string[] };

const ofOthers =
  /\b(?:func|fn|fun|def|class|struct|interface|enum|trait|type|module|function)\s+(?:\([^)\n]*\)\s*)?([A-Za-z_]\w*)/g;

const PATTERNS: Partial<Readonly<Record<Language, RegExp>>> = {
  script:
    /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|interface|type|enum|const|let|var)\s+([A-Za-z_$][\w$]*)|^(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=(?!=)|^[ \t]+(?:(?:public|private|protected|static|async|get|set)\s+)*(?!(?:if|for|while|switch|catch|function|return)\b)([A-Za-z_$][\w$]*)\s*\([^)\n]*\)[^;\n{]*\{/gm,
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

const wordsOf = (name: string, text: string): readonly string[] =>
  (text.match(/[A-Za-z_$][\w$]*|\d+/g) ?? []).filter((word) => word !== name && !common.has(word));

// Which of them is another under a new name.

/** From 0 to 1, by the words that both have. */
export function likeness({ words: a }: Definition, { words: b }: Definition): number {
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = b.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return (2 * shared.length) / Math.max(1, a.length + b.length);
}

/** What their likeness can be at most, by how long they are. */
const mostLikeness = ({ words: a }: Definition, { words: b }: Definition): number =>
  (2 * Math.min(a.length, b.length)) / Math.max(1, a.length + b.length);

type Named = readonly (readonly [name: string, readonly Definition[]])[];

/** Words that two definitions must share to be one that was renamed. */
const alike = 0.5;

/** Of the new names, by the old one, the one whose definition shares most with what was. */
export function renamedAmong(lost: Named, fresh: Named, compare = likeness): ReadonlyMap<string, string> {
  const candidates = candidatesAmong(lost, fresh);
  return new Map(
    lost.flatMap(([name, was]): [string, string][] => {
      let [best, most]: [string | null, number] = [null, 0];
      for (const other of candidates(was))
        for (const one of was) {
          if (mostLikeness(one, other) < Math.max(alike, most)) continue;
          const shared = compare(one, other);
          if (shared >= alike && shared > most) [best, most] = [other.name, shared];
        }
      return best === null ? [] : [[name, best]];
    }),
  );
}

/** So many pairs are all compared; of more, each with so many. */
const mostPairs = 100_000;
const mostCandidates = 50;

/** In their order. Of too many, those that have the rarest words: what is missed has no new name. */
function candidatesAmong(lost: Named, fresh: Named): (was: readonly Definition[]) => readonly Definition[] {
  const all = fresh.flatMap(([, definitions]) => definitions);
  if (lost.length * all.length <= mostPairs) return () => all;
  const having = new Map<string, number[]>();
  for (const [at, { words }] of all.entries())
    for (const word of new Set(words)) {
      const there = having.get(word);
      if (there === undefined) having.set(word, [at]);
      else there.push(at);
    }
  return (was) => {
    const lists = [...new Set(was.flatMap(({ words }) => words))].flatMap((word) => {
      const list = having.get(word);
      return list === undefined ? [] : [list];
    });
    const found = new Set<number>();
    for (const list of lists.toSorted((a, b) => a.length - b.length))
      for (const at of list) {
        if (found.size >= mostCandidates) break;
        found.add(at);
      }
    return [...found].toSorted((a, b) => a - b).flatMap((at) => all[at] ?? []);
  };
}
