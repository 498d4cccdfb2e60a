// unittest, as a module of a Python. It writes no report, so a plugin of ours does.
import { dirname, join } from 'node:path';
import type { Counts } from '../../domain/evidence/verdict.ts';
import { linesOfUnittest } from '../lines/of-runners.ts';
import { readCaseLines } from '../read/case-lines.ts';
import { sumUp } from '../read/summary.ts';
import { unittestCanary } from './python-canary.ts';
import { asName, moduleOfPython, type Runner, turnedByPlugin } from './runner.ts';
import { unittestPlugin } from './unittest-plugin.ts';

export const unittest: Runner = {
  name: 'unittest',
  isIt: (words) => moduleOfPython(words) === 'unittest',
  report: {
    file: 'report.jsonl',
    ours: [{ path: 'ours/sitecustomize.py', text: unittestPlugin }],
    flags: (path) => [join(dirname(path), 'ours')],
    by: { first: 'variable', variable: 'PYTHONPATH', folders: true },
    taken: /(?!)/,
    read: readCaseLines,
  },
  // `discover` takes a folder and a pattern.
  files: { takes: /\.py$/, word: asName, refuses: (words) => words.includes('discover') },
  printed: { counts },
  configuration: { files: [], keys: [] },
  canary: { text: unittestCanary, shared: true, flags: [] },
  order: turnedByPlugin,
  lines: linesOfUnittest,
};

const words: Readonly<Record<string, string>> = {
  failures: 'failed',
  errors: 'failed',
  'unexpected successes': 'failed',
  skipped: 'skipped',
  'expected failures': 'skipped',
};

/** `Ran 7 tests in 0.002s`, then `OK (skipped=1)` or `FAILED (failures=2, errors=1)`, once for each run of the command. */
function counts(text: string): Counts | null {
  const runs = text.split(/^(?=Ran \d{1,9} tests? in )/m).filter((run) => run.startsWith('Ran '));
  const counted = runs.map(countsOf);
  return counted.length === 0 || counted.includes(null) ? null : sumUp(counted.flatMap((each) => each ?? []));
}

/** Null: it did not come to its end. */
function countsOf(run: string): readonly string[] | null {
  const [first = '', ...lines] = run.split('\n');
  const end = lines.find((line) => /^(?:OK|FAILED|NO TESTS RAN)\b/.test(line));
  if (end === undefined) return null;
  const total = Number(/\d+/.exec(first)?.[0]);
  const others = [...end.matchAll(/([a-z]+(?: [a-z]+)?)=(\d{1,9})/g)].map(([, word = '', number]) => ({
    word: words[word] ?? '',
    number: Number(number),
  }));
  const passed = total - others.reduce((sum, { word, number }) => sum + (word === '' ? 0 : number), 0);
  return [`${Math.max(0, passed)} passed`, ...others.map(({ word, number }) => `${number} ${word}`)];
}
