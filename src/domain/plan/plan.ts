// What is to be done, and the criteria by which it is done.
import type { ReportCriterion } from './report.ts';

/** A turn for the tests alone, one for the change that makes them pass, one for its form. */
export type Beat = 'test' | 'code' | 'refactor';

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
  /** It is done in turns of their own, each proven before the next; absent: as its agent likes, and proven afterwards. */
  readonly beats?: readonly Beat[];
};

/** What it says besides its criteria. */
export type PlanFrame = {
  readonly constraints: readonly string[];
  readonly scope: PlanScope;
  readonly todos: { readonly open: readonly string[]; readonly done: number };
};

/** Files and folders that are named there; none: it says nothing of them. */
export type PlanScope = { readonly inside: readonly string[]; readonly outside: readonly string[] };

export type Plan = {
  readonly text: string;
  readonly criteria: readonly PlannedCriterion[];
  /** What it says besides them; absent: nothing, or an analysis or an older version made it. */
  readonly frame?: PlanFrame;
};

/** In one line, without its label: what kind it is where that asks for less than a test that was red, and how it is verified. */
export const sayCriterion = ({ text, kind, verify }: ReportCriterion): string =>
  `${text}${kind === 'behaviour' ? '' : ` (${kind})`}${verify === null ? '' : ` [${verify}]`}`;
