// Tests with other expected values in the place of their own: one that holds all the same judges nothing.
import { createHash } from 'node:crypto';
import { fileOf, titleOf } from '../../domain/evidence/test-id.ts';
import type { OtherValues } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { decode } from '../sources.ts';
import { codeText, type Language, languageOf } from '../tamper/code-text.ts';
import { findBlocks, type TestBlock, testBlocks } from './test-blocks.ts';

type Place = { readonly from: number; readonly to: number };

/** How a language says that two values are the same; each ends where what is expected, or both of them, begin. What allows more than one value is none of it. */
type Said = {
  /** One argument, which is expected. */
  readonly one?: RegExp;
  /** Two first arguments, one of which is. */
  readonly two?: RegExp;
  /** What stands behind a sign. */
  readonly sign?: RegExp;
};

const said: { readonly [Name in Language]?: Said } = {
  script: {
    one: /(?<!\.not(?:\.\w+)*)(?:\.(?:toBe|toEqual|toStrictEqual)|(?<=\.to(?:\.\w+)*)\.(?:equals?|eql))\(/g,
    two: /\b(?:assert(?:\.strict)?|t)\.(?:is|same|equal|strictEqual|deepEqual|deepStrictEqual)\(/g,
  },
  python: { two: /\.assert(?:Equal|Equals|Is|ListEqual|DictEqual)\(/g, sign: /^[ \t]*assert\b[^=!<>\n]*==/gm },
  ruby: { one: /\bto\s+(?:eq|eql|be)[ (]/g, two: /\bassert_equal[ (]/g },
  php: { one: /->to(?:Be|Equal)\(/g, two: /(?:->|::)assert(?:Same|Equals)\(/g },
  java: { one: /\.isEqualTo\(/g, two: /\bassertEquals\(/g },
  csharp: { one: /\.Should\(\)\.Be\(/g, two: /\bAssert\.(?:Equal|AreEqual)\(/g },
  rust: { two: /\bassert_eq!\s*\(/g },
  go: { two: /\b(?:assert|require)\.Equal\(\s*t\s*,/g, sign: /\bif\b[^=!<>{\n]*!=(?=[^{&|\n]*\{)/g },
};

/** A comparison that the tests bring along, by its name; of a language's own one a sign stands before it. */
const ownSame =
  /(?<![\w$.>:])(?:same|equals?|eq|is_?(?:same|equal)|(?:assert|expect|check)_?(?:is|same|equals?|eq))\s*\(/gi;

/** A whole one: what works with it makes it another value. */
const literal = /^(?:-?\d[\d_]*(?:\.\d+)?|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|true|false|True|False)$/;

/** Of one file: each is found in its text. */
const mostAsked = 50;

/** Of the first of these tests of one file; null: none of them says what it expects in a form that is known. */
export async function otherValues(tree: Tree, path: string, ids: readonly string[]): Promise<OtherValues | null> {
  const text = decode(await tree.read(path));
  if (text === null) return null;
  const all = valuesIn(path, text);
  const find = findBlocks(testBlocks(path, text));
  const asks = ids.slice(0, mostAsked).flatMap((id) => {
    const [block, ...more] = fileOf(id) === path ? find(id) : [];
    // Which of several of that name it is, nobody knows.
    if (block === undefined || more.length > 0 || !all.some(isWithin(text, block))) return [];
    const key = createHash('sha256')
      .update(`values\n${path}\n${titleOf(id)}\n${block.text}`)
      .digest('hex');
    return [{ id, key, line: block.line }];
  });
  return asks.length === 0 ? null : { asks, text: exchanged(text, all) };
}

function isWithin(text: string, block: TestBlock): (place: Place) => boolean {
  const at = text.indexOf(block.text);
  return ({ from }) => from >= at && from < at + block.text.length;
}

function valuesIn(path: string, text: string): readonly Place[] {
  const language = languageOf(path);
  const code = codeText(text, language);
  const { one, two, sign } = said[language] ?? {};
  const each = (pattern: RegExp | undefined) =>
    [...(pattern === undefined ? [] : code.matchAll(pattern))].map(({ 0: all, index }) => index + all.length);
  const isWritten = ({ from, to }: Place): boolean => literal.test(text.slice(from, to));
  const own = each(ownSame)
    .map((at) => argumentsAt(code, at))
    .flatMap((all) => (all.length < 2 ? [] : onlyOne(text, all.slice(0, 2))))
    .map((place) => trimmed(text, place));
  const others = [
    ...each(one).flatMap((at) => argumentsAt(code, at).slice(0, 1)),
    ...each(two).flatMap((at) => onlyOne(text, argumentsAt(code, at).slice(0, 2))),
    ...each(sign).map((at) => ({ from: at, to: endOfLine(code, at) })),
  ].map((place) => trimmed(text, place));
  // What is claimed of such a comparison is what it says of another value.
  const inOwn = (place: Place): boolean =>
    own.some(({ from, to }) => !text.slice(Math.min(to, place.to), Math.max(from, place.from)).includes('\n'));
  return [...own, ...others.filter((place) => isWritten(place) && !inOwn(place))];
}

/** Two that are written there say nothing of what ships. */
const onlyOne = (text: string, both: readonly Place[]): readonly Place[] => {
  const written = both.filter((place) => {
    const { from, to } = trimmed(text, place);
    return literal.test(text.slice(from, to));
  });
  return written.length === 1 ? written : [];
};

/** Those of a call, or of a command without brackets, that begin here. */
function argumentsAt(code: string, at: number): readonly Place[] {
  const found: Place[] = [];
  const bare = code[at - 1] === ' ';
  let [from, depth] = [at, 0];
  for (let here = at; here < code.length; here += 1) {
    const mark = code[here] ?? '';
    if ('([{'.includes(mark)) depth += 1;
    else if (depth === 0 && (mark === ',' || ')]}'.includes(mark) || (bare && mark === '\n'))) {
      found.push({ from, to: here });
      from = here + 1;
      if (mark !== ',') break;
    } else if (')]}'.includes(mark)) depth -= 1;
  }
  return found;
}

/** Or where a block, a message or a comment begins. */
function endOfLine(code: string, at: number): number {
  const end = /[\n,{;#]/.exec(code.slice(at));
  return end === null ? code.length : at + end.index;
}

function trimmed(text: string, { from, to }: Place): Place {
  const own = text.slice(from, to);
  return { from: from + own.length - own.trimStart().length, to: to - (own.length - own.trimEnd().length) };
}

function exchanged(text: string, places: readonly Place[]): string {
  let [done, at] = ['', 0];
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    done += text.slice(at, from) + otherThan(text.slice(from, to));
    at = to;
  }
  return done + text.slice(at);
}

const turned: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };

/** Of the same kind, so that it compiles where its kind is known. */
const otherThan = (value: string): string =>
  turned[value] ??
  (/^["']/.test(value)
    ? `${value.slice(0, -1)}q${value.slice(-1)}`
    : `${value.slice(0, -1)}${(Number(value.slice(-1)) + 1) % 10}`);
