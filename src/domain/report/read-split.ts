// The split that an analysis may suggest: a plan of features that holds, and the reason why one cycle is not enough.
import { readFeatures } from '../feature/parse-features.ts';
import { planFeatures } from '../feature/plan-features.ts';
import { text, type Unknowns } from './fields.ts';
import type { Split } from './report.ts';

/** More would be over-splitting, whatever the reason. */
const mostSuggested = 8;

/** null: none, or one part, which is no split. */
export function readSplit(value: Unknowns, missing: string[]): Split | null {
  if (value.split === undefined || value.split === null || (Array.isArray(value.split) && value.split.length < 2))
    return null;
  const read = readFeatures(value.split);
  const planned = read.ok ? planFeatures(null, read.value) : read;
  if (!read.ok || !planned.ok) {
    missing.push(`\`split\`: ${planned.ok ? '' : planned.failure.message}`);
    return null;
  }
  if (read.value.length > mostSuggested) missing.push(`\`split\`: at most ${mostSuggested} parts, fewer are better`);
  return { why: text(value.split_why, 'split_why', missing), features: read.value };
}
