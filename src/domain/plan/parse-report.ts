// An agent's last message into a report, or into exactly what is missing.

import { readFeatures } from '../feature/parse-features.ts';
import { planFeatures } from '../feature/plan-features.ts';
import {
  lineNumber,
  list,
  oneOf,
  type Proposal,
  type Report,
  type ReportCriterion,
  record,
  type Split,
  text,
  texts,
  type Unknowns,
} from './report.ts';

type ParsedReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly missing: readonly string[] };

const risks = ['low', 'medium', 'high'] as const;
const kinds = ['behaviour', 'refactor', 'docs', 'config'] as const;

/** Of several JSON objects the last complete one counts; without one, the last that looks like a report says what is missing. */
export function parseReport(text: string): ParsedReport {
  const tried = findJson(text).filter(looksLikeReport).map(check);
  const nothing: ParsedReport = { ok: false, missing: ['the report: no JSON block with its fields was found'] };
  return tried.find((each) => each.ok) ?? tried[0] ?? nothing;
}

const looksLikeReport = (value: Unknowns) =>
  ['cause', 'locations', 'proposals', 'impact', 'risk', 'criteria'].some((name) => name in value);

function check(value: Unknowns): ParsedReport {
  const missing: string[] = [];
  const report: Report = {
    cause: text(value.cause, 'cause', missing),
    locations: list(value.locations, 'locations', missing).map((each, at) =>
      location(each, `locations[${at}]`, missing),
    ),
    proposals: list(value.proposals, 'proposals', missing).map((each, at) =>
      proposal(each, `proposals[${at}]`, missing),
    ),
    impact: text(value.impact, 'impact', missing),
    risk: oneOf(value.risk, risks, 'risk', missing) ?? 'high',
    wanted: texts(value.wanted ?? [], 'wanted', missing),
    criteria: list(value.criteria ?? [], 'criteria', missing).map((each, at) =>
      criterionFrom(each, `criteria[${at}]`, missing),
    ),
  };
  if (Array.isArray(value.proposals)) checkProposals(report.proposals, missing);
  const looks = texts(value.looks ?? [], 'looks', missing);
  const split = readSplit(value, missing);
  if (missing.length > 0) return { ok: false, missing };
  return { ok: true, report: { ...report, ...(looks.length > 0 && { looks }), ...(split !== null && { split }) } };
}

function checkProposals(proposals: readonly Proposal[], missing: string[]): void {
  const recommended = proposals.filter((each) => each.recommended).length;
  if (proposals.length === 0) missing.push('`proposals`: at least one');
  else if (recommended !== 1) missing.push(`\`proposals\`: exactly one must be recommended, ${recommended} are`);
}

function location(value: unknown, name: string, missing: string[]): Report['locations'][number] {
  const { file, line, what } = record(value);
  return {
    file: text(file, `${name}.file`, missing),
    line: lineNumber(line),
    what: text(what, `${name}.what`, missing),
  };
}

function proposal(value: unknown, name: string, missing: string[]): Proposal {
  const each = record(value);
  return {
    title: text(each.title, `${name}.title`, missing),
    text: text(each.text, `${name}.text`, missing),
    recommended: each.recommended === true,
    ...(typeof each.risk === 'string' && each.risk.trim() !== '' && { risk: each.risk.trim() }),
  };
}

export function criterionFrom(value: unknown, name: string, missing: string[]): ReportCriterion {
  const each = record(value);
  return {
    text: text(each.text, `${name}.text`, missing),
    verify: typeof each.verify === 'string' && each.verify.trim() !== '' ? each.verify : null,
    files: texts(each.files ?? [], `${name}.files`, missing),
    kind: oneOf(each.kind ?? 'behaviour', kinds, `${name}.kind`, missing) ?? 'behaviour',
  };
}

// The split that an analysis may suggest: a plan of features that holds, and the reason why one cycle is not enough.

/** More would be over-splitting, whatever the reason. */
const mostSuggested = 8;

/** null: none, or one part, which is no split. */
export function readSplit(value: Unknowns, missing: string[]): Split | null {
  if (value.split === undefined || value.split === null || (Array.isArray(value.split) && value.split.length < 2))
    return null;
  const read = readFeatures(value.split);
  const planned = read.ok ? planFeatures(null, read.value) : read;
  if (!read.ok || !planned.ok) {
    missing.push(`\`split\`: ${planned.ok ? '' : planned.failure.message}`);
    return null;
  }
  if (read.value.length > mostSuggested) missing.push(`\`split\`: at most ${mostSuggested} parts, fewer are better`);
  return { why: text(value.split_why, 'split_why', missing), features: read.value };
}

// Finds JSON objects in an agent's message: in ```json fences, or bare; not inside quoted text, nor in fences of another language.

type Block = { readonly text: string; readonly label: string | null };

/** Objects that parse, the last one first: an agent that corrects itself does so at the end. Fenced ones go before bare ones. */
export function findJson(message: string): readonly Readonly<Record<string, unknown>>[] {
  const blocks = split(message);
  const fenced = blocks.filter(({ label }) => label === 'json' || label === '');
  const bare = blocks.filter(({ label }) => label === null);
  return [...fenced, ...bare.flatMap(({ text }) => bareObjects(text))]
    .map((block) => (typeof block === 'string' ? block : block.text))
    .flatMap(parse)
    .toReversed();
}

/** What stands outside of fences and quotes. */
export const proseOf = (message: string): string =>
  split(message)
    .filter(({ label }) => label === null)
    .map(({ text }) => text)
    .join('\n');

/** With `>`, be it in an item of a list. */
const quoted = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*>/;

/** Lines into prose (label null) and fences; lines that are quoted are left out. An unclosed fence goes to the end. */
function split(message: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly marks: string; readonly label: string } | null = null;
  let lines: string[] = [];
  const close = (label: string | null) => {
    blocks.push({ text: lines.join('\n'), label });
    lines = [];
  };
  for (const line of message.split('\n')) {
    const fence: RegExpExecArray | null = /^\s{0,3}(`{3,}|~{3,})\s*([\w-]*)\s*$/.exec(line);
    const [, marks = '', label = ''] = fence ?? [];
    if (open === null && fence) {
      close(null);
      open = { marks, label: label.toLowerCase() };
    } else if (open !== null && fence && label === '' && marks.startsWith(open.marks)) {
      close(open.label);
      open = null;
    } else if (open !== null || !quoted.test(line)) lines.push(line);
  }
  close(open?.label ?? null);
  return blocks;
}

/** Balanced braces at the start of a line. */
function bareObjects(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = /^[ \t]*\{/m.exec(text.slice(at));
    if (!start) break;
    const from = at + start.index + start[0].length - 1;
    const length = objectLength(text.slice(from));
    if (length > 0) found.push(text.slice(from, from + length));
    at = from + Math.max(1, length);
  }
  return found;
}

/** 0 where the braces never close. Braces inside strings do not count. */
function objectLength(text: string): number {
  let depth = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token[0] === '{') depth += 1;
    if (token[0] === '}') depth -= 1;
    if (depth === 0) return token.index + 1;
  }
  return 0;
}

function parse(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? [{ ...value }] : [];
  } catch {
    return [];
  }
}
