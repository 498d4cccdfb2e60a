// How lines are told by runners on Node and on Python.
import type { Placed } from '../../ports/gates.ts';
import type { LanguageOfLines } from './countable.ts';
import { hookFile, nodeHook } from './node-hook.ts';
import { pytestHooks, pythonLines, pythonSite } from './python-plugin.ts';

export type LinesOf = {
  readonly language: LanguageOfLines;
  /** Files that it follows. */
  readonly follows: RegExp;
  /** What is put into a folder of our own beside its report. */
  readonly files: readonly Placed[];
  /** Of a folder with these files in it. */
  readonly flags: readonly string[];
  readonly env: (folder: string) => Readonly<Record<string, string>>;
  /** What is added to a test file, so that it says which test begins; `channel` is a word. Null: they are told without. */
  readonly tells: ((channel: string) => string) | null;
};

/** Node takes its options from there wherever it is started. */
export const linesOfNode = (tells: LinesOf['tells']): LinesOf => ({
  ...{ language: 'javascript', follows: /\.[cm]?[jt]sx?$/, tells },
  files: [{ path: hookFile, text: nodeHook }],
  flags: [],
  env: (folder) => ({ NODE_OPTIONS: `--import=${folder}/${hookFile}` }),
});

/** Its plugin finds it in PYTHONPATH. */
export const linesOfUnittest: LinesOf = {
  ...{ language: 'python', follows: /\.py$/, tells: null },
  files: [pythonLines, pythonSite],
  flags: [],
  env: (folder) => ({ PYTHONPATH: folder }),
};

export const linesOfPytest: LinesOf = {
  ...linesOfUnittest,
  files: [...linesOfUnittest.files, pytestHooks],
  flags: ['-p', 'drover_pytest'],
};
