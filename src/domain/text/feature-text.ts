// What the task of a feature is told: its own part, what it belongs to, and where it ends.
import type { Feature } from '../feature/feature.ts';

export type FeatureAsk = {
  readonly number: number;
  readonly feature: Feature;
  readonly others: readonly Feature[];
  /** The text of the whole. */
  readonly whole: string;
  /** What was found out for the whole; null: nothing. */
  readonly found: string | null;
  /** Features that were skipped and that this one took for granted. */
  readonly missing: readonly string[];
  readonly said: readonly string[];
};

const most = 16 * 1024;

export function featureText({ number, feature, others, whole, missing, said }: FeatureAsk): string {
  return [
    feature.title,
    ...(feature.task === feature.title ? [] : [feature.task]),
    `This is part ${number} of ${others.length + 1} of a larger task. Do this part and nothing of the others.`,
    `The others:\n${others.map(({ id, title }) => `- ${id} ${title}`).join('\n')}`,
    ...(missing.length === 0 ? [] : [`Skipped, so do without it: ${missing.join(', ')}.`]),
    ...(said.length === 0 ? [] : [`Said by the person:\n${said.join('\n')}`]),
    `The larger task:\n${whole.slice(0, most)}`,
  ].join('\n\n');
}

/** Instead of an analysis of its own: one criterion, the part itself. */
export const featurePlan = ({ feature: { title, task }, found }: FeatureAsk): string =>
  [
    `SC-1: ${title}`,
    ...(task === title ? [] : [task]),
    `\nFound out for the larger task:\n${(found ?? '').slice(0, most)}`,
  ].join('\n');
