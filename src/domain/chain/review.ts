// A reviewer's verdict, handed in as JSON and checked; never read out of prose.
import { findJson } from '../plan/parse-report.ts';

export type Review = {
  readonly verdict: 'approve' | 'change';
  readonly findings: readonly string[];
  /** How far the work leaves its plan; `none` for reviews of plans. */
  readonly divergence: 'none' | 'small' | 'large';
  readonly note: string;
  /** What only a person can decide. */
  readonly questions: readonly string[];
};

/** One of the plans an issue is cut into. */
export type CutPlan = { readonly name: string; readonly text: string };

/** More than that is no series that anybody reviewed. */
const mostPlans = 50;

export type Handed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly missing: readonly string[] };

type Record_ = Readonly<Record<string, unknown>>;

/** Of several objects the last complete one counts. */
export const parseReview = (text: string): Handed<Review> => choose(text, ['verdict', 'findings'], checkReview);

/** The mended plan: `{"plan": "..."}`. */
export const parsePlan = (text: string): Handed<string> =>
  choose(text, ['plan'], ({ plan }) =>
    typeof plan === 'string' && plan.trim() !== ''
      ? { ok: true, value: plan }
      : { ok: false, missing: ['`plan`: the whole text'] },
  );

/** The plans of an issue: `{"plans": [{"name": "...", "text": "..."}]}`, in the order they are done in. */
export const parseCut = (text: string): Handed<readonly CutPlan[]> =>
  choose(text, ['plans'], ({ plans }) => {
    const cut = Array.isArray(plans) ? plans.map(asPlan) : [];
    const whole = cut.length > 0 && cut.length <= mostPlans && cut.every((each) => each !== null);
    return whole
      ? { ok: true, value: cut }
      : { ok: false, missing: [`\`plans\`: a list of 1 to ${mostPlans}, each with \`name\` and \`text\``] };
  });

function asPlan(value: unknown): CutPlan | null {
  const { name, text } = (typeof value === 'object' && value !== null ? value : {}) as Record_;
  if (typeof name !== 'string' || typeof text !== 'string' || text.trim() === '') return null;
  return { name, text };
}

function choose<T>(text: string, names: readonly string[], check: (value: Record_) => Handed<T>): Handed<T> {
  const tried = findJson(text)
    .filter((value) => names.some((name) => name in value))
    .map(check);
  return tried.find((each) => each.ok) ?? tried[0] ?? { ok: false, missing: ['a JSON block with its fields'] };
}

function checkReview(value: Record_): Handed<Review> {
  const { verdict, findings = [], divergence = 'none', note = '', questions = [] } = value;
  const said = Array.isArray(findings) ? findings.map(asFinding) : [];
  const missing = [
    ...(verdict === 'approve' || verdict === 'change' ? [] : ['`verdict`: "approve" or "change"']),
    ...(Array.isArray(findings) && said.every((each) => each !== null) ? [] : ['`findings`: a list of texts']),
    ...(verdict === 'change' && said.length === 0
      ? ['`findings`: at least one, where something is to be changed']
      : []),
    ...(divergence === 'none' || divergence === 'small' || divergence === 'large'
      ? []
      : ['`divergence`: "none", "small" or "large"']),
    ...(typeof note === 'string' ? [] : ['`note`: a text']),
    ...(Array.isArray(questions) && questions.every((each) => typeof each === 'string')
      ? []
      : ['`questions`: a list of texts']),
  ];
  if (missing.length > 0) return { ok: false, missing };
  return {
    ok: true,
    value: { verdict, findings: said as string[], divergence, note, questions } as Review,
  };
}

function asFinding(value: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return value;
  const { what, where } = (typeof value === 'object' && value !== null ? value : {}) as Record_;
  if (typeof what !== 'string') return null;
  return typeof where === 'string' && where !== '' ? `${where}: ${what}` : what;
}
