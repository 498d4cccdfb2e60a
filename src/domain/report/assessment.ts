// What an agent hands in that has read a whole change, and what became of it.

export const severities = ['P1', 'P2', 'P3'] as const;

export type ReviewFinding = {
  /** P1 must be changed before it is submitted, P2 should be, P3 may be. */
  readonly severity: (typeof severities)[number];
  /** Null: it is about no single place. */
  readonly file: string | null;
  readonly line: number | null;
  readonly what: string;
  readonly why: string;
};

export type Assessment = { readonly summary: string; readonly findings: readonly ReviewFinding[] };

/** Of the tree that would be submitted. */
export type Reading = {
  readonly tree: string;
  /** How many reviews there were, this one included. */
  readonly round: number;
  /** How often the change went back to be fixed because of one. */
  readonly fixes: number;
  readonly outcome:
    | ({ readonly kind: 'read'; readonly by: string } & Assessment)
    /** Nobody handed in a review that could be used. */
    | { readonly kind: 'not_reviewed'; readonly why: string };
  /** Who lets its grave findings stand. */
  readonly accepted?: string;
};

export const graveOf = ({ outcome }: Reading): readonly ReviewFinding[] =>
  outcome.kind === 'read' ? outcome.findings.filter(({ severity }) => severity === 'P1') : [];

/** A review was wanted, and nobody has read this change, or a person lets what is grave stand. Absent: none was wanted. */
export const isDoubtful = (reading: Reading | undefined): boolean =>
  reading !== undefined && (reading.outcome.kind === 'not_reviewed' || reading.accepted !== undefined);

/** One line: where, what, why. */
export function sayFinding({ severity, file, line, what, why }: ReviewFinding): string {
  const where = [file, line].filter((part) => part !== null).join(':');
  return `${severity} ${where === '' ? '' : `${where} `}${what} (${why})`.replace(/\s+/g, ' ');
}
