// Lists that go into rows: as much as a row may hold, and what is left told in words or numbers. Whole they can be made again from the trees.
import type { Sha256 } from './chain.ts';
import type { Change } from './gate-plan.ts';
import type { Finding } from './verdict.ts';

/** The first of them that fit into so many bytes of JSON. */
export function boundList<Item>(items: readonly Item[], bytes: number): readonly Item[] {
  let left = bytes;
  const over = items.findIndex((item) => {
    left -= new TextEncoder().encode(JSON.stringify(item)).length + 1;
    return left < 0;
  });
  return over < 0 ? items : items.slice(0, over);
}

/** Of a whole change, where a list holds only its beginning. */
export type ChangeTotals = { readonly files: number; readonly added: number; readonly removed: number };

export function totalsOf(changes: readonly Change[]): ChangeTotals {
  const sum = (name: 'added' | 'removed') => changes.reduce((total, change) => total + change[name], 0);
  return { files: changes.length, added: sum('added'), removed: sum('removed') };
}

const weightOf = ({ weight, needs }: Finding): number => (weight === 'fail' ? 0 : needs === 'yes' ? 1 : 2);

/** The gravest first; one more stands for those that do not fit, and weighs as much as the gravest of them. A yes to it is one to all of these, and to no others. */
export function boundFindings(findings: readonly Finding[], bytes: number, sha256: Sha256): readonly Finding[] {
  const kept = boundList(findings, bytes);
  if (kept.length === findings.length) return findings;
  const sorted = findings.toSorted((a, b) => weightOf(a) - weightOf(b));
  const first = boundList(sorted, bytes);
  const gravest = sorted[first.length];
  if (gravest === undefined) return first;
  const rest = sorted.slice(first.length);
  const what = `and ${rest.length} more of this kind`;
  const key = sha256(JSON.stringify(rest.map((each) => each.key ?? each.what)));
  return [...first, { ...gravest, what, file: null, line: null, ...(gravest.key !== undefined && { key }) }];
}
