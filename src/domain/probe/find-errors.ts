// The errors in lines of a log: which kinds, how often, the newest of each.
import type { Instant } from '../ids.ts';
import { redact } from '../text/redact.ts';
import { tidy } from '../text/tidy.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';

const says =
  /\b(?:errors?|err|fatal|critical|crit|emerg|alert|panic(?:ked)?|exception|traceback|segfault|fail(?:ed|ure)|unhandled|uncaught|out of memory|oom-?kill(?:ed|er)?)\b/i;
const names = /[a-z](?:Error|Exception)\b/;
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
