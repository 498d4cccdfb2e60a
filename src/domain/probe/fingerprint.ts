// What makes two error lines the same one: all that differs each time is folded away.
import { stripControl } from '../text/strip-control.ts';

/** In this order: what holds others comes first. */
const folds: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}\d{1,2}(?:,? \d{4})? \d\d:\d\d:\d\d/g, '<time>'],
  [/\b\d{1,2}\/(?:\d{1,2}|[A-Z][a-z]{2})\/\d{2,4}[ :]\d\d:\d\d(?::\d\d)?(?: [+-]\d{4})?/g, '<time>'],
  [/\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/g, '<address>'],
  [/\[[0-9a-f]{0,4}:[0-9a-f:]{1,38}\](?::\d{1,5})?|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi, '<address>'],
  [/\b0x[0-9a-f]+\b/gi, '<number>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<id>'],
  [/\b(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{20,64}\b/g, '<id>'],
  [/\d+(?:[.,]\d+)*/g, '<number>'],
  [/\s+/g, ' '],
];

/** Longer lines are told apart by their beginning. */
const longestLine = 1_000;

export const fingerprint = (line: string): string =>
  folds
    .reduce((text, [what, as]) => text.replace(what, as), stripControl(line).slice(0, longestLine))
    .replace(/^(?:<time>|\W)+/, '')
    .trim();
