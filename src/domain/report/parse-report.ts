// An agent's last message into a report, or into exactly what is missing.
import { lineNumber, list, oneOf, record, text, texts, type Unknowns } from './fields.ts';
import { findJson } from './find-json.ts';
import { readSplit } from './read-split.ts';
import type { Proposal, Report, ReportCriterion } from './report.ts';

export type ParsedReport =
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
