// How lines are told, language by language.
import type { Placed } from '../../ports/gates.ts';
import { quoteWord } from '../split-words.ts';
import type { LanguageOfLines } from './countable.ts';
import { goLines } from './go-lines.ts';
import { hookFile, nodeHook } from './node-hook.ts';
import { pytestHooks, pythonLines, pythonSite } from './python-plugin.ts';
import { rubyLines } from './ruby-lines.ts';
import type { Wanted } from './wanted.ts';

export type LinesOf = {
  readonly language: LanguageOfLines;
  /** Files that it follows. */
  readonly follows: RegExp;
  /** What is put into a folder of our own beside its report. */
  readonly files: (wanted: Wanted) => readonly Placed[];
  /** Of a folder with these files in it. */
  readonly flags: readonly string[];
  readonly env: (folder: string) => Readonly<Record<string, string>>;
  /** What is added to a test file, so that it says which test begins; `channel` is a word. Null: they are told without. */
  readonly tells: ((channel: string) => string) | null;
  /** Of a run of all tests it tells all lines as well, whichever test ran them. */
  readonly all?: true;
};

/** Node takes its options from there wherever it is started. */
export const linesOfNode = (tells: LinesOf['tells']): LinesOf => ({
  language: 'javascript',
  follows: /\.[cm]?[jt]sx?$/,
  tells,
  all: true,
  files: () => [{ path: hookFile, text: nodeHook }],
  flags: [],
  env: (folder) => ({ NODE_OPTIONS: quoteWord(`--import=${folder}/${hookFile}`) }),
});

/** Its plugin finds it in PYTHONPATH. */
export const linesOfUnittest: LinesOf = {
  language: 'python',
  follows: /\.py$/,
  tells: null,
  all: true,
  files: () => [pythonLines, pythonSite],
  flags: [],
  env: (folder) => ({ PYTHONPATH: folder }),
};

export const linesOfPytest: LinesOf = {
  ...linesOfUnittest,
  files: () => [pythonLines, pythonSite, pytestHooks],
  flags: ['-p', 'drover_pytest'],
};

/** Its plugin finds what is beside its report; what is counted with `-race` is counted so. */
export const linesOfGo: LinesOf = {
  language: 'go',
  follows: /\.go$/,
  tells: null,
  files: goLines,
  flags: ['-covermode=atomic', '-coverpkg=./...'],
  env: () => ({}),
};

export const linesOfRspec: LinesOf = {
  language: 'ruby',
  follows: /\.rb$/,
  tells: null,
  files: rubyLines,
  flags: ['--require', 'drover_rspec'],
  env: (folder) => ({ RUBYOPT: '-rdrover_lines', RUBYLIB: folder }),
};
