// What became of the errors that a baseline knew. What could not be read whole proves nothing.
import type { Finding, LogLook, Verdict } from './finding.ts';

export type Comparison = {
  readonly verdict: Verdict;
  /** One sentence. */
  readonly summary: string;
  readonly resolved: readonly Finding[];
  readonly remaining: readonly Finding[];
  readonly new: readonly Finding[];
};

/** `before`: the looks of the baselines; `since`: of the same logs, only what came after the mark. */
export function compare(before: readonly LogLook[], since: readonly LogLook[]): Comparison {
  const known = kindsOf(before);
  const current = kindsOf(since);
  const resolved = [...known.values()].filter(({ fingerprint }) => !current.has(fingerprint));
  const remaining = [...current.values()].filter(({ fingerprint }) => known.has(fingerprint));
  const fresh = [...current.values()].filter(({ fingerprint }) => !known.has(fingerprint));
  const found = { resolved, remaining, new: fresh };
  if (remaining.length > 0)
    return { verdict: 'remaining', summary: count(remaining, 'is still there', 'are still there'), ...found };
  if (fresh.length > 0)
    return { verdict: 'new', summary: count(fresh, 'was not there before', 'were not there before'), ...found };
  const doubt = doubtOf(before, since);
  // Not seen in what was not read is not gone.
  if (doubt !== null) return { verdict: 'unknown', summary: doubt, resolved: [], remaining, new: fresh };
  const words =
    known.size === 0
      ? 'No errors before, and none since.'
      : count(resolved, 'has not come again', 'have not come again');
  return { verdict: 'resolved', summary: words, ...found };
}

function doubtOf(before: readonly LogLook[], since: readonly LogLook[]): string | null {
  if (since.length === 0) return 'No log was found to look into.';
  const unread = since.find(({ coverage }) => coverage !== 'whole');
  if (unread !== undefined) return `${unread.where}: ${unread.trouble}`;
  const gone = before.find(({ where }) => !since.some((look) => look.where === where));
  if (gone !== undefined) return `${gone.where} was in the baseline and is not there any more.`;
  const silent = since.find(({ lines }) => lines === 0);
  return silent === undefined ? null : `${silent.where} has no line since: nothing shows that it was tried.`;
}

function kindsOf(looks: readonly LogLook[]): ReadonlyMap<string, Finding> {
  return new Map(looks.flatMap(({ findings }) => findings).map((finding) => [finding.fingerprint, finding]));
}

const count = (findings: readonly Finding[], one: string, many: string): string =>
  `${findings.length === 1 ? `1 error ${one}` : `${findings.length} errors ${many}`}.`;
