// Green, proven: the ids that were red pass with the implementation, and the tests are still those that were red.

import type { Half, RedVerdict } from './judge-red.ts';
import { fileOf } from './test-id.ts';

export type GreenVerdict =
  | { readonly kind: 'green'; readonly ids: readonly string[]; readonly changedSinceRed: readonly string[] }
  | {
      readonly kind: 'no_green';
      readonly why: string;
      readonly failing: readonly string[];
      readonly missing: readonly string[];
    };

/** `changedSinceRed`: test files whose content differs from what was red; they are shown, and do not refuse by themselves. */
export function judgeGreen(
  red: Extract<RedVerdict, { kind: 'red' }>,
  green: Half,
  changedSinceRed: readonly string[],
): GreenVerdict {
  if (green.verdict !== 'passed' && green.verdict !== 'failed')
    return refuse(`the tests could not be judged: ${green.verdict}`);
  if (red.by === 'exit_codes' || green.ids === null) {
    return green.verdict === 'passed'
      ? { kind: 'green', ids: red.ids, changedSinceRed }
      : refuse('the tests fail with the implementation');
  }
  const { passed, failed } = green.ids;
  const loaded = (id: string) =>
    passed.some((each) => fileOf(each) === id) && !failed.some((each) => fileOf(each) === id);
  const failing = red.ids.filter((id) => failed.includes(id));
  const missing = red.ids.filter(
    (id) => !failing.includes(id) && !passed.includes(id) && !(fileOf(id) === id && loaded(id)),
  );
  if (failing.length > 0) return refuse('tests that were red still fail', failing, missing);
  if (missing.length > 0) return refuse('tests that were red are no longer run', failing, missing);
  return { kind: 'green', ids: red.ids, changedSinceRed };
}

const refuse = (why: string, failing: readonly string[] = [], missing: readonly string[] = []): GreenVerdict => ({
  kind: 'no_green',
  why,
  failing,
  missing,
});
