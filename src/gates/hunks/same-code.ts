// Whether texts of a file do the same whatever they look like: comments, formatting and types aside.
import { stripTypeScriptTypes } from 'node:module';
import { languageOf, withoutComments } from '../tamper/code-text.ts';

/** `text` is read once, whatever it is held against. */
export function sameCodeAs(path: string, text: string): (other: string) => boolean {
  const own = JSON.stringify(tokensOf(path, text));
  return (other) => JSON.stringify(tokensOf(path, other)) === own;
}

const token = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|[\w$]+|[^\s\w$]/g;

const tokensOf = (path: string, text: string): readonly string[] => settled(readTokens(path, text).found);

/** `whole`: its types could be told apart, where it has any. */
type Read = { readonly found: readonly string[]; readonly whole: boolean };

export function readTokens(path: string, text: string): Read {
  const language = languageOf(path);
  const untyped = withoutTypes(path, text);
  const plain = withoutComments(untyped ?? text, language);
  const found = language === 'python' ? withIndents(plain) : (plain.match(token) ?? []);
  return { found, whole: untyped !== null };
}

/** Without ornaments. */
export const settled = (found: readonly string[]): readonly string[] =>
  found.filter((each, at, all) => !isOrnament(each, all[at + 1])).map(asWritten);

/** How deep a line stands says what it belongs to, but for lines between brackets. */
function withIndents(text: string): readonly string[] {
  let depth = 0;
  const found = text.match(new RegExp(`(?<=^|\\n)[ \\t]+(?=\\S)|${token.source}`, 'g')) ?? [];
  return found.filter((each) => {
    depth += Number('([{'.includes(each)) - Number(')]}'.includes(each));
    return depth === 0 || each.trim() !== '';
  });
}

/** What a formatter puts or takes away. */
const isOrnament = (each: string, next: string | undefined): boolean =>
  each === ';' || (each === ',' && (next === undefined || ')]}'.includes(next)));

/** Of two kinds of quotes one. */
const asWritten = (each: string): string => (/^'[^"\\]*'$/.test(each) ? `"${each.slice(1, -1)}"` : each);

/** Null: it is more than types, or no code at all, and is compared as it is written. */
function withoutTypes(path: string, text: string): string | null {
  if (path.endsWith('.py')) return withoutHints(text);
  if (!/\.[cm]?ts$/.test(path)) return text;
  try {
    return stripTypeScriptTypes(text);
  } catch {
    return null;
  }
}

/** Of the heads of functions. */
const withoutHints = (text: string): string =>
  text.replace(/^([ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\()([^()]*)\)[ \t]*(?:->[^:\n]+)?:/gm, (_, head, own) => {
    const names = String(own).replace(/(\w)[ \t]*:[^,=[]*(?:\[[^\]]*\][^,=[]*)*/g, '$1');
    return `${head}${names}):`;
  });
