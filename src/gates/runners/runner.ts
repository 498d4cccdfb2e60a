// What is to be known of a test runner, column by column. Whatever uses a runner reads it here, so that one is added by its file and its line in the table.
import { basename, dirname } from 'node:path';
import type { Counts } from '../../domain/evidence/verdict.ts';
import type { OwnFile } from '../../ports/gates.ts';
import type { LinesOf } from '../lines/of-runners.ts';
import type { TestCase } from '../read/results.ts';
import type { CanaryOf } from './canary.ts';

export type Runner = {
  /** As plans are frozen with it: it never changes. */
  readonly name: string;
  /** Do these words start it? What only prepares the way (`npx`, `env` and their like) is taken off. */
  readonly isIt: (words: readonly string[]) => boolean;
  readonly report: Report;
  readonly files: Files;
  readonly printed: Printed;
  readonly configuration: Configuration;
  /** Tests of ours that must fail. */
  readonly canary: Canary;
  /** How the same tests are run in another order; absent: they cannot. */
  readonly order?: Order;
  /** How it tells which lines a test ran; absent: nobody knows how. */
  readonly lines?: LinesOf;
};

export type Order = {
  /** The same order each time, so that what it shows can be looked at again. Where a version does not take them, they are left out. */
  readonly flags?: readonly string[];
  /** What a plugin of ours is told. */
  readonly env?: Readonly<Record<string, string>>;
  /** It goes by the order in which it is given files: the last comes first. */
  readonly reversed?: true;
};

/** The last test comes first, in plugins of ours. */
export const turnedByPlugin: Order = { env: { DROVER_ORDER: 'turned' } };

export type Canary = {
  /** What is added at the end of the test file; with `beside`, the whole of a file of its own. */
  readonly text: (of: CanaryOf) => string;
  /** Where a file takes nothing at its end: the name of another in its folder. */
  readonly beside?: (of: CanaryOf) => string;
  /** All files share one process: the last one sees what all of them have patched. */
  readonly shared: boolean;
  /** So that the first failure ends nothing. */
  readonly flags: readonly string[];
};

/** Results in a file of our own. */
export type Report = {
  /** Its name in a folder that was empty before the run. */
  readonly file: string;
  /** It writes several files, each a report by itself: below the folder `file`, or in the checkout; their names have the word. */
  readonly several?: Several;
  /** Files of ours that its flags lead to, as they are called in the same folder. */
  readonly ours?: readonly OwnFile[];
  readonly flags: (path: string) => readonly string[];
  /** How each of several that run in folders of one checkout is asked for a report by itself; absent with `several`: as ever. */
  readonly each?: Each;
  /** The variable that carries the flags. `variable`: always, so that a command on record stays readable; `arguments`: where they cannot be appended; null: there is none. */
  readonly by: By;
  /** What carries its flags parts them at blanks, whatever stands around them. */
  readonly unquoted?: true;
  /** Variables that are set besides, however the flags come. */
  readonly env?: (path: string) => Readonly<Record<string, string>>;
  /** A word that says already where results go: nothing is added to it. */
  readonly taken: RegExp;
  /** null where the text is no such report (also one cut short). `folder`: what paths are told relative to. */
  readonly read: (text: string, folder: string | undefined, sources: readonly string[]) => readonly TestCase[] | null;
  /** Names of files are as seen from where it is started, or from the folder of its configuration. */
  readonly relative?: 'start' | 'configuration';
  /** It names classes and no files: how names of files end among which they are looked for. */
  readonly sources?: readonly string[];
};

export type Several = { readonly in: 'own' | 'checkout'; readonly word: (path: string) => string };

export type Each = Several & {
  readonly flags: (path: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export type By = {
  /** It lists folders: the flags are theirs, parted by colons, and what the command itself sets there comes after them. */
  readonly folders?: true;
} & (
  | { readonly first: 'variable'; readonly variable: string }
  | { readonly first: 'arguments'; readonly variable: string | null }
);

/** Names of test files that it is given. */
type Files = {
  /** What it can collect; anything else keeps it from running at all. */
  readonly takes: RegExp;
  readonly word: (path: string) => string;
  /** Started so it takes none. */
  readonly refuses?: (words: readonly string[]) => boolean;
};

/** Second best, where no report could be asked for. */
type Printed = {
  /** Where what it prints is a format that names tests. */
  readonly cases?: (stdout: string) => readonly TestCase[] | null;
  /** Files that kept their tests from being run at all, which no report tells: they do not compile, or do not load. */
  readonly broken?: (text: string, folder: string) => readonly BrokenFile[];
  /** null where nothing that counts was printed. `text` is free of control sequences. */
  readonly counts: (text: string) => Counts | null;
};

export type BrokenFile = { readonly file: string; readonly text: string };

/** What it reads on its own accord; decides which tests run and when they count as passed. */
type Configuration = {
  /** Globs. */
  readonly files: readonly string[];
  /** Of package.json. */
  readonly keys: readonly string[];
};

/** The folder of this run's own, of which only its name is used: it is in no checkout. */
export const markOf = (path: string): string => basename(dirname(path));

/** A report below each folder where it is started, under a name that nobody knew before the run. */
export const besideEach = (flags: (name: string) => readonly string[]): Each => {
  const word = (path: string) => `.report-${markOf(path)}.json`;
  return { in: 'checkout', word, flags: (path) => flags(word(path)) };
};

/** A name that looks like a flag gets a folder. */
export const asName = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

/** Without its folder. */
export const programOf = ([program = '']: readonly string[]): string => program.slice(program.lastIndexOf('/') + 1);

/** The script that node itself is given, empty where node runs tests or is not what is started. */
export function nodeScript(words: readonly string[]): string {
  const [, ...rest] = words;
  return isNode(words) && !rest.includes('--test') ? (rest.find((word) => !word.startsWith('-')) ?? '') : '';
}

export const isNode = (words: readonly string[]): boolean => /^node(\.exe)?$/.test(programOf(words));

/** What a Python runs as a module, empty where it does not. */
export function moduleOfPython(words: readonly string[]): string {
  const at = /^python[\d.]*$/.test(programOf(words)) ? words.indexOf('-m', 1) : -1;
  return at > 0 ? (words[at + 1] ?? '') : '';
}
