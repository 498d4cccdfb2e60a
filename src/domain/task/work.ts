// What was found out, planned, done and proven of a task.
import type { ChangeTotals } from '../evidence/bound-list.ts';
import type { Change } from '../evidence/gate-plan.ts';
import type { ProofLine } from '../evidence/proof-table.ts';
import type { Finding, GateResult, Weaker } from '../evidence/verdict.ts';
import type { FeatureList } from '../feature/feature.ts';
import type { Together } from '../feature/together.ts';
import type { TaskId } from '../ids.ts';
import type { Reading, ReviewFinding } from '../plan/assessment.ts';
import type { SideBySide } from '../plan/meaning.ts';
import type { Plan } from '../plan/plan.ts';
import type { Report } from '../plan/report.ts';
import type { Spent } from '../run/spent.ts';

/** Of the plan of the analysis `looks`, before it was agreed to. `by` null: nobody could read it, and `why`; its findings are those of the one before. `done`: it goes back no more. */
export type PlanReview = {
  readonly looks: number;
  readonly round: number;
  readonly by: string | null;
  readonly findings: readonly ReviewFinding[];
  readonly done?: true;
  readonly why?: string;
};

export type Claim = { readonly of: string; readonly says: readonly string[] };

export type Work = {
  /** What the gates said of the base. */
  readonly baseline: readonly GateResult[];
  /** `by`: who analyzed, or planned from that. */
  readonly report: { readonly report: Report | null; readonly text: string; readonly by?: string } | null;
  readonly plan: Plan | null;
  /** Absent: nobody was to read it. */
  readonly planReview?: PlanReview;
  /** Labels of criteria that are met. */
  readonly done: readonly string[];
  readonly unverified: readonly string[];
  /** Of features that are done by tests without names. Absent: none is. */
  readonly weaker?: Weaker;
  /** The tree that all gates passed on last. */
  readonly proven: string | null;
  readonly results: readonly GateResult[];
  /** Of the criteria that are met; absent: none is, or an older version met them. */
  readonly proofs?: readonly ProofLine[];
  /** What the agents of met criteria said that was measured otherwise; absent: nothing. */
  readonly claims?: readonly Claim[];
  /** What tools left in copies and was taken out: files, and folders with a slash; absent: nothing. */
  readonly leftovers?: readonly string[];
  /** Tests that were flaky in any attempt or check before the results that stand now, for the pull request; absent: none. */
  readonly flaky?: readonly Finding[];
  /** Hashes of what a person said yes to by name; absent: nothing. */
  readonly agreed?: readonly string[];
  /** Hashes of parts of the change that tests were seen to fail without; absent: none. */
  readonly demanded?: readonly string[];
  /** The tree whose parts were put back one by one, as far as they were to be; absent or null: none since its gates spoke. */
  readonly parted?: string | null;
  /** All that differs from the base. */
  readonly changes: readonly Change[];
  /** Of the whole change, where `changes` holds only its first files. */
  readonly changed?: ChangeTotals | null;
  /** Of another agent, before it is submitted. */
  readonly reading?: Reading;
  /** Criteria and the tests they were proven by, for whoever reads them. Absent: not gathered. */
  readonly side?: readonly SideBySide[];
  /** What it was split into; each is a task of its own, or done by hand. */
  readonly features?: FeatureList;
  readonly together?: Together;
  /** Which of those that did it beside one another was taken: its criteria and what proved them are this task's. Absent: none. */
  readonly taken?: TaskId;
  /** By all its turns, of one that did a task beside others; absent: it did not come so far. */
  readonly spent?: Spent;
};

export const nothingDone: Work = {
  baseline: [],
  report: null,
  plan: null,
  done: [],
  unverified: [],
  proven: null,
  results: [],
  changes: [],
};

/** Of what tools left, all that did not come into the change after all. */
export const takenOut = ({ leftovers = [], changes }: Pick<Work, 'leftovers' | 'changes'>): readonly string[] =>
  leftovers.filter((left) => !changes.some(({ path }) => (left.endsWith('/') ? path.startsWith(left) : path === left)));
