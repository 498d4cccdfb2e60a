// What is to be done, and the criteria by which it is done.
import type { ReportCriterion } from './report.ts';

/** `label`: `SC-1`. */
export type PlannedCriterion = ReportCriterion & { readonly label: string };

export type Plan = { readonly text: string; readonly criteria: readonly PlannedCriterion[] };
