// The message of a commit: what was stated where the title does not say it already, then why it is done so, and what holds now.
import type { ThingId } from '../ids.ts';
import type { TaskSpec } from '../task/task.ts';
import type { Work } from '../task/work.ts';
import { stripControl } from '../text/safe/strip-control.ts';

type Found = Pick<Work, 'report' | 'plan' | 'done'>;

/** `found`: null where it says nothing of this commit, as of one that follows the first. */
export function commitMessage(
  spec: Pick<TaskSpec, 'text'>,
  found: Found | null,
  title: string,
  task: ThingId,
  coAuthor: string | null = null,
): string {
  const stated = withoutTitle(stripControl(spec.text).trim(), title);
  const why = found === null ? [] : whyOf(spec, found).map((part) => harmless(stripControl(part)).trim());
  const body = [stated, ...why].filter((part) => part !== '' && !isSame(part, title)).join('\n\n');
  const trailers = `Drover-Task: ${task}\n${coAuthor === null ? '' : `Co-authored-by: ${coAuthor}\n`}`;
  return [title, ...(body === '' ? [] : [body.slice(0, mostLetters).trimEnd()]), trailers].join('\n\n');
}

const mostLetters = 4000;

/** A text that begins with the title's own line goes on where that ends; one whose line was cut for the title stays whole. */
function withoutTitle(text: string, title: string): string {
  const [line = '', ...rest] = text.split('\n');
  return isSame(line, title) ? rest.join('\n').trim() : text;
}

/** But for case, a type in front and the last full stop. */
const isSame = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\w+(\([^)]*\))?!?: /, '')
    .replace(/[.!\s]+$/, '');

/** Cause and chosen proposal of an analysis with the criteria that are met, or the plan of a person. A plan that only says the task again says nothing. */
function whyOf({ text }: Pick<TaskSpec, 'text'>, { report, plan, done }: Found): readonly string[] {
  if (plan === null || plan.text === text) return [];
  const analysis = report?.report ?? null;
  if (analysis === null || !plan.text.startsWith(`Cause: ${analysis.cause}`)) return [plan.text];
  const chosen = analysis.proposals.find((each) => plan.text.includes(`Proposal: ${each.title}\n${each.text}`));
  const met = plan.criteria.filter((each) => done.includes(each.label) && !isSame(each.text, text));
  return [
    analysis.cause,
    ...(chosen === undefined ? [] : [`${chosen.title}: ${chosen.text}`]),
    ...(met.length === 0 ? [] : [`Done:\n${met.map((each) => `- ${each.text.replace(/\s+/g, ' ')}`).join('\n')}`]),
  ];
}

const skips = /\[((?:skip|no)[ -](?:ci|actions)|(?:ci|actions)[ -]skip)\]/gi;
const closes = /\b((?:clos|fix|resolv|implement)(?:e[sd]?|s|ed|ing)?:?\s+(?:[\w./-]+(?=#))?)#(?=\d)/gi;

/** What an agent wrote must not close an issue or keep the checks from running. */
const harmless = (text: string): string =>
  text
    .replace(skips, '($1)')
    .replaceAll('***', '')
    .replace(closes, (_, before: string) => `${before.trimEnd()} no. `);
