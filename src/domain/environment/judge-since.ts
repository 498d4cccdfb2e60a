// A deployment judged: what was logged since, against the look of this place before the work, and the errors of another place.
import { type Comparison, compare } from './compare.ts';
import type { LogLook } from './finding.ts';

export type Judged = Comparison & {
  /** It is unknown only because a log has no line since then. */
  readonly silent: boolean;
};

/** `elsewhere`: the looks of another place, which count by their errors; its logs are not here. */
export function judgeSince(own: readonly LogLook[], elsewhere: readonly LogLook[], since: readonly LogLook[]): Judged {
  const compared = compare(withErrorsOf(own, elsewhere), since);
  if (own.length === 0 && compared.verdict === 'resolved')
    return { ...compared, verdict: 'unknown', summary: 'No log was known before the work.', silent: false };
  const silent =
    compared.verdict === 'unknown' &&
    since.some(({ lines }) => lines === 0) &&
    since.every(({ coverage }) => coverage === 'whole');
  return { ...compared, silent };
}

/** Where this place had no log before, what the other one knew stands alone: nothing can be resolved then. */
function withErrorsOf(own: readonly LogLook[], elsewhere: readonly LogLook[]): readonly LogLook[] {
  const errors = elsewhere.flatMap(({ findings }) => findings);
  const [first, ...rest] = own;
  if (first === undefined) return elsewhere;
  return errors.length === 0 ? own : [{ ...first, findings: [...first.findings, ...errors] }, ...rest];
}
