// What agents and people make of a task before and beside its criteria: analysis, plan, review, advice.
import { about, firstLineOf, labels, list, type Sentences, word } from './words.ts';

type Point = { readonly label: string; readonly text?: string };

export type PlanFacts = {
  readonly analysis_started: { readonly agent: string };
  readonly wrote_in_read_only: { readonly paths: readonly string[] };
  readonly planning_started: { readonly agent: string };
  /** The most that the work on it may cost, in sentences. */
  readonly cost_estimated: { readonly most: string };
  readonly plan_review_started: { readonly agent: string; readonly round: number };
  /** `why`: nobody has read it. */
  readonly plan_reviewed: { readonly round: number } & (
    | { readonly by: string; readonly findings: readonly string[] }
    | { readonly why: string }
  );
  /** `besides`: what the plan says beside its criteria. */
  readonly plan_agreed: { readonly criteria: readonly Point[]; readonly besides?: string };
  readonly plan_amended: { readonly why: string; readonly criteria: readonly Point[] };
  readonly plan_remarked: { readonly criterion: string; readonly why: string };
  readonly report_incomplete: { readonly criterion: string; readonly missing: readonly string[] };
  /** One after another, with no run of tests between. */
  readonly edits_untested: { readonly criterion: string; readonly paths: readonly string[] };
  readonly stop_held_back: {
    readonly criterion: string;
    readonly left: readonly string[];
    readonly times: number;
    readonly of: number;
  };
  /** By themselves, before there is a change. */
  readonly tests_red: { readonly criterion: string; readonly why: string };
  /** It is met; a turn for its form follows. */
  readonly form_begun: { readonly criterion: string };
  /** It stays met, as it was before those turns. */
  readonly form_undone: { readonly criterion: string; readonly why: string };
  readonly loop_begun_again: { readonly criterion: string; readonly iteration: number; readonly of: number };
  readonly review_started: { readonly agent: string; readonly round: number };
  /** `why`: it was not reviewed. */
  readonly review_judged: { readonly round: number } & (
    | { readonly why: string }
    | { readonly by: string; readonly findings: readonly string[] }
  );
  readonly advice_sought: { readonly agent: string; readonly criterion: string };
  readonly advice_given: { readonly agent: string | undefined; readonly text: string | undefined };
  readonly fix_started: { readonly round: number };
};

export const planSentences: Sentences<PlanFacts> = {
  analysis_started: (data) => `${word(data.agent)} analyzes`,
  wrote_in_read_only: (data) => `wrote although it may only read; undone: ${list(data.paths)}`,
  planning_started: (data) => `${word(data.agent)} plans`,
  cost_estimated: (data) => word(data.most).replaceAll('\n', ' '),
  plan_review_started: (data) => `${word(data.agent)} reads the plan, review ${word(data.round)}`,
  plan_reviewed: (data) =>
    'why' in data
      ? `nobody has read the plan: ${word(data.why)}`
      : `${word(data.by)} has read the plan: ${list(data.findings) === '' ? 'nothing found' : list(data.findings)}`,
  plan_agreed: (data) =>
    `the plan is agreed: ${labels(data.criteria)}${word(data.besides) === '' ? '' : `; ${firstLineOf(data.besides)}`}`,
  plan_amended: (data) => `the plan is changed: ${firstLineOf(data.why)}; now ${labels(data.criteria)}`,
  report_incomplete: (data) =>
    `${about(data)}its report of the work is not whole; asked again for ${list(data.missing)}`,
  edits_untested: (data) => `${about(data)}edited with no run of the tests since the edit before: ${list(data.paths)}`,
  stop_held_back: (data) =>
    `${about(data)}it stopped with this left, and is sent on (${word(data.times)} of ${word(data.of)}): ${list(data.left)}`,
  tests_red: (data) => `${about(data)}its tests are there before the change, ${word(data.why)}; now the change`,
  form_begun: (data) => `${about(data)}all is green; now its form`,
  form_undone: (data) =>
    `${about(data)}its form did not come out, and it is as it was when all was green: ${word(data.why)}`,
  loop_begun_again: (data) => `${about(data)}its loop, iteration ${word(data.iteration)} of ${word(data.of)}`,
  plan_remarked: (data) => `${about(data)}said of the plan: ${firstLineOf(data.why)}`,
  review_started: (data) => `${word(data.agent)} reads the whole change, review ${word(data.round)}`,
  review_judged: (data) =>
    'why' in data
      ? `NOT REVIEWED: ${word(data.why)}`
      : `${word(data.by)} has read the change: ${list(data.findings) === '' ? 'nothing found' : list(data.findings)}`,
  advice_sought: (data) => `${word(data.agent)} looks why ${word(data.criterion)} does not go on`,
  advice_given: (data) => `${word(data.agent)} advises: ${firstLineOf(data.text)}`,
  fix_started: (data) => `fixes the whole, round ${word(data.round)}`,
};
