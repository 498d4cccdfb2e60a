// What a person or an agent writes down as features: JSON, or a list of titles.
import { fail, ok, type Result } from '../error.ts';
import type { FeatureDraft } from './feature.ts';

export const mostFeatures = 50;
const longestTitle = 200;
const longestTask = 32 * 1024;

const invalid = (why: string) => fail('FEATURES_INVALID', `${why} Nothing was taken over.`);

/** A JSON list, `{"features": [...]}`, or one title a line (`-`, `*` or a number before it). */
export function parseFeatures(text: string): Result<readonly FeatureDraft[]> {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return readFeatures(titles(trimmed));
  try {
    return readFeatures(JSON.parse(trimmed));
  } catch (error) {
    return invalid(`This is no JSON: ${error instanceof Error ? error.message : 'it does not parse'}.`);
  }
}

const titles = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.):])\s*/, '').trim())
    .filter((line) => line !== '');

export function readFeatures(value: unknown): Result<readonly FeatureDraft[]> {
  const list = isRecord(value) && 'features' in value ? value.features : value;
  if (!Array.isArray(list)) return invalid('Features are a list.');
  if (list.length === 0) return invalid('A list of features has at least one.');
  if (list.length > mostFeatures) return invalid(`${list.length} features are too many; at most ${mostFeatures}.`);
  const drafts: FeatureDraft[] = [];
  for (const [at, each] of list.entries()) {
    const read = readOne(each, at + 1);
    if (!read.ok) return read;
    drafts.push(read.value);
  }
  return ok(drafts);
}

function readOne(value: unknown, number: number): Result<FeatureDraft> {
  const entry = typeof value === 'string' ? { title: value } : value;
  if (!isRecord(entry)) return invalid(`Feature ${number} is neither a title nor an object.`);
  const unknown = Object.keys(entry).find((key) => !['id', 'title', 'task', 'depends_on'].includes(key));
  if (unknown !== undefined)
    return invalid(`Feature ${number} has "${unknown}"; known are id, title, task, depends_on.`);
  const { id = null, title, task = '', depends_on: needs = [] } = entry;
  if (typeof title !== 'string' || title.trim() === '') return invalid(`Feature ${number} has no title.`);
  if (title.length > longestTitle) return invalid(`The title of feature ${number} is too long.`);
  if (typeof task !== 'string' || task.length > longestTask)
    return invalid(`The task of feature ${number} is no text.`);
  if (id !== null && !isId(id)) return invalid(`The id of feature ${number} is not letters, digits and dashes.`);
  if (!Array.isArray(needs) || !needs.every(isNeed))
    return invalid(`\`depends_on\` of feature ${number} is not a list of numbers (from 1) and ids.`);
  return ok({ id, title: oneLine(title), task: task.trim(), dependsOn: needs });
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Never only digits: those are numbers in the list. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(value);
const isNeed = (value: unknown): value is number | string =>
  typeof value === 'string' ? value.trim() !== '' : Number.isInteger(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
