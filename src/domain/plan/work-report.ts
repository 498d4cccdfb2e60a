// What an agent says of its work at the end of a turn: one JSON block or headings of Markdown. It is compared with what was measured, and never stands for it.
import { tidy } from '../text/safe/strip-control.ts';
import { findJson, proseOf } from './parse-report.ts';
import { list, oneOf, record, text, texts, type Unknowns } from './report.ts';

const statuses = ['complete', 'blocked', 'continue'] as const;

export type WorkReport = {
  readonly status: (typeof statuses)[number];
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** null: it says that nothing was run. */
  readonly results: { readonly passed: number; readonly failed: number } | null;
  /** Percent of all; null: it was not measured. */
  readonly coverage: number | null;
  /** Why it is blocked, with what it recommends; empty: it is not. */
  readonly reason: string;
  /** What is still to be done; empty: nothing. */
  readonly left: readonly string[];
};

export type FoundReport =
  | { readonly kind: 'none' }
  /** It was begun; exactly what is missing of it. */
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] }
  | { readonly kind: 'found'; readonly report: WorkReport };

/** A JSON block goes before headings; of several the last counts. */
export function findWorkReport(message: string): FoundReport {
  const block = findJson(message).find((value) => 'report' in value);
  const missing: string[] = [];
  const read = block === undefined ? readHeadings(message, missing) : readBlock(record(block.report), missing);
  if (read === null) return { kind: 'none' };
  return missing.length > 0 ? { kind: 'incomplete', missing } : { kind: 'found', report: bounded(read) };
}

/** What goes into a row and into prompts, whatever an agent writes: characters of one entry, and of all. */
const [mostListed, longest, longestOfAll] = [100, 500, 4_000];
const few = (all: readonly string[]): readonly string[] =>
  all.slice(0, mostListed).map((each) => tidy(each.slice(0, longest)));

/** What is to be done comes first. An entry that finds no room is left out whole: half a path is another. */
function bounded({ files, tests, reason, left, ...rest }: WorkReport): WorkReport {
  const why = tidy(reason.slice(0, 4 * longest));
  let room = longestOfAll - why.length;
  const fitting = (all: readonly string[]) =>
    few(all).filter(({ length }) => {
      const fits = length <= room;
      if (fits) room -= length;
      return fits;
    });
  return { ...rest, reason: why, left: fitting(left), files: fitting(files), tests: fitting(tests) };
}

function readBlock(value: Unknowns, missing: string[]): WorkReport {
  const status = oneOf(value.status, statuses, 'report.status', missing) ?? 'complete';
  for (const name of ['verification', 'assessment']) text(value[name], `report.${name}`, missing);
  for (const name of ['criteria', 'follow_ups']) list(value[name], `report.${name}`, missing);
  const left = status === 'continue' ? texts(value.left, 'report.left', missing) : [];
  if (status === 'continue' && Array.isArray(value.left) && left.length === 0)
    missing.push('`report.left`: at least one thing, for it is to go on');
  return {
    status,
    left,
    reason: status === 'blocked' ? reasonIn(value, missing) : '',
    files: texts(value.files, 'report.files', missing),
    tests: texts(value.tests, 'report.tests', missing),
    results: resultsIn(value.results, missing),
    coverage: coverageIn(value.coverage, missing),
  };
}

function reasonIn(value: Unknowns, missing: string[]): string {
  texts(value.tried, 'report.tried', missing);
  const reason = text(value.reason, 'report.reason', missing);
  const recommended = text(value.recommendation, 'report.recommendation', missing);
  return `${reason} It recommends: ${recommended}`;
}

const count = (value: unknown): number | null => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);

function resultsIn(value: unknown, missing: string[]): WorkReport['results'] {
  if (value === null) return null;
  const { passed, failed } = record(value);
  const [ran, fell] = [count(passed), count(failed)];
  if (ran !== null && fell !== null) return { passed: ran, failed: fell };
  missing.push('`report.results`: `passed` and `failed` as numbers, or null where nothing was run');
  return null;
}

function coverageIn(value: unknown, missing: string[]): number | null {
  if (value === null) return null;
  const figure = typeof value === 'number' ? value : percentIn(typeof value === 'string' ? value : '');
  if (figure === null) missing.push('`report.coverage`: percent, or null where it was not measured');
  return figure;
}

const percentIn = (words: string): number | null => {
  const found = /(\d+(?:\.\d+)?)\s*%/.exec(words)?.[1];
  return found === undefined ? null : Number(found);
};

// The same under headings, with a marker at the end.

const markers: Readonly<Record<string, WorkReport['status']>> = {
  COMPLETE: 'complete',
  BLOCKED: 'blocked',
  CONTINUE: 'continue',
};

const began = /^(?:coder agent summary|implementation (?:complete|blocked))\b/i;
const always = [
  ...['Test Files', 'Test Results', 'Coverage', 'Ralph Loop', 'Verification Results', 'Self-Assessment', 'Follow-ups'],
];
const ofStatus: Readonly<Record<WorkReport['status'], readonly string[]>> = {
  complete: ['Implementation'],
  blocked: ['Implementation', 'Attempted Fixes', 'Recommendation'],
  continue: ['Implementation', 'Remaining'],
};

/** null: nothing of it is there. */
function readHeadings(message: string, missing: string[]): WorkReport | null {
  const prose = proseOf(message);
  const parts = partsOf(prose);
  const said = markedIn(prose);
  if (said.length === 0 && !parts.some(({ title }) => began.test(title))) return null;
  const [status = 'complete'] = said;
  if (said.length !== 1)
    missing.push(
      'the marker: one of <CODER_COMPLETE>, <CODER_BLOCKED> and <CODER_CONTINUE>, at the end, outside of code and quotes',
    );
  for (const title of [...ofStatus[status], ...always])
    if (bodyOf(parts, title) === '') missing.push(`the part "${title}"`);
  const results = bodyOf(parts, 'Test Results');
  const [passed, failed] = [figureOf(results, 'PASS'), figureOf(results, 'FAIL')];
  if (results !== '' && (passed === null || failed === null))
    missing.push('"Test Results": PASS and FAIL with numbers');
  return {
    status,
    coverage: percentIn(bodyOf(parts, 'Coverage')),
    files: pathsIn(bodyOf(parts, 'Implementation')),
    tests: pathsIn(bodyOf(parts, 'Test Files')),
    results: passed === null || failed === null ? null : { passed, failed },
    reason: status === 'blocked' ? blockedBy(parts) : '',
    left: status === 'continue' ? itemsIn(bodyOf(parts, 'Remaining')) : [],
  };
}

type Part = { readonly title: string; readonly body: string };

function partsOf(prose: string): readonly Part[] {
  const [, ...rest] = prose.split(/^#{2,6}[ \t]+/m);
  return rest.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title: title.replaceAll(/[*_]/g, '').trim(), body: lines.join('\n').trim() };
  });
}

/** Headings are told by how they begin: `Test Files (MANDATORY)`. */
const bodyOf = (parts: readonly Part[], title: string): string =>
  parts.findLast((part) => part.title.toLowerCase().startsWith(title.toLowerCase()))?.body ?? '';

const quotes = [
  ...['""', '\u201c\u201d', '\u201e\u201c', '\u201e\u201d', '\u2018\u2019', '\u00ab\u00bb', '\u2039\u203a'],
  ...['\u300c\u300d', '\u300e\u300f', '\u300a\u300b', '\u3008\u3009'],
];

/** What is shown and not said: spans of code within a paragraph, indented code, comments, what stands between quotation marks, and what one alone stands before. */
const unsaid = new RegExp(
  [
    String.raw`(?<!\x60)(\x60{1,3})(?!\x60)(?:(?!\n[ \t]*\n)[^])*?(?<!\x60)\1(?!\x60)`,
    String.raw`(?<=\n[ \t]*\n)(?: {4}|\t).*`,
    '<!--(?:(?!-->)[^])*',
    ...quotes.map(([open, close]) => `${open}[^${open}${close}\n]*${close}`),
    String.raw`["'\u201c\u2018\u00ab]<CODER_\w+>`,
  ].join('|'),
  'g',
);

/** Where a marker counts: in the last line, and where the status is told. Each kind once. */
function markedIn(prose: string): readonly WorkReport['status'][] {
  const lines = prose.replaceAll(unsaid, '').trimEnd().split('\n');
  const heard = lines.filter((line, at) => at === lines.length - 1 || /^\s*[-*]?\s*(?:final )?status\s*:/i.test(line));
  const found = heard.flatMap((line) => [...line.matchAll(/<CODER_(COMPLETE|BLOCKED|CONTINUE)>/g)]);
  return [...new Set(found.flatMap(([, name = '']) => markers[name] ?? []))];
}

const figureOf = (body: string, name: string): number | null => {
  const found = new RegExp(`\\b${name}(?:ED)?\\b\\W{0,6}(\\d+)`, 'i').exec(body)?.[1];
  return found === undefined ? null : Number(found);
};

const itemsIn = (body: string): readonly string[] =>
  body.split('\n').flatMap((line) => /^\s*(?:[-*]|\d+[.)])\s+(?:\[[ x]\]\s+)?(.+)/.exec(line)?.[1]?.trim() ?? []);

const pathsIn = (body: string): readonly string[] =>
  itemsIn(body).flatMap((item) => /^`([^`\s]+[./][^`\s]+)`/.exec(item)?.[1] ?? []);

function blockedBy(parts: readonly Part[]): string {
  const body = bodyOf(parts, 'Implementation');
  const reason = /^\s*[-*]?\s*reason\s*:\s*(.+)$/im.exec(body)?.[1] ?? body;
  return `${reason.trim()} It recommends: ${bodyOf(parts, 'Recommendation').replaceAll(/\s+/g, ' ')}`;
}
