// How likely a criterion is met by going on as before, in tenths: less by what its plan leaves open, and by each attempt that failed since somebody else has looked.
import type { Plan, PlannedCriterion } from '../plan/plan.ts';
import { sayFew, sayMore } from '../text/counted.ts';

/** A sentence for each. */
export type Doubts = { readonly unclear: readonly string[]; readonly large: readonly string[] };

const first = 8;
/** Below it another agent looks. */
export const enoughConfidence = 5;
const mostUnclear = 3;

/** Of others at one criterion, over all its rounds. */
export const mostLooks = 2;

/** `failed`: attempts since the last look. */
export function confidenceIn({
  failed,
  doubts,
}: {
  readonly failed: number;
  readonly doubts?: Doubts | undefined;
}): number {
  const { unclear = [], large = [] } = doubts ?? {};
  return Math.max(0, first - 2 * failed - Math.min(mostUnclear, unclear.length) - Math.min(1, large.length));
}

/** Where it is enough, it is a warning all the same: it cannot be more than 0.8 after a failure or before one. */
export const sayAttemptConfidence = (tenths: number): string =>
  `${tenths < enoughConfidence ? '' : 'warning: '}${sayConfidence(tenths)}`;

export const sayConfidence = (tenths: number): string => `confidence ${(tenths / 10).toFixed(1)}`;

/** More files than these, and more criteria, are much at once. */
const manyFiles = 5;
const manyCriteria = 10;

/** Words that leave to whoever reads them what is meant. */
const vague =
  /\b(?:and so on|appropriate(?:ly)?|as needed|better|etc|fast(?:er)?|flexible|if possible|improve[sd]?|intuitive|maybe|nice(?:r|ly)?|perhaps|probably|proper(?:ly)?|reasonabl[ey]|robust(?:ly)?|several|some(?:how|thing)?|suitabl[ey]|tbd|todo|user-friendly|various)\b|适当|合理|尽量|更好|优化|可能|等等/giu;

/** null: there is no doubt. */
export function doubtsOf(
  { text, verify, files, kind }: PlannedCriterion,
  { criteria }: Pick<Plan, 'criteria'>,
): Doubts | null {
  const words = [...new Set((text.match(vague) ?? []).map((word) => word.toLowerCase()))];
  const unclear = [
    ...(verify === null && kind !== 'docs' ? ['it names no command that shows it'] : []),
    ...words.map((word) => `"${word}" may mean much`),
  ];
  const large = [
    ...(files.length > manyFiles ? [`it touches ${files.length} files`] : []),
    ...(criteria.length > manyCriteria ? [`it is one of ${criteria.length} criteria`] : []),
  ];
  return unclear.length + large.length === 0 ? null : { unclear: unclear.slice(0, mostUnclear), large };
}

/** For a person, before anybody has worked on it: `confidence 0.6: "better" may mean much; ...`. */
export const sayDoubts = (doubts: Doubts): string =>
  `${sayConfidence(confidenceIn({ failed: 0, doubts }))}: ${sayFew([...doubts.unclear, ...doubts.large], 4, '; ')}`;

/** Of a plan, for whoever is to agree to it: a line for each criterion; empty where nothing is open. */
export function sayOpen(plan: Pick<Plan, 'criteria'>): string {
  const lines = plan.criteria.flatMap((each) => {
    const doubts = doubtsOf(each, plan);
    return doubts === null ? [] : [`- ${each.label}: ${sayDoubts(doubts)}`];
  });
  if (lines.length === 0) return '';
  const more = lines.length > mostOpen ? [`-${sayMore(lines.length - mostOpen)}`] : [];
  return ['\n\nWhat makes it harder to meet:', ...lines.slice(0, mostOpen), ...more].join('\n');
}

const mostOpen = 12;
