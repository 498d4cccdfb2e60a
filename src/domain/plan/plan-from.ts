// The plan, as a pure function of the statement and its analysis.
import { inOrder } from '../dependencies.ts';
import { type Plan, type PlannedCriterion, sayCriterion } from './plan.ts';
import { readFrame, saysMore } from './read-frame.ts';
import { readPlan } from './read-plan.ts';
import type { Report } from './report.ts';

/** `own`: the person's plan, which wins; `done`: labels of it that were met before. `proposal`: index of the chosen one; null = the recommended. No criteria: one, the task's text, proven by the test gate. */
export function planFrom(
  task: string,
  own: string | null,
  report: Report | null,
  proposal: number | null,
  done: readonly string[] = [],
): Plan {
  if (own !== null) {
    const written = done.length === 0 ? criteriaOf(own) : withoutMet(criteriaOf(own), done);
    const frame = readFrame(own);
    return { text: own, criteria: written.length > 0 ? written : [only(task)], ...(saysMore(frame) && { frame }) };
  }
  if (report === null) return { text: task, criteria: [only(task)] };
  const chosen =
    (proposal === null ? undefined : report.proposals[proposal]) ?? report.proposals[recommendedAt(report.proposals)];
  const criteria = report.criteria.map(
    (criterion, index): PlannedCriterion => ({ ...criterion, label: `SC-${index + 1}` }),
  );
  return { text: describe(report, chosen), criteria: criteria.length > 0 ? criteria : [only(task)] };
}

/** Nothing waits for what was met before. */
const withoutMet = (criteria: readonly PlannedCriterion[], done: readonly string[]): readonly PlannedCriterion[] =>
  criteria
    .filter(({ label }) => !done.includes(label))
    .map(({ dependsOn = [], ...criterion }) => {
      const open = dependsOn.filter((label) => !done.includes(label));
      return { ...criterion, ...(open.length > 0 && { dependsOn: open }) };
    });

/** The one that is the plan where a person says nothing else; -1 where there is none. */
export function recommendedAt(proposals: Report['proposals']): number {
  const marked = proposals.findIndex(({ recommended }) => recommended);
  return marked < 0 && proposals.length > 0 ? 0 : marked;
}

const only = (task: string): PlannedCriterion => ({
  label: 'SC-1',
  text: task,
  verify: null,
  files: [],
  kind: 'behaviour',
});

function describe(report: Report, chosen: Report['proposals'][number] | undefined): string {
  const places = report.locations.map(({ file, line, what, absent }) => {
    const said = `${file}${line === null ? '' : `:${line}`} ${what}`;
    return absent ? `- NOT THERE: ${said}` : `- ${said}`;
  });
  const criteria = report.criteria.map((each, index) => `- SC-${index + 1}: ${sayCriterion(each)}`);
  // What follows a list without a line between is read as part of its last point.
  return [
    [`Cause: ${report.cause}`],
    ...(places.length > 0 ? [['Where:', ...places]] : []),
    ...(chosen === undefined ? [] : [[`Proposal: ${chosen.title}`, chosen.text]]),
    ...(criteria.length > 0 ? [['Done when:', ...criteria]] : []),
    [`Risk: ${report.risk}. ${report.impact}`],
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Those that a person wrote down, each after all that it depends on; empty where the text has none. */
export const criteriaOf = (text: string): readonly PlannedCriterion[] =>
  inOrder(readPlan(text).criteria.map((each) => ({ ...each, id: each.label }))).map(
    ({ id: _, line: __, dependsOn, tests, ...criterion }) => ({
      ...criterion,
      ...(dependsOn.length > 0 && { dependsOn }),
      ...(tests.length > 0 && { tests }),
    }),
  );
