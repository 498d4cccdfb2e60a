// mocha. It has one reporter, so ours shows what its own would and writes down each test.
import { dirname, join } from 'node:path';
import { linesOfNode } from '../lines/of-runners.ts';
import { mochaTells } from '../lines/tell-tests.ts';
import { readCaseLines } from '../read/case-lines.ts';
import { sumUp } from '../read/summary.ts';
import { mochaCanary } from './canary.ts';
import { mochaPreload, mochaReporter } from './mocha-plugin.ts';
import { asName, type BrokenFile, nodeScript, programOf, type Runner, turnedByPlugin } from './runner.ts';

const flags = (path: string) => [`--require=${join(dirname(path), 'ours', 'preload.cjs')}`];

export const mocha: Runner = {
  name: 'mocha',
  isIt: (words) =>
    (/^(?:_mocha|mocha|ts-mocha)$/.test(programOf(words)) && words[1] !== 'init') ||
    /(^|\/)(?:mocha\/bin\/|\.bin\/)?_?mocha(\.[cm]?js)?$/.test(nodeScript(words)),
  report: {
    file: 'report.jsonl',
    ours: [
      { path: 'ours/preload.cjs', text: mochaPreload },
      { path: 'ours/reporter.cjs', text: mochaReporter },
    ],
    flags,
    each: { in: 'own', word: () => '.report', flags, env: { DROVER_EACH: '1' } },
    // Its own variable is younger than most projects' mocha.
    by: { first: 'variable', variable: 'NODE_OPTIONS' },
    taken: /(?!)/,
    read: readCaseLines,
  },
  files: { takes: /\.[cm]?[jt]sx?$/, word: asName },
  printed: { counts: (text) => sumUp(text.split('\n').flatMap(countOf)), broken },
  configuration: { files: ['**/.mocharc*'], keys: ['mocha'] },
  canary: { text: mochaCanary, shared: true, flags: [] },
  order: turnedByPlugin,
  lines: linesOfNode(mochaTells),
};

/** `  3 passing (12ms)`, as `3 passed`. */
const countOf = (line: string): readonly string[] => {
  const [, number, word = ''] = /^\s{0,4}(\d{1,9}) (passing|failing|pending)\b/.exec(line) ?? [];
  const words: Readonly<Record<string, string>> = { passing: 'passed', failing: 'failed', pending: 'skipped' };
  return number === undefined ? [] : [`${number} ${words[word]}`];
};

/** One file that does not load ends it before its first test; its words name the file that asked for what is not there. */
function broken(text: string, folder: string): readonly BrokenFile[] {
  const at = text.search(/Exception during run:|Cannot find module|Error\b/);
  const said = text.slice(Math.max(0, at - 500), at + 20_000);
  const named = said.split(`${folder}/`).map((after) => /^[^\s:()'"]+\.[cm]?[jt]sx?(?![\w.])/.exec(after)?.[0] ?? '');
  const own = named.map((file, number) => ({
    file,
    asks: said.split(`${folder}/`)[number - 1]?.endsWith('imported from '),
  }));
  const places = own.filter(({ file }) => file !== '' && !file.includes('node_modules/'));
  const found = places.find(({ asks }) => asks) ?? places[0];
  return at < 0 || found === undefined ? [] : [{ file: found.file, text: said }];
}
