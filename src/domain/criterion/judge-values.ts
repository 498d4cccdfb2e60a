// Whether red tests say no where other values are expected of them: one that holds whatever it expects judges nothing.

import type { AskingTest, HunkToTry } from '../evidence/hunk.ts';
import type { HunkWord, TriedHunk } from '../evidence/judge-hunks.ts';
import { titleOf } from '../evidence/test-id.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import { sayNeeds } from '../text/counted.ts';
import { builtIn } from './judge-attempt.ts';

/** `idle`: those that passed all the same. */
export type JudgedValues = { readonly word: HunkWord; readonly idle: readonly AskingTest[] };

/** A test that the run does not name may have failed with its file, which says nothing of its value. */
export function judgeValues(asks: readonly AskingTest[], { ids }: Pick<GateResult, 'ids'>): JudgedValues {
  const [passed, failed] = [new Set(ids?.passed), new Set(ids?.failed)];
  const idle = asks.filter(({ id }) => passed.has(id));
  if (idle.length > 0) return { word: 'needless', idle };
  return { word: asks.every(({ id }) => failed.has(id)) ? 'demanded' : 'untold', idle };
}

/** A yes came before anything was cut, so which of the red tests say what they expect is not known. */
export const valuesNotTried = (): GateResult => builtIn('values', 'skipped', 'not tried: answered before');

/** `early`: a yes ended the rest. Null: no red test says what it expects as a value. */
export function valuesResult(
  tried: readonly TriedHunk[],
  left: readonly HunkToTry[],
  early: boolean,
): GateResult | null {
  const asks = (of: TriedHunk['word']) => tried.flatMap(({ hunk, word }) => (word === of ? (hunk.asks ?? []) : []));
  const [idle, failing] = [asks('needless'), asks('demanded')];
  const waiting = left.flatMap((hunk) => hunk.asks ?? []);
  const open = [...asks('untold'), ...waiting];
  if (idle.length + failing.length + open.length === 0) return null;
  const answered = early && waiting.length === open.length;
  if (answered && idle.length + failing.length === 0) return valuesNotTried();
  const found = tried.filter(({ word }) => word === 'needless');
  const findings = found.flatMap(({ hunk }) => (hunk.asks ?? []).map((each) => findingOf(hunk.path, each)));
  const told = failing.length + idle.length;
  const untold =
    open.length === 0
      ? ''
      : answered
        ? `; ${open.length} with another expected value not tried: answered before`
        : `; ${open.length} with another expected value not told`;
  return told === 0
    ? builtIn('values', 'skipped', 'no red test was run with another expected value')
    : builtIn('values', 'passed', `${say(told, idle.length)}${untold}`, findings);
}

function say(told: number, idle: number): string {
  const what = told === 1 ? '1 red test with another expected value' : `${told} red tests with other expected values`;
  return `${what}: ${idle > 0 ? sayNeeds(idle) : told === 1 ? 'it fails' : 'each fails'}`;
}

const findingOf = (file: string, { id, line, key }: AskingTest): Finding => ({
  gate: 'values',
  file,
  line,
  weight: 'note',
  needs: 'yes',
  key,
  what: `line ${line}: "${titleOf(id)}" passes whatever value it expects`,
});
