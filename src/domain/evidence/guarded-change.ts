// Files that decide what gates say, where a change touched them: what was said of them, and what gates say with them as they were.
import { sayFew } from '../text/counted.ts';
import { type BaseComparison, compareBase } from './compare-base.ts';
import type { Finding, GateResult } from './verdict.ts';

export type GuardedChange = {
  readonly path: string;
  /** Where it stood before; null: at the same place, or nowhere. */
  readonly from: string | null;
  readonly how: 'changed' | 'removed' | 'added';
  /** `if_needed`: only where gates do not pass without it. */
  readonly asks: 'always' | 'if_needed';
  /** Hash of its place and content: a yes to it holds for the same. */
  readonly key: string;
  /** Lines that went, and lines that came. */
  readonly was: readonly string[];
  readonly now: readonly string[];
};

/** What is known of a base, beyond its plan. */
export type GuardedKnown = {
  /** Files whose tests were told by name there; none: tests have no names. */
  readonly tests: readonly string[];
  /** That its gates were seen to read, and that are neither tests nor what ships. */
  readonly read: readonly string[];
  /** Nobody could see what they read: their commands alone were followed. */
  readonly unobserved?: true;
  /** Besides those of its plan, command lines that tell whether the work is done; absent: none. */
  readonly commands?: readonly string[];
  /** Hashes of what a person said yes to. */
  readonly agreed: readonly string[];
};

type Ran = Pick<GateResult, 'gate' | 'verdict' | 'why' | 'ids' | 'counts'>;

/** Why gates that pass on the change do not pass with guarded files as they were; none: they pass as well. `held`: with them as they were, `own`: on the change. */
export function judgeHeld(base: readonly Ran[], held: readonly Ran[], own: readonly Ran[]): readonly string[] {
  return held.flatMap((result) => {
    const now = own.find(({ gate }) => gate === result.gate);
    if (now?.verdict !== 'passed') return [];
    const lost = lostIds(now, result);
    const compared = compareBase(base.find(({ gate }) => gate === result.gate) ?? null, result);
    if (lost.length > 0) return [`${result.gate}: ${list(lost)}`];
    return holds(result, compared) ? [] : [`${result.gate}: ${result.why}`];
  });
}

const holds = ({ verdict }: Ran, { worse, untold }: BaseComparison): boolean =>
  verdict === 'passed' || (verdict === 'failed' && !worse && !untold);

function lostIds(own: Ran, held: Ran): readonly string[] {
  if (own.ids === null || held.ids === null) return [];
  const there = new Set(held.ids.passed);
  return own.ids.passed.filter((id) => !there.has(id));
}

const list = (names: readonly string[]): string => sayFew(names, 3);

const howSaid: Readonly<Record<GuardedChange['how'], string>> = {
  changed: 'a file that decides what gates say was changed',
  removed: 'a file that decides what gates say was removed',
  added: 'a file that decides what gates say was added',
};

/** `wanting`: what does not pass without them. */
export function guardedFindings(
  changes: readonly GuardedChange[],
  wanting: readonly string[],
  hash: (text: string) => string,
): readonly Finding[] {
  const lines = changes.map(({ path, from, how, asks, key, was, now }): Finding => {
    const place = from === null ? '' : `, from ${from}`;
    const what = `${howSaid[how]}${place}${difference(was, now)}`;
    const needs = asks === 'always' || wanting.length > 0;
    return { gate: 'guarded', what, file: path, line: null, weight: 'note', ...(needs && { needs: 'yes', key }) };
  });
  return wanting.length === 0 ? lines : [...lines, lacking(changes, wanting, hash)];
}

const lacking = (
  changes: readonly GuardedChange[],
  wanting: readonly string[],
  hash: (text: string) => string,
): Finding => ({
  gate: 'guarded',
  file: null,
  line: null,
  weight: 'note',
  needs: 'yes',
  what: `with ${changes.length === 1 ? 'it as it was' : 'these as they were'}, gates do not pass: ${wanting.join('; ')}`,
  key: hash(changes.map(({ key }) => key).join('\n')),
});

const difference = (was: readonly string[], now: readonly string[]): string => {
  const sides = [...(was.length > 0 ? [`was ${quoted(was)}`] : []), ...(now.length > 0 ? [`now ${quoted(now)}`] : [])];
  return sides.length === 0 ? '' : `: ${sides.join(', ')}`;
};

const shown = 4;
const quoted = (lines: readonly string[]): string => {
  const first = lines.slice(0, shown).map((line) => `\`${line}\``);
  return `${first.join(' ')}${lines.length > shown ? ` and ${lines.length - shown} lines more` : ''}`;
};

/** One sentence for the record. */
export function sayGuarded(
  changes: readonly GuardedChange[],
  ran: readonly Ran[],
  wanting: readonly string[],
  { unobserved }: Pick<GuardedKnown, 'unobserved'> = {},
): string {
  const said = sayHeld(changes, ran, wanting);
  return unobserved ? `${said}; what gates read could not be seen here, so their commands alone were followed` : said;
}

function sayHeld(changes: readonly GuardedChange[], ran: readonly Ran[], wanting: readonly string[]): string {
  const files = `${changes.length} ${changes.length === 1 ? 'file that decides' : 'files that decide'} what gates say`;
  if (ran.length === 0) return `${files} changed; no gate was run without that`;
  const names = ran.map(({ gate }) => gate).join(', ');
  return wanting.length === 0
    ? `${names} ${ran.length === 1 ? 'passes' : 'pass'} with ${files} as at the start`
    : `with ${files} as at the start, these do not pass: ${wanting.join('; ')}`;
}
