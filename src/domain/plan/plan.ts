// What is to be done, and the criteria by which it is done.
import type { ReportCriterion } from './report.ts';

export type PlannedCriterion = ReportCriterion & {
  /** `SC-1`. */
  readonly label: string;
  /** What `verify` is to show, in the plan's words. */
  readonly expected?: string;
  /** Labels of criteria that are met before this one is begun. */
  readonly dependsOn?: readonly string[];
  /** Files of its tests, as the plan names them. */
  readonly tests?: readonly string[];
  /** Only those of one group are begun at once, where two name groups. */
  readonly group?: string;
};

export type Plan = { readonly text: string; readonly criteria: readonly PlannedCriterion[] };
