// What is to be known of a test runner, column by column. Whatever uses a runner reads it here, so that one is added by its file and its line in the table.
import type { Counts } from '../../domain/evidence/verdict.ts';
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
  /** What is added at the end of a test file for tests that must fail. */
  readonly canary: Canary;
};

type Canary = {
  readonly text: (of: CanaryOf) => string;
  /** All files share one process: the last one sees what all of them have patched. */
  readonly shared: boolean;
  /** So that the first failure ends nothing. */
  readonly flags: readonly string[];
};

/** Results in a file of our own. */
type Report = {
  /** Its name in a folder that was empty before the run. */
  readonly file: string;
  readonly flags: (path: string) => readonly string[];
  /** The variable that carries the flags. `variable`: always, so that a command on record stays readable; `arguments`: where they cannot be appended; null: there is none. */
  readonly by:
    | { readonly first: 'variable'; readonly variable: string }
    | { readonly first: 'arguments'; readonly variable: string | null };
  /** A word that says already where results go: nothing is added to it. */
  readonly taken: RegExp;
  /** null where the text is no such report (also one cut short). `folder`: what paths are told relative to. */
  readonly read: (text: string, folder: string | undefined) => readonly TestCase[] | null;
};

/** Names of test files that it is given. */
type Files = {
  /** What it can collect; anything else keeps it from running at all. */
  readonly takes: RegExp;
  readonly word: (path: string) => string;
};

/** Second best, where no report could be asked for. */
type Printed = {
  /** Where what it prints is a format that names tests. */
  readonly cases?: (stdout: string) => readonly TestCase[] | null;
  /** null where nothing that counts was printed. `text` is free of control sequences. */
  readonly counts: (text: string) => Counts | null;
};

/** What it reads on its own accord; decides which tests run and when they count as passed. */
type Configuration = {
  /** Globs. */
  readonly files: readonly string[];
  /** Of package.json. */
  readonly keys: readonly string[];
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
