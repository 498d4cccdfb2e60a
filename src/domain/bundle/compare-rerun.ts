// What came of a proof's gates when they were run again, beside what is recorded of them.
import type { GateResult, TestIds } from '../evidence/verdict.ts';
import type { GateAgain, RedAgain } from './plan-rerun.ts';

/** `id` null: it is about the gate as a whole. */
export type RerunDifference = {
  readonly gate: string;
  readonly criterion: string | null;
  readonly tree: string;
  readonly id: string | null;
  readonly said: string;
};

/** What passed passes, test by test where they have names. */
export function compareGate(
  { tree, criterion, definition, recorded }: GateAgain,
  again: GateResult,
): readonly RerunDifference[] {
  if (recorded.verdict !== 'passed') return [];
  const of = { gate: definition.gate, criterion, tree };
  const whole =
    again.verdict === 'passed'
      ? []
      : [{ ...of, id: null, said: `passed, and now ${say(again.verdict)}: ${again.why}` }];
  if (recorded.ids === null) return whole;
  const { ids } = again;
  if (ids === null) return [...whole, { ...of, id: null, said: 'named its tests, and names none now' }];
  const fate = fatesIn(ids);
  const each = recorded.ids.passed.flatMap((id) => {
    const now = fate(id);
    return now === 'passes' ? [] : [{ ...of, id, said: `passed, and now ${now}` }];
  });
  return [...whole, ...each];
}

/** `judged`: what is to be said of both halves; `red`, `green`: the halves themselves. */
export function compareRed(
  { label, tree, ...recorded }: RedAgain,
  judged: GateResult,
  { red, green }: { readonly red: TestIds | null; readonly green: TestIds | null },
): readonly RerunDifference[] {
  const of = { gate: 'red-first', criterion: label, tree };
  const whole =
    judged.verdict === 'passed' ? [] : [{ ...of, id: null, said: `was proven, and now is not: ${judged.why}` }];
  const [withoutIt, withIt] = [fatesIn(red), fatesIn(green)];
  const failed = recorded.red.flatMap((id) => {
    const now = withoutIt(id);
    return now === 'fails' ? [] : [{ ...of, id, said: `failed without the change, and now ${now} without it` }];
  });
  const passed = recorded.green.flatMap((id) => {
    const now = withIt(id);
    return now === 'passes' ? [] : [{ ...of, id, said: `passed with the change, and now ${now} with it` }];
  });
  return [...whole, ...failed, ...passed];
}

type Fate = 'passes' | 'fails' | 'is skipped' | 'is not there' | 'is not named';

function fatesIn(ids: TestIds | null): (id: string) => Fate {
  if (ids === null) return () => 'is not named';
  const [passed, failed, skipped] = [new Set(ids.passed), new Set(ids.failed), new Set(ids.skipped)];
  return (id) => {
    if (failed.has(id)) return 'fails';
    if (passed.has(id)) return 'passes';
    return skipped.has(id) ? 'is skipped' : 'is not there';
  };
}

const say = (verdict: GateResult['verdict']): string =>
  ({
    passed: 'passes',
    failed: 'fails',
    timeout: 'does not end in time',
    skipped: 'is skipped',
    not_configured: 'says nothing',
  })[verdict];
