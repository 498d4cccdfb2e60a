// What the plan expects of a criterion's command, beside what came of it: how it ends, how many tests pass, what it prints.
import type { GateResult } from '../evidence/verdict.ts';

type Measured = Pick<GateResult, 'exit' | 'counts' | 'tail'>;

/** Null: what came of the command tells nothing of it. */
type Compared = { readonly holds: boolean; readonly said: string } | null;

type Form = { readonly words: RegExp; readonly compare: (wanted: string, measured: Measured) => Compared };

/** Longer output was cut at its beginning. */
const wholeTail = 2_000;

const forms: readonly Form[] = [
  {
    words: /\bexit(?:s|ed)?(?: with)?(?: code| status)?[ :=]{0,3}(\d{1,3}|zero|non-?zero)\b/i,
    compare: (wanted, { exit }) => ({
      holds: exit !== null && endsAs(wanted.toLowerCase(), exit),
      said: `exit ${exit}`,
    }),
  },
  {
    words: /\b(\d{1,6}) (?:(?:new |unit )?tests? )?pass(?:ed|es|ing)?\b/i,
    compare: (wanted, { counts, tail }) => {
      const passed = counts?.passed ?? figureIn(tail);
      return passed === null ? null : { holds: passed >= Number(wanted), said: `${passed} passed` };
    },
  },
  {
    words:
      /(?:\b(?:prints?|outputs?|contains?|shows?|says?|includes?)|输出|包含|显示)[ :：]{0,3}[`"“]([^`"”]{1,200})[`"”]/i,
    compare: (wanted, { tail }) => {
      if (tail.includes(wanted)) return { holds: true, said: 'it is printed' };
      return tail.length < wholeTail ? { holds: false, said: 'it is not printed' } : null;
    },
  },
];

const endsAs = (wanted: string, exit: number): boolean =>
  /^non/.test(wanted) ? exit !== 0 : exit === (wanted === 'zero' ? 0 : Number(wanted));

/** The last of them, as runners say it: `3 passed`, `pass 3`. */
function figureIn(tail: string): number | null {
  const found = [...tail.matchAll(/\b(\d{1,6}) pass(?:ed|ing)?\b|\bpass(?:ed)?[: ]{1,3}(\d{1,6})\b/gi)].at(-1);
  return found === undefined ? null : Number(found[1] ?? found[2]);
}

/** A command that ended says no by its exit code alone, where the plan says nothing else of that. `result`: as its gate judged it. */
export function holdExpected(expected: string | undefined, result: GateResult): GateResult {
  if (expected === undefined || (result.verdict !== 'passed' && result.verdict !== 'failed')) return result;
  const told = forms.flatMap(({ words, compare }, at) => {
    const [phrase, wanted = ''] = words.exec(expected) ?? [];
    return phrase === undefined ? [] : [{ phrase, ofExit: at === 0, came: compare(wanted, result) }];
  });
  const ends = told.find(({ ofExit }) => ofExit)?.came;
  if (result.verdict === 'failed' && ends?.holds !== true) return result;
  const against = told.filter(({ came }) => came?.holds === false);
  if (against.length > 0) {
    const why = against.map(({ phrase, came }) => `expected: ${phrase}; ${came?.said}`).join('; ');
    return { ...result, verdict: 'failed', why };
  }
  const held = told.filter(({ came }) => came?.holds === true).map(({ phrase }) => phrase);
  if (held.length > 0) return { ...result, verdict: 'passed', why: `as expected: ${held.join('; ')}` };
  const what = `not compared, for it is not said so that it can be: expected ${expected}`;
  return {
    ...result,
    findings: [...result.findings, { gate: result.gate, what, file: null, line: null, weight: 'note' }],
  };
}
