// Where a step's answer leads, by what was handed in; never by reading prose.

import type { Learned } from '../parts/known.ts';
import {
  type Chain,
  type ChainKnown,
  type ChainStep,
  mostRounds,
  type Plan,
  type TurnKind,
  type TurnStep,
} from './chain.ts';
import { stuck, trouble, turn } from './moves.ts';
import { type CutPlan, type Handed, parseCut, parsePlan, parseReview, type Review } from './review.ts';

export type Next = {
  readonly at: ChainStep;
  readonly said: string;
  readonly notes: readonly string[];
  readonly learned: Learned<ChainKnown>;
  /** What the issue was cut into; null where it was not. */
  readonly cut: readonly Plan[] | null;
  /** For people and later steps, besides the answer. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
};

const next = (at: ChainStep, said: string, more: Partial<Next> = {}): Next => ({
  at,
  said,
  notes: [],
  learned: {},
  cut: null,
  files: [],
  ...more,
});

/** An answer of a step: `key` is its name. */
type Answered = {
  readonly chain: Chain;
  readonly at: TurnStep;
  readonly key: string;
  readonly text: string;
  readonly conversation: string | null;
};

/** What was handed in is followed; else it is asked for. */
const handedIn =
  <T>(parse: (text: string) => Handed<T>, then: (value: T, answered: Answered) => Next) =>
  (answered: Answered): Next => {
    const got = parse(answered.text);
    return got.ok ? then(got.value, answered) : notHanded(answered, got.missing);
  };

/** Where the answer of each kind of turn leads. */
const answers: Readonly<Record<TurnKind, (answered: Answered) => Next>> = {
  map: handedIn(parsePlan, (map, { at }) =>
    next(turn('map-review', 1, at.of), 'mapped the issue', { learned: { work: { map } } }),
  ),
  'map-fix': handedIn(parsePlan, (map, { at }) =>
    next(turn('map-review', at.round + 1, at.of), 'mended the map', { learned: { work: { map } } }),
  ),
  'map-review': handedIn(parseReview, (review, { at, key }) =>
    afterPlanReview(at, key, review, { fix: 'map-fix', work: turn('extract', 1, mostRounds), what: 'the map' }),
  ),
  extract: handedIn(parseCut, (plans, { chain }) => afterCut(chain, plans)),
  'plan-review': handedIn(parseReview, (review, { at, key }) =>
    afterPlanReview(at, key, review, { fix: 'plan-fix', work: turn('impl', 1, mostRounds), what: 'the plan' }),
  ),
  'plan-fix': handedIn(parsePlan, (plan, { at }) =>
    next(turn('plan-review', at.round + 1, at.of), 'mended the plan', { learned: { work: { plan } } }),
  ),
  replan: handedIn(parsePlan, (plan, { chain, at }) => afterReplan(chain, at, plan)),
  review: handedIn(parseReview, (review, { at, key }) => afterReview(at, key, review)),
  impl: ({ at }) => next({ kind: 'looking', round: 1, of: at.of, to: 'review' }, 'worked'),
  fix: ({ at }) => next({ kind: 'looking', round: at.round + 1, of: at.of, to: 'review' }, 'worked'),
};

export const nextAfterAnswer = (answered: Answered): Next => answers[answered.at.turn](answered);

/** What was not handed in is asked for once more; then it is a person's. */
function notHanded({ at, key, conversation }: Answered, missing: readonly string[]): Next {
  if (at.again === null) return next({ ...at, again: { missing, conversation } }, 'did not hand in what was asked for');
  const why = `${key} did not hand in what was asked for: ${missing.join('; ')}.`;
  return next(trouble(why, { ...at, cuts: at.cuts + 1, again: null }), 'did not hand in what was asked for, again');
}

/** Each plan is kept as a file of its own, and is done as if a person had named it. */
function afterCut({ id }: Chain, cut: readonly CutPlan[]): Next {
  const files = cut.map(({ name, text }, index) => ({ name: `plans/${index + 1}-${plain(name)}`, text }));
  const plans = files.map(
    ({ name, text }, index): Plan => ({ label: `${index + 1}`, path: `chains/${id}/${name}.md`, text }),
  );
  return next(turn('plan-review', 1, mostRounds), `cut the issue into ${plans.length}`, { cut: plans, files });
}

/** A name of a file out of words of an agent's. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'plan';

function afterReplan({ state }: Chain, at: TurnStep, plan: string): Next {
  const replans = (state.known.work.replans ?? 0) + 1;
  return next(turn('plan-review', 1, mostRounds), 'made the plan anew', {
    learned: { work: { plan, replans, divergence: at.findings.join('\n') } },
  });
}

function afterPlanReview(
  at: TurnStep,
  key: string,
  review: Review,
  ways: { readonly fix: 'map-fix' | 'plan-fix'; readonly work: ChainStep; readonly what: string },
): Next {
  const mend = (of: number, findings: readonly string[]) => turn(ways.fix, at.round, of, findings);
  if (review.questions.length > 0)
    return next(unclear(at, key, review, mend, ways.work), 'asks what a person must decide');
  if (review.verdict === 'approve') return next(ways.work, `agrees with ${ways.what}`);
  if (at.round < at.of) return next(mend(at.of, review.findings), found(review));
  return next(noAgreement(at, key, review, mend, ways.work), found(review));
}

function afterReview(at: TurnStep, key: string, review: Review): Next {
  const accept: ChainStep = { kind: 'looking', round: at.round, of: at.of, to: 'inspect' };
  const mend = (of: number, findings: readonly string[]) => turn('fix', at.round, of, findings);
  const notes = review.divergence === 'none' ? [] : [`${key}: ${review.note || 'leaves the plan'}`];
  if (review.divergence === 'large')
    return next(leavesPlan(at, key, review, mend, accept), 'says that the work leaves its plan', { notes });
  if (review.questions.length > 0)
    return next(unclear(at, key, review, mend, accept), 'asks what a person must decide', { notes });
  if (review.verdict === 'approve') return next(accept, 'agrees with the work', { notes });
  if (at.round < at.of) return next(mend(at.of, review.findings), found(review), { notes });
  return next(noAgreement(at, key, review, mend, accept), found(review), { notes });
}

const found = ({ findings }: Review): string => `found ${findings.length}: ${findings[0] ?? ''}`;
const listed = (lines: readonly string[]): string => lines.map((each) => `- ${each}`).join('\n');

type Mend = (of: number, findings: readonly string[]) => TurnStep;

const leavesPlan = (at: TurnStep, key: string, { note, findings }: Review, mend: Mend, accept: ChainStep): ChainStep =>
  stuck(
    'divergence',
    `${key}: the work leaves its plan by much. ${note}`,
    mend(Math.max(at.of, at.round + 1), [...findings, `It leaves the plan: ${note}. Come back to the plan.`]),
    { accept, replan: turn('replan', 1, mostRounds, [`The work left the plan: ${note}`, ...findings]) },
  );

const unclear = (at: TurnStep, key: string, review: Review, mend: Mend, accept: ChainStep): ChainStep =>
  stuck(
    'unclear',
    `${key} asks:\n${listed(review.questions)}`,
    mend(Math.max(at.of, at.round + 1), [...review.findings, ...review.questions]),
    { accept: review.verdict === 'approve' ? accept : mend(Math.max(at.of, at.round + 1), review.findings) },
  );

const noAgreement = (at: TurnStep, key: string, review: Review, mend: Mend, accept: ChainStep): ChainStep =>
  stuck(
    'rounds',
    `${key}: no agreement after ${at.round} rounds. Still found:\n${listed(review.findings)}`,
    mend(at.of + mostRounds, review.findings),
    { accept },
  );
