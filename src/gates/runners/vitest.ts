// vitest: its own JSON, which is jest's.
import { linesOfNode } from '../lines/of-runners.ts';
import { vitestTells } from '../lines/tell-tests.ts';
import { readJestJson } from '../read/jest-json.ts';
import { countWithBrokenFiles } from '../read/summary.ts';
import { vitestCanary } from './canary.ts';
import { asName, besideEach, nodeScript, programOf, type Runner } from './runner.ts';

export const vitest: Runner = {
  name: 'vitest',
  isIt: (words) =>
    programOf(words) === 'vitest'
      ? !/^(watch|dev|bench|init|list)$/.test(words[1] ?? '')
      : /(^|\/)vitest(\/vitest\.mjs)?$/.test(nodeScript(words)),
  report: {
    file: 'report.json',
    flags: (path) => ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
    each: besideEach((name) => ['--reporter=default', '--reporter=json', `--outputFile.json=${name}`]),
    by: { first: 'arguments', variable: null },
    taken: /^--(?:outputFile|reporter=json|json\b)/,
    read: readJestJson,
  },
  files: { takes: /\.[cm]?[jt]sx?$/, word: asName },
  printed: {
    counts: (text) => countWithBrokenFiles(text, /^\s*Tests\s+(.*)\s\(\d+\)/, /^\s*Test Files\s+(?:(\d+) failed)?/),
  },
  configuration: {
    files: ['**/{vitest,vite}.{config,workspace,conf,setup}.*', '**/vitest.*.{js,ts,mjs,mts,cjs,cts}'],
    keys: ['vitest'],
  },
  canary: { text: vitestCanary, shared: false, flags: [] },
  // With this number a few of anything come out last first.
  order: { flags: ['--sequence.shuffle', '--sequence.seed=28'] },
  lines: linesOfNode(vitestTells),
};
