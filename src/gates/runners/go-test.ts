// go test, through the environment: whatever starts it, each binary of tests is run by a script of ours, which keeps what it says. What a test prints stands there too.
import { dirname, join } from 'node:path';
import { linesOfGo } from '../lines/of-runners.ts';
import { readGoReport } from '../read/go-report.ts';
import { sumUp } from '../read/summary.ts';
import { goCanary } from './compiled-canary.ts';
import { goPlugin } from './go-plugin.ts';
import { type BrokenFile, programOf, type Runner } from './runner.ts';

export const goTest: Runner = {
  name: 'go test',
  isIt: (words) => programOf(words) === 'go' && words[1] === 'test',
  report: {
    file: 'reports',
    several: { in: 'own', word: () => '.report' },
    ours: [{ path: 'ours/exec', text: goPlugin, executable: true }],
    // What was kept of an earlier run is no run.
    flags: (path) => ['-count=1', `-exec=${join(dirname(path), 'ours', 'exec')}`],
    by: { first: 'variable', variable: 'GOFLAGS' },
    unquoted: true,
    taken: /^--?exec\b/,
    read: readGoReport,
  },
  // It is given packages; of those it runs all tests.
  files: { takes: /_test\.go$/, word: (path) => path, refuses: () => true },
  printed: { counts: (text) => sumUp(text.split('\n').flatMap(packageOf)), broken },
  configuration: { files: [], keys: [] },
  canary: { text: goCanary, beside: ({ mark }) => `${mark}_test.go`, shared: false, flags: [] },
  order: { flags: ['-shuffle=28'] },
  lines: linesOfGo,
};

/** `ok  \texample.com/m/a\t0.01s`: without a report a package counts as one. */
const packageOf = (line: string): readonly string[] => {
  if (/\[no test(?:s to run| files)\]/.test(line)) return [];
  return /^ok\s+\S/.test(line) ? ['1 passed'] : /^FAIL\s+\S/.test(line) ? ['1 failed'] : [];
};

/** A file that does not compile: `b/b_test.go:5:32: undefined: twice`. */
function broken(text: string): readonly BrokenFile[] {
  return text.split('\n').flatMap((line) => {
    const file = /^(?:vet: )?((?:\.\/)?[\w@./+-]+\.go):\d{1,7}:\d{1,7}: /.exec(line)?.[1];
    return file === undefined ? [] : [{ file, text: line }];
  });
}
