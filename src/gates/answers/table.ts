// A change whose code is a table of what its tests name: it looks a value up and gives another back, and works nothing out.
import { type Asked, bareOf, compared, isAsked, isUsual, kindOf, type PlainEdit, shapeOf, tokensOf } from './tokens.ts';

/** `at`: where its first line stands; `instead`: something was worked out there before, or nothing but numbers comes of numbers. */
export type Table<One extends PlainEdit> = { readonly at: One; readonly instead: boolean };

const wiring =
  /^[ \t]*(?:(?:import|from|package|use|using|module|namespace)\b|export\s*[{*]|.*\brequire\w*[ (]|module\.exports\b|<\?php).*$/gm;

const sizeOfList = /\[\d+\](?=\w)/g;

/** Null: it is another change, or more than that. */
export function tableIn<One extends PlainEdit>(edits: readonly One[], asked: Asked): Table<One> | null {
  const own = edits.map((edit) => ({ edit, text: newIn(edit) })).filter(({ text }) => text.trim() !== '');
  const text = own.map((each) => each.text).join('\n');
  const literals = literalsIn(text, asked);
  if (!literals.every((each) => isAsked(each, asked))) return null;
  const values = [...new Set(literals.filter((each) => !isUsual(each)))];
  if (values.length < 2 || !looks(text) || works(text)) return null;
  const first = own.find((each) => hasEntry(each.text, asked));
  if (first === undefined) return null;
  const isOfNumbers = values.every((each) => /^[\d\W_]+$/.test(each));
  return { at: first.edit, instead: isOfNumbers || edits.some(isInsideOfOld) };
}

/** Without what stood there already, and what only joins files. */
function newIn({ put, taken }: PlainEdit): string {
  const stood = taken
    .split('\n')
    .map(coreOf)
    .filter((each) => each.length > 2);
  const text = put.replace(wiring, '').replace(sizeOfList, '[]');
  return stood.reduce((rest, each) => rest.replace(each, 'stood'), text);
}

const coreOf = (line: string): string =>
  line
    .replace(/^.*=>\s*(?!\{)/, '')
    .trim()
    .replace(/^(?:return|const|let|var)\b\s*/, '')
    .replace(/[;{]+$/, '')
    .trim();

const literalsIn = (text: string, asked: Asked): readonly string[] =>
  tokensOf(withKeys(text, asked)).flatMap((each) => (kindOf(each) === 'L' && !isSign(each) ? [bareOf(each)] : []));

/** What keys are joined with. */
const isSign = (literal: string): boolean => /^\W*$/.test(literal);

/** A key without quotes is a text where a test has it as one. */
const withKeys = (text: string, asked: Asked): string =>
  text.replace(/([{,]\s*)([\p{L}_$][\w$]*)(?=\s*:)/gu, (all, before: string, key: string) =>
    asked.literals.has(key) ? `${before}'${key}'` : all,
  );

/** By the letters of code, with its brackets: a key and what it stands for. */
const entry = new RegExp(
  [
    /<L/.source,
    /L[)\]}]*[:R][:R]?[([{]*L/.source,
    /(?:^|[^N\])])[[({]+L(?:,L)*[\])}]*,L,?[\])}]/.source,
    `${compared}[)]*[{:]*[RQ]L`,
    `RLI[(]*${compared}`,
  ].join('|'),
);
/** Keys and values stand there by turns. */
const pairs = /\b(?:Map\.of|HashMap::from|array_combine)\s*\(/g;
function hasEntry(text: string, asked: Asked): boolean {
  const tokens = tokensOf(withKeys(text, asked).replace(pairs, '<'));
  return entry.test(tokens.map((each) => (/^[<([{:,\])}]$/.test(each) ? each : kindOf(each))).join(''));
}

const looking = [
  /[.>:]\s*(?:get\w*|has\w*|includes|include\?|fetch|key\?|contains\w*|TryGetValue|indexOf|find|at)\b/,
  /\b(?:switch|match|case|when|in|for)\b|\barray_key_exists\b/,
  /[\w)\]}]\[(?:[\p{L}_$`([]|f["'])/u,
];
const looks = (text: string): boolean =>
  looking.some((each) => each.test(text)) || new RegExp(compared).test(shapeOf(text).kinds);

const containers = new Set(
  'if elif elsif for foreach while switch match case when return function def func fn fun not and or in of map hashmap dict tuple set list array object record string str number int tostring to_s to_string stringify freeze fromentries entries entry join get getordefault get_or_default has hasown hasownproperty haskey call includes contains containskey fetch indexof find at is_some some none ok sprintf itoa format from array_key_exists isset copied unwrap_or collections trygetvalue'.split(
    ' ',
  ),
);

/** It works with what it is given, or calls what nobody knows here. To go through a table is to look it up. */
function works(text: string): boolean {
  const plain = text
    .replace(/`[^`\n]*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/\s*\+\s*''(?:\s*\+\s*)?|''\s*[+.]\s*/g, "''")
    .replace(/->|=>|([([{,:=]\s*|\breturn\s+)-(?=\d)/g, '$1 ');
  if (/[-+*/%^~]|<<|\b(?:yield|await|throw|raise)\b/.test(plain)) return true;
  const own = new Set([...plain.matchAll(/\b(?:function|def|func|fn|fun|const|let)\s+(\w+)/g)].map(([, name]) => name));
  return [...plain.matchAll(/(\w+)[!?]?\s*\(/g)].some(
    ([, name = '']) => !own.has(name) && !containers.has(name.toLowerCase()) && !isDeclared(plain, name),
  );
}

/** A method is declared by its type alone. */
const isDeclared = (plain: string, name: string): boolean =>
  new RegExp(`^\\s*(?:\\w+\\s+)*\\w+\\s+${name}\\s*\\([^()]*\\)\\s*\\{`, 'm').test(plain);

const declaring =
  /\b(?:function|def|func|fn|fun|class|static|final|private|public|protected|object)\b|=>\s*(?:\{|\(|\w)/;

/** It stands in a function that was there, or in the place of one. */
const isInsideOfOld = ({ put, taken, flat }: PlainEdit): boolean =>
  shapeOf(taken).kinds !== '' || (put.trim() !== '' && !flat && !declaring.test(put));
