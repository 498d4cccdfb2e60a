// pytest, by its own name or as a module of a Python.
import type { Counts } from '../../domain/evidence/verdict.ts';
import { linesOfPytest } from '../lines/of-runners.ts';
import { readJunit } from '../read/junit.ts';
import { sumUp } from '../read/summary.ts';
import { pytestCanary } from './python-canary.ts';
import { asName, moduleOfPython, programOf, type Runner } from './runner.ts';

export const pytest: Runner = {
  name: 'pytest',
  isIt: (words) => /^(?:pytest|py\.test)$/.test(programOf(words)) || moduleOfPython(words) === 'pytest',
  report: {
    file: 'report.xml',
    // One file that does not load hides none of the others.
    flags: (path) => [
      `--junitxml=${path}`,
      ...['-o', 'junit_family=xunit1'],
      ...['-p', 'no:cacheprovider'],
      '--continue-on-collection-errors',
    ],
    by: { first: 'arguments', variable: 'PYTEST_ADDOPTS' },
    taken: /^--(?:junit-?xml|json\b)/,
    read: readJunit,
    relative: 'configuration',
  },
  files: { takes: /\.py$/, word: asName },
  printed: { counts },
  configuration: { files: ['**/{pytest.ini,.pytest.ini,tox.ini,conftest.py,setup.cfg}'], keys: [] },
  canary: { text: pytestCanary, shared: true, flags: ['--maxfail=0'] },
  order: { reversed: true },
  lines: linesOfPytest,
};

/** `9 passed, 1 failed, 1 error in 0.1s`, once for each run of the command; failures repeat numbers above it, without the time. */
function counts(text: string): Counts | null {
  const lines = text.split('\n');
  if (lines.some((line) => /^=* ?no tests ran\b/.test(line))) return sumUp(['0 passed']);
  const counted = lines.filter((each) =>
    /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b/.test(each),
  );
  const whole = counted.filter((line) => / in \d[\d.]*s\b/.test(line));
  return counted.length === 0 ? null : sumUp(whole.length > 0 ? whole : counted.slice(-1));
}
