// Of a report of the test runner: the failed tests that may be run once more, and what is made of it when all of them passed then.

type Test = {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[] | null;
  /** Why it failed when it was run first. */
  readonly unsteady?: string;
};

/** As the runner writes it, as far as it is read here. */
export type Report = {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    /** What went wrong in the file as a whole. */
    readonly message?: string;
    readonly assertionResults: readonly Test[];
  }[];
};

/** Of one file: its failed tests, as the runner is asked for them. */
export type Failed = { readonly file: string; readonly pattern: string };

/** More than so many at once are no accident of a busy machine. */
const most = 3;

/** null: what failed is not, or not only, a few tests. */
export function failedTests(report: Report): readonly Failed[] | null {
  const files = report.testResults.filter(({ status }) => status === 'failed');
  const failed = files.map((file) => ({ file, tests: file.assertionResults.filter(isFailed) }));
  const count = failed.reduce((sum, { tests }) => sum + tests.length, 0);
  const whole = files.some(({ message = '' }) => message !== '') || failed.some(({ tests }) => tests.length === 0);
  if (whole || count === 0 || count > most || count !== report.numFailedTests) return null;
  return failed.map(({ file, tests }) => ({
    file: file.name,
    pattern: `^(?:${tests.map(({ ancestorTitles, title }) => RegExp.escape([...ancestorTitles, title].join(' > '))).join('|')})$`,
  }));
}

/** The first report with each failed test as passed and unsteady; null: one of them has not passed again. */
export function settle(first: Report, again: readonly Report[]): Report | null {
  const passedNow = new Set(
    again.flatMap(({ testResults }) =>
      testResults.flatMap((file) =>
        file.assertionResults.filter(({ status }) => status === 'passed').map((test) => keyOf(file.name, test)),
      ),
    ),
  );
  const testResults = first.testResults.map((file) => ({
    ...file,
    status: 'passed',
    assertionResults: file.assertionResults.map((test) =>
      isFailed(test) && passedNow.has(keyOf(file.name, test))
        ? { ...test, status: 'passed', failureMessages: [], unsteady: test.failureMessages?.[0] ?? '' }
        : test,
    ),
  }));
  if (testResults.some(({ assertionResults }) => assertionResults.some(isFailed))) return null;
  const numPassedTests = first.numPassedTests + first.numFailedTests;
  return { ...first, success: true, numPassedTests, numFailedTests: 0, testResults };
}

const isFailed = ({ status }: Test): boolean => status === 'failed';
const keyOf = (file: string, { fullName }: Test): string => `${file}\n${fullName}`;
