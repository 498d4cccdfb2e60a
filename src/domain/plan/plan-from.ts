// The plan, as a pure function of the statement and its analysis.
import { fail, ok, type Result } from '../error.ts';
import type { Plan, PlannedCriterion } from './plan.ts';
import type { Report } from './report.ts';

/** `own`: the person's plan, which wins. `proposal`: index of the chosen one; null = the recommended. No criteria: one, the task's text, proven by the test gate. */
export function planFrom(task: string, own: string | null, report: Report | null, proposal: number | null): Plan {
  if (own !== null) {
    const written = criteriaOf(own);
    return { text: own, criteria: written.length > 0 ? written : [only(task)] };
  }
  if (report === null) return { text: task, criteria: [only(task)] };
  const chosen =
    (proposal === null ? undefined : report.proposals[proposal]) ?? report.proposals[recommendedAt(report.proposals)];
  const criteria = report.criteria.map(
    (criterion, index): PlannedCriterion => ({ ...criterion, label: `SC-${index + 1}` }),
  );
  return { text: describe(report, chosen), criteria: criteria.length > 0 ? criteria : [only(task)] };
}

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
  const places = report.locations.map(({ file, line, what }) => `- ${file}${line === null ? '' : `:${line}`} ${what}`);
  const criteria = report.criteria.map(
    ({ text, verify: command }, index) => `- SC-${index + 1}: ${text}${command === null ? '' : ` [${command}]`}`,
  );
  return [
    `Cause: ${report.cause}`,
    ...(places.length > 0 ? ['Where:', ...places] : []),
    ...(chosen === undefined ? [] : [`Proposal: ${chosen.title}`, chosen.text]),
    ...(criteria.length > 0 ? ['Done when:', ...criteria] : []),
    `Risk: ${report.risk}. ${report.impact}`,
  ].join('\n');
}

// The success criteria that a person wrote into a plan of their own, in any of three forms: a heading, a box to tick, or a plain line, each with what verifies it below.

const criterion =
  /^(?:#{1,6}\s+|[-*]\s+\[[ xX]\]\s+|[-*]\s+)?(?:\*\*)?(SC-\d{1,4})(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(.+?)\s*$/;
const verify = /^\s*[-*]?\s*(?:\*\*)?verify(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*`?(.+?)`?\s*$/i;
const files = /^\s*[-*]?\s*(?:\*\*)?files?(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(.+?)\s*$/i;
const fence = /^\s*(```|~~~)/;

/** In their order; empty where the text has none. Of a repeated label the first counts; `checkPlan` refuses it. */
export const criteriaOf = (text: string): readonly PlannedCriterion[] => readCriteria(text).criteria;

/** A label that stands twice refuses the plan: which of the two is meant cannot be known. */
export function checkPlan(text: string): Result<string> {
  const [repeated] = readCriteria(text).repeated;
  if (repeated === undefined) return ok(text);
  const { label, lines } = repeated;
  const said = `${label} stands twice in the plan: in line ${lines[0]} and in line ${lines[1]}.`;
  return fail('PLAN_INVALID', said, { criterion: label, lines });
}

type Repeated = { readonly label: string; readonly lines: readonly [number, number] };

/** Lines are counted from 1. */
function readCriteria(text: string): {
  readonly criteria: readonly PlannedCriterion[];
  readonly repeated: readonly Repeated[];
} {
  const criteria: PlannedCriterion[] = [];
  const repeated: Repeated[] = [];
  const lineOf = new Map<string, number>();
  let inFence = false;
  let inRepeated = false;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (fence.test(line)) inFence = !inFence;
    if (inFence) continue;
    const [, label, words] = criterion.exec(line) ?? [];
    if (label === undefined || words === undefined) {
      if (!inRepeated) add(criteria, line);
      continue;
    }
    const first = lineOf.get(label);
    inRepeated = first !== undefined;
    if (first === undefined) {
      lineOf.set(label, at + 1);
      criteria.push({ label, text: words.replace(/\*\*$/, ''), verify: null, files: [], kind: 'behaviour' });
    } else repeated.push({ label, lines: [first, at + 1] });
  }
  return { criteria, repeated };
}

/** What stands below a criterion belongs to it. */
function add(found: PlannedCriterion[], line: string): void {
  const last = found.at(-1);
  if (last === undefined) return;
  const [, command] = verify.exec(line) ?? [];
  const [, paths] = files.exec(line) ?? [];
  if (command !== undefined && last.verify === null) found[found.length - 1] = { ...last, verify: command };
  if (paths !== undefined && last.files.length === 0)
    found[found.length - 1] = {
      ...last,
      files: paths
        .split(/[,\s]+/)
        .map((path) => path.replaceAll('`', ''))
        .filter((path) => path !== ''),
    };
}
