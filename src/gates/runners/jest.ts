// jest, also as react-scripts starts it.
import { linesOfNode } from '../lines/of-runners.ts';
import { jestTells } from '../lines/tell-tests.ts';
import { readJestJson } from '../read/jest-json.ts';
import { countWithBrokenFiles } from '../read/summary.ts';
import { jestCanary } from './canary.ts';
import { besideEach, nodeScript, programOf, type Runner } from './runner.ts';

export const jest: Runner = {
  name: 'jest',
  isIt: (words) =>
    programOf(words) === 'jest' ||
    (programOf(words) === 'react-scripts' && words[1] === 'test') ||
    /(^|\/)jest(\/bin\/jest(\.js)?)?$/.test(nodeScript(words)),
  report: {
    file: 'report.json',
    flags: (path) => ['--json', `--outputFile=${path}`],
    each: besideEach((name) => ['--json', `--outputFile=${name}`]),
    by: { first: 'arguments', variable: null },
    taken: /^--(?:outputFile|json\b)/,
    read: readJestJson,
  },
  // It takes patterns, not names.
  files: { takes: /\.[cm]?[jt]sx?$/, word: (path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') },
  printed: {
    counts: (text) => countWithBrokenFiles(text, /^Tests:\s+(.*), \d+ total/, /^Test Suites:\s+(?:(\d+) failed)?/),
  },
  configuration: {
    files: ['**/jest.{config,workspace,conf,setup}.*', '**/jest.*.{js,ts,mjs,mts,cjs,cts}'],
    keys: ['jest'],
  },
  canary: { text: jestCanary, shared: false, flags: [] },
  order: { flags: ['--randomize', '--seed=28'] },
  lines: linesOfNode(jestTells),
};
