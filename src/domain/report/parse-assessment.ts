// A reviewer's last message into an assessment, or into exactly what is missing.
import { type Assessment, type ReviewFinding, severities } from './assessment.ts';
import { lineNumber, list, oneOf, record, text, type Unknowns } from './fields.ts';
import { findJson } from './find-json.ts';

export type ParsedAssessment =
  | { readonly ok: true; readonly assessment: Assessment }
  | { readonly ok: false; readonly missing: readonly string[] };

/** The last complete one counts. Without a list of findings it is none: an empty list must be said. */
export function parseAssessment(message: string): ParsedAssessment {
  const tried = findJson(message)
    .filter((value) => 'findings' in value || 'summary' in value)
    .map(check);
  const nothing: ParsedAssessment = { ok: false, missing: ['the review: no JSON block with its fields was found'] };
  return tried.find((each) => each.ok) ?? tried[0] ?? nothing;
}

function check(value: Unknowns): ParsedAssessment {
  const missing: string[] = [];
  const summary = text(value.summary, 'summary', missing);
  const findings = list(value.findings, 'findings', missing).map((each, at) =>
    finding(each, `findings[${at}]`, missing),
  );
  return missing.length === 0 ? { ok: true, assessment: { summary, findings } } : { ok: false, missing };
}

/** A severity that is none is the gravest until it is said again. */
function finding(value: unknown, name: string, missing: string[]): ReviewFinding {
  const { severity, file, line, what, why } = record(value);
  return {
    severity: oneOf(severity, severities, `${name}.severity`, missing) ?? 'P1',
    file: file === null || file === undefined ? null : text(file, `${name}.file`, missing),
    line: lineNumber(line),
    what: text(what, `${name}.what`, missing),
    why: text(why, `${name}.why`, missing),
  };
}
