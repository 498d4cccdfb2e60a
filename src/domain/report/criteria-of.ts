// The success criteria that a person wrote into a plan of their own, in any of three forms: a heading, a box to tick, or a plain line, each with what verifies it below.
import type { PlannedCriterion } from '../task/task.ts';

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
