// What an agent hands in that has read a whole change, and what became of it.

import { type Meaning, meaningsIn } from './meaning.ts';
import { findJson } from './parse-report.ts';
import { lineNumber, list, oneOf, record, text, type Unknowns } from './report.ts';

const severities = ['P1', 'P2', 'P3'] as const;

export type ReviewFinding = {
  /** P1 must be changed before it is submitted, P2 should be, P3 may be. */
  readonly severity: (typeof severities)[number];
  /** Null: it is about no single place. */
  readonly file: string | null;
  readonly line: number | null;
  readonly what: string;
  readonly why: string;
};

type Assessment = {
  readonly summary: string;
  readonly findings: readonly ReviewFinding[];
  /** Of criteria and their tests; absent: nothing was said of them. */
  readonly meanings?: readonly Meaning[];
};

/** Of the tree that would be submitted. */
export type Reading = {
  readonly tree: string;
  /** How many reviews there were, this one included. */
  readonly round: number;
  /** How often the change went back to be fixed because of one. */
  readonly fixes: number;
  readonly outcome: /** `own`: who read it had worked on it as well. */
    | ({ readonly kind: 'read'; readonly by: string; readonly own?: true } & Assessment)
    /** Nobody handed in a review that could be used. */
    | { readonly kind: 'not_reviewed'; readonly why: string };
  /** Who lets its grave findings stand. */
  readonly accepted?: string;
};

export const graveOf = ({ outcome }: Reading): readonly ReviewFinding[] =>
  outcome.kind === 'read' ? outcome.findings.filter(({ severity }) => severity === 'P1') : [];

/** A review was wanted, and nobody has read this change, or a person lets what is grave stand. Absent: none was wanted. `byDefault`: nobody asked for one, so that it is said and no more where it could not be had. */
export const isDoubtful = (reading: Reading | undefined, byDefault = false): boolean =>
  reading !== undefined && ((reading.outcome.kind === 'not_reviewed' && !byDefault) || reading.accepted !== undefined);

/** One line: where, what, why. */
export function sayFinding({ severity, file, line, what, why }: ReviewFinding): string {
  const where = [file, line].filter((part) => part !== null).join(':');
  return `${severity} ${where === '' ? '' : `${where} `}${what} (${why})`.replace(/\s+/g, ' ');
}

// A reviewer's last message into an assessment, or into exactly what is missing.

type ParsedAssessment =
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
  if (missing.length > 0) return { ok: false, missing };
  const meanings = meaningsIn(value);
  return { ok: true, assessment: { summary, findings, ...(meanings.length > 0 && { meanings }) } };
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
