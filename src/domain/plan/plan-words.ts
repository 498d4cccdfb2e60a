// How a line of a plan is understood: a label with its words, a field with its value, and what paths, commands and labels stand in a value.
import type { Beat } from './plan.ts';

type Labelled = { readonly label: string; readonly words: string };

/** `SC-1: words`, `**UR-2**: words`, `[ ] TS-3: words`; null: it is no such line. */
export function labelled(line: string): Labelled | null {
  const [start, label] = /^(?:\[[ xX]\][ \t]+)?(?:\*\*)?((?:SC|UR|TS)-\d{1,4})(?:\*\*)?[ \t]*[:：]/.exec(line) ?? [];
  const words = start === undefined ? '' : bare(line.slice(start.length));
  return label === undefined || words === '' ? null : { label, words };
}

/** Every name that a field goes by, in lower case. */
const fields = {
  verify: ['verify', 'verification', 'verified by', '验证'],
  expected: ['expected', 'expect', 'expected result', '预期'],
  files: ['file', 'files', 'owns', 'owned files', '文件'],
  tests: ['test', 'tests', 'test file', 'test files', '测试文件'],
  dependsOn: ['depends on', 'depends', 'after', 'requires', 'needs', 'follows', '依赖'],
  covers: ['covers', 'requirement', 'requirements', '需求'],
  kind: ['kind', 'type'],
  tdd: ['tdd', '测试先行'],
} as const;

export type FieldName = keyof typeof fields;

const nameOf: ReadonlyMap<string, FieldName> = new Map(
  (Object.keys(fields) as FieldName[]).flatMap((name) => fields[name].map((word) => [word, name] as const)),
);

/** `Verify: npm test`, `- **Files**: a.ts`; null: it is no such line, or says nothing. */
export function fieldIn(line: string): { readonly name: FieldName; readonly value: string } | null {
  const [start, word = ''] = /^(?:[-*][ \t]*)?(?:\*\*)?([\p{L}_ ]{1,24})(?:\*\*)?[ \t]*[:：]/u.exec(line) ?? [];
  const name = nameOf.get(word.trim().toLowerCase().replaceAll('_', ' '));
  if (start === undefined || name === undefined) return null;
  const value = bare(line.slice(start.length));
  return value === '' ? null : { name, value };
}

/** Without what marks it as bold as a whole, and without spaces around. */
function bare(text: string): string {
  const words = text.trim().replace(/^\*\*/, '').trimStart();
  return words.endsWith('**') && !words.slice(0, -2).includes('**') ? words.slice(0, -2).trimEnd() : words;
}

const code = /`([^`]+)`/g;

const codeIn = (text: string): readonly string[] => [...text.matchAll(code)].map(([, inner = '']) => inner.trim());

/** What is run: all of it, or its code where it begins with some; several commands where nothing but `and` stands between. */
export function commandIn(value: string): string | null {
  if (!value.startsWith('`')) return value === '' ? null : value;
  const spans = [...value.matchAll(code)];
  const commands: string[] = [];
  let end = 0;
  for (const span of spans) {
    if (commands.length > 0 && !/^\s*(?:,|;|&&|and|then|和)\s*$/.test(value.slice(end, span.index))) break;
    commands.push((span[1] ?? '').trim());
    end = span.index + span[0].length;
  }
  const said = commands.length > 0 ? commands.join(' && ') : value.replaceAll('`', '').trim();
  return said === '' ? null : said;
}

const nothing = new Set(['n/a', 'na', 'none', '-', '–', '—', '无']);

/** One a word; code counts as one, spaces and all. */
export function pathsIn(value: string): readonly string[] {
  const words = (value.match(/`[^`]+`|[^,，、;\s`]+/g) ?? []).map((word) => word.replaceAll('`', '').trim());
  return [...new Set(words.filter((word) => word !== '' && !nothing.has(word.toLowerCase())))];
}

/** Files of sources and documents that stand in code amid other words. */
export const pathsAmid = (words: string): readonly string[] =>
  codeIn(words).filter((each) =>
    /^[\w@./-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|sh|md|vue|svelte|css|html|sql)$/.test(each),
  );

/** Files and folders in code, or what is nothing but one. */
export const pathsNamed = (words: string): readonly string[] =>
  (/^\S+$/.test(words) ? [words.replaceAll('`', '')] : codeIn(words)).filter((each) =>
    /^[\w@.*-]*(?:\/[\w@.*-]*)+$|^[\w@-][\w@.-]*\.[a-z]{1,5}$/i.test(each),
  );

const span = String.raw`(?:\.{2,3}|[-~\u2013\u2014\u2026]|to|through|至|到)`;

/** `SC-1`, `SC-2`, in their order; `SC-1 to SC-3` names the one between as well. */
export const labelsIn = (words: string, of: keyof typeof labels): readonly string[] => [
  ...new Set([...words.matchAll(labels[of])].flatMap(([, first = '', last]) => from(of, first, last))),
];

const range = (of: string): RegExp =>
  new RegExp(String.raw`\b${of}-(\d{1,4})\b(?:[ \t]{0,8}${span}[ \t]{0,8}${of}-(\d{1,4})\b)?`, 'g');
const labels = { SC: range('SC'), UR: range('UR') } as const;

/** More is no list that somebody would have written. */
const longestSpan = 100;

function from(of: string, first: string, last: string | undefined): readonly string[] {
  const [begins, ends] = [Number(first), Number(last ?? first)];
  if (last !== undefined && (ends < begins || ends - begins > longestSpan)) return [`${of}-${first}`, `${of}-${last}`];
  return Array.from(
    { length: ends - begins + 1 },
    (_, at) => `${of}-${String(begins + at).padStart(first.length, '0')}`,
  );
}

/** `steps`, `steps, refactor`, `red, green, refactor`; none: it is no way to go on. */
export function beatsIn(value: string): readonly Beat[] {
  if (!/\bsteps?\b|\bred\b|分步/i.test(value)) return [];
  return /refactor|重构/i.test(value) ? ['test', 'code', 'refactor'] : ['test', 'code'];
}

const between = String.raw`(?:[ \t]{0,8}(?:[,;&、和或]|以及|and|or|${span})){0,2}[ \t]{0,8}`;
const some = String.raw`(?:(?:both|all of)[ \t]{1,8})?((?:SC-\d{1,4}${between})+)`;
const before = new RegExp(
  String.raw`(?:(?<!\b(?:not|never|no longer|cannot)[ \t]{1,8})\b(?:after|requires?|depends?(?:[ _]on)?|needs?|follows?)|依赖于?)[ \t]{0,8}:?[ \t]{0,8}${some}`,
  'gi',
);
const behind = new RegExp(String.raw`在[ \t]{0,8}${some}[ \t]{0,8}(?:之后|以后|后)`, 'g');

/** The criteria that these words say come first: `(after SC-1)`, `depends on SC-1 and SC-2`. */
export function needsIn(words: string): readonly string[] {
  const plain = words.replace(marks, '');
  return [...plain.matchAll(before), ...plain.matchAll(behind)].flatMap(([, labels = '']) =>
    labelsIn(labels.replaceAll(/sc/gi, 'SC'), 'SC'),
  );
}

/** Of a label that is bold, or code. */
const marks = /[*_`]{1,3}(?=SC-\d)|(?<=SC-\d{1,4})[*_`]{1,3}/g;

/** The label of a criterion that a line begins with, whatever follows. */
export const firstLabel = (line: string): string | null =>
  /^(?:\[[ xX]\][ \t]+)?(?:\*\*|`)?(SC-\d{1,4})\b/.exec(line)?.[1] ?? null;
