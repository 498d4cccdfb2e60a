// What is said of tests that were run again: one line for each that is flaky, and one sentence of all.
import { sayNeeds } from '../text/counted.ts';
import type { Flaky } from './judge-stable.ts';
import { fileOf, titleOf } from './test-id.ts';
import type { Finding, GateResult } from './verdict.ts';

/** Besides the run of the whole, in one checkout: what a test leaves behind can let it hold once more. */
export const mostRunsAgain = 3;

/** Of one file by name; more of it stand in one line. */
const mostOfFile = 10;

type Told = {
  /** Hash of what a yes to these is about. */
  readonly keyOf: (path: string, ids: readonly string[]) => string;
  /** Its text is as it was on the base. */
  readonly isOld: (id: string) => boolean;
};

/** A test that was there before and goes by the order of others is told; all else needs a yes. */
export function flakyFindings(flaky: readonly Flaky[], { keyOf, isOld }: Told): readonly Finding[] {
  const groups = [...Map.groupBy(flaky, ({ id }) => fileOf(id))];
  return groups.flatMap(([file, all]) => {
    const rest = all.slice(mostOfFile);
    return [
      ...all.slice(0, mostOfFile).map((each): Finding => {
        const note = { gate: 'stable', what: say(each), file, line: null, weight: 'note' } as const;
        return each.how === 'order' && isOld(each.id) ? note : { ...note, needs: 'yes', key: keyOf(file, [each.id]) };
      }),
      ...(rest.length === 0
        ? []
        : [
            asked(
              file,
              `and ${rest.length} more flaky tests`,
              keyOf(
                file,
                rest.map(({ id }) => id),
              ),
            ),
          ]),
    ];
  });
}

export const asked = (file: string | null, what: string, key: string): Finding => ({
  gate: 'stable',
  what,
  file,
  line: null,
  weight: 'note',
  needs: 'yes',
  key,
});

function say({ id, came, how }: Flaky): string {
  const name = id === fileOf(id) ? 'the file as a whole' : `"${titleOf(id)}"`;
  const runs = came.map((each) => (each === 'missing' ? 'not there' : each));
  if (how === 'chance') return `a flaky test: ${name}: ${runs.join(', then ')}`;
  return `a flaky test that goes by the order of others: ${name}: ${runs.find((each) => each !== runs[0])} in another order`;
}

type Counted = {
  /** That are new or changed, by name; null: they have none. */
  readonly tests: number | null;
  readonly runs: readonly Pick<GateResult, 'turned'>[];
  /** That need a yes. */
  readonly asked: number;
  readonly budgetMs: number;
};

export function sayStable({ tests, runs, asked: open, budgetMs }: Counted): string {
  const times = `${runs.length + 1} runs${runs.some(({ turned }) => turned) ? ', one of them in another order' : ''}`;
  const whole =
    tests === null
      ? `new and changed tests have no names here, so only how ${times} ended was compared, which is weaker`
      : `${tests} ${tests === 1 ? 'test' : 'tests'} of new and changed files in ${times}`;
  const short =
    runs.length < mostRunsAgain ? `; more told nothing, or did not fit into ${Math.round(budgetMs / 1000)} s` : '';
  return `${whole}${short}: ${open === 0 ? 'all came out the same' : sayNeeds(open)}`;
}
