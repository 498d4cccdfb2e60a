// The errors in lines of a log: which kinds, how often, the newest of each.
import type { Instant } from '../ids.ts';
import { redact } from '../text/safe/redact.ts';
import { stripControl, tidy } from '../text/safe/strip-control.ts';
import type { Finding } from './finding.ts';
import type { SeenError } from './look.ts';

const says =
  /\b(?:errors?|err|fatal|critical|crit|emerg|alert|panic(?:ked)?|exception|traceback|segfault|fail(?:ed|ure)|unhandled|uncaught|out of memory|oom-?kill(?:ed|er)?)\b/i;
const names = /[A-Za-z](?:Error|Exception)\b/;
const saysNone =
  /\b(?:0|no|without|zero) (?:errors?|failures?|exceptions?|failed)\b|\b(?:errors?|failed|failures?)\s?[=:]\s?(?:0|null|none|false|\[\])(?![\w.])/gi;

const mostKinds = 20;
const longestText = 500;

/** `timeOf` reads a line's time. Newest kinds first, at most 20. */
export function findErrors(lines: readonly string[], timeOf: (line: string) => Instant | null): readonly Finding[] {
  const kinds = new Map<string, Finding>();
  for (const line of lines) {
    const said = line.replace(saysNone, '');
    if (!says.test(said) && !names.test(said)) continue;
    const key = fingerprint(line);
    const count = (kinds.get(key)?.count ?? 0) + 1;
    // Deleted first: the order is of the newest.
    kinds.delete(key);
    kinds.set(key, { fingerprint: redact(key), text: show(line), count, at: timeOf(line) });
  }
  return [...kinds.values()].reverse().slice(0, mostKinds);
}

const show = (line: string): string => tidy(line).trim().slice(0, longestText);

// What makes two error lines the same one: all that differs each time is folded away.

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

// The newest kinds of errors, in short.

const longestShown = 300;

export const newestErrors = (findings: readonly Finding[], most: number): readonly SeenError[] =>
  findings
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
    .slice(0, most)
    .map(({ text, count, at }) => ({ text: text.slice(0, longestShown), count, at }));
