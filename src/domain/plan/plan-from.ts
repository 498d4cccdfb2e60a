// The plan, as a pure function of the statement and its analysis.
import type { Plan, PlannedCriterion } from '../task/task.ts';
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
  const criteria = report.criteria.map((criterion, index) => `- SC-${index + 1}: ${criterion.text}`);
  return [
    `Cause: ${report.cause}`,
    ...(places.length > 0 ? ['Where:', ...places] : []),
    ...(chosen === undefined ? [] : [`Proposal: ${chosen.title}`, chosen.text]),
    ...(criteria.length > 0 ? ['Done when:', ...criteria] : []),
    `Risk: ${report.risk}. ${report.impact}`,
  ].join('\n');
}

// The success criteria that a person wrote into a plan of their own, in any of three forms: a heading, a box to tick, or a plain line, each with what verifies it below.

const most = 50;
const criterion =
  /^(?:#{1,6}\s+|[-*]\s+\[[ xX]\]\s+|[-*]\s+)?(?:\*\*)?(SC-\d{1,3})(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(.+?)\s*$/;
const verify = /^\s*[-*]?\s*(?:\*\*)?verify(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*`?(.+?)`?\s*$/i;
const files = /^\s*[-*]?\s*(?:\*\*)?files?(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(.+?)\s*$/i;
const fence = /^\s*(```|~~~)/;

/** In their order; empty where the text has none. The first of a label counts. */
export function criteriaOf(text: string): readonly PlannedCriterion[] {
  const found: PlannedCriterion[] = [];
  let inFence = false;
  for (const line of text.split(/\r?\n/)) {
    if (fence.test(line)) inFence = !inFence;
    if (inFence) continue;
    const [, label, words] = criterion.exec(line) ?? [];
    if (label !== undefined && words !== undefined) {
      if (found.length < most && !found.some((one) => one.label === label))
        found.push({ label, text: words.replace(/\*\*$/, ''), verify: null, files: [], kind: 'behaviour' });
    } else add(found, line);
  }
  return found;
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
