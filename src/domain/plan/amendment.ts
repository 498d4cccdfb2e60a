// What an agent found different from the plan it works by: handed in as a block of its answer, decided by a person.
import { defined } from '../defined.ts';
import { criterionFrom, findJson } from './parse-report.ts';
import { type PlannedCriterion, sayCriterion } from './plan.ts';
import { list, type ReportCriterion, record, text } from './report.ts';

export type Amendment = {
  readonly why: string;
  /** What is to be done from here on, in place of the criterion at hand and all after it. Empty: a remark that changes no criterion. */
  readonly criteria: readonly ReportCriterion[];
};

export type FoundAmendment =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly amendment: Amendment }
  /** It was meant to be one. */
  | { readonly kind: 'unreadable'; readonly missing: readonly string[] };

/** The last one counts. */
export function findAmendment(answer: string): FoundAmendment {
  const block = findJson(answer).find((value) => 'plan_changed' in value);
  if (block === undefined) return { kind: 'none' };
  const missing: string[] = [];
  const { why, criteria = [] } = record(block.plan_changed);
  const amendment: Amendment = {
    why: text(why, 'plan_changed.why', missing),
    criteria: list(criteria, 'plan_changed.criteria', missing).map((each, at) =>
      criterionFrom(each, `plan_changed.criteria[${at}]`, missing),
    ),
  };
  return missing.length > 0 ? { kind: 'unreadable', missing } : { kind: 'found', amendment };
}

/** The criteria with the amended ones in place of those from `index` on; labels that were given are never given again. */
export function amend(
  criteria: readonly PlannedCriterion[],
  index: number,
  { criteria: wanted }: Amendment,
): readonly PlannedCriterion[] {
  const taken = Math.max(0, ...criteria.map(({ label }) => Number(/^SC-(\d+)/.exec(label)?.[1] ?? 0)));
  let fresh = taken;
  const left = criteria.slice(index);
  const next = wanted.map((each) => {
    const same = left.find((old) => old.text === each.text);
    if (same !== undefined) {
      left.splice(left.indexOf(same), 1);
      return goesOnAs(same, each);
    }
    fresh += 1;
    return { ...each, label: `SC-${fresh}` };
  });
  const all: readonly PlannedCriterion[] = [...criteria.slice(0, index), ...next];
  return all.map((each) => withoutGone(each, all));
}

/** What an agent cannot say of a criterion stays as it was agreed. */
const goesOnAs = ({ expected, ...same }: PlannedCriterion, now: ReportCriterion): PlannedCriterion => ({
  ...same,
  ...now,
  label: same.label,
  files: [...new Set([...same.files, ...now.files])],
  ...(now.verify === same.verify && defined({ expected })),
});

/** Nothing waits for what is not done any more. */
function withoutGone({ dependsOn, ...rest }: PlannedCriterion, all: readonly PlannedCriterion[]): PlannedCriterion {
  const there = (dependsOn ?? []).filter((label) => all.some((each) => each.label === label));
  return there.length === 0 ? rest : { ...rest, dependsOn: there };
}

/** Line by line: what goes with `-`, what comes with `+`. */
export function sayAmendment(before: readonly PlannedCriterion[], after: readonly PlannedCriterion[]): string {
  const line = (each: PlannedCriterion) => `${each.label}: ${sayCriterion(each)}`.replace(/\s+/g, ' ');
  const old = before.map(line);
  const next = after.map(line);
  return [
    ...old.map((each) => `${next.includes(each) ? ' ' : '-'} ${each}`),
    ...next.filter((each) => !old.includes(each)).map((each) => `+ ${each}`),
  ].join('\n');
}

/** Nothing of what was agreed is left out, put in other words or held to less: only more is done. */
export const onlyAdds = (before: readonly PlannedCriterion[], after: readonly PlannedCriterion[]): boolean =>
  before.every((old) =>
    after.some(({ text: words, verify, kind }) => words === old.text && verify === old.verify && kind === old.kind),
  );
