// What the keeper is to run for a gate: the command with report flags and names of test files, as far as they reach the runner.
import { isAbsolute, join } from 'node:path';
import type { Reach, Runner } from '../domain/evidence/gate-plan.ts';
import type { GateDefinition, GateProgram } from '../ports/gates.ts';
import { nodeReporter } from './read/node-report.ts';

/** Report flags per runner, and the variable that carries them where arguments cannot. */
type Flags = {
  readonly file: string;
  /** What it can be given by name; anything else keeps it from running at all. */
  readonly takes: RegExp;
  readonly flags: (report: string) => readonly string[];
  readonly variable: string | null;
};

const FLAGS: Readonly<Record<Runner, Flags>> = {
  'node:test': {
    file: 'report.jsonl',
    takes: /\.[cm]?[jt]s$/,
    flags: (report) => [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${nodeReporter}`,
      `--test-reporter-destination=${report}`,
    ],
    variable: 'NODE_OPTIONS',
  },
  vitest: {
    file: 'report.json',
    takes: /\.[cm]?[jt]sx?$/,
    flags: (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    variable: null,
  },
  jest: {
    file: 'report.json',
    takes: /\.[cm]?[jt]sx?$/,
    flags: (report) => ['--json', `--outputFile=${report}`],
    variable: null,
  },
  pytest: {
    file: 'report.xml',
    takes: /\.py$/,
    // One file that does not load hides none of the others.
    flags: (report) => [
      `--junitxml=${report}`,
      ...['-o', 'junit_family=xunit1'],
      ...['-p', 'no:cacheprovider'],
      '--continue-on-collection-errors',
    ],
    variable: 'PYTEST_ADDOPTS',
  },
};

const UNREACHED: Reach = { flags: 'none', files: 'no' };

export function program(
  definition: GateDefinition,
  folder: string,
  scratch: string,
  only: readonly string[] | null,
): GateProgram {
  const argv = [located(definition.argv[0] ?? '', folder), ...definition.argv.slice(1)];
  const { runner, reach = UNREACHED } = definition;
  if (runner === null) return { argv, env: {}, report: null, folder };
  const { file, flags, variable, takes } = FLAGS[runner];
  const report =
    reach.flags === 'none' || (reach.flags === 'environment' && variable === null) ? null : join(scratch, file);
  // Node takes its options from the variable wherever it is started, and a command on record stays readable.
  const way = runner === 'node:test' && reach.flags === 'arguments' ? 'environment' : reach.flags;
  const added = report !== null && way === 'arguments' ? flags(report) : [];
  const env =
    report !== null && way === 'environment' && variable !== null
      ? { [variable]: flags(report).map(quote).join(' ') }
      : {};
  const files =
    reach.files === 'no' ? [] : (only ?? []).filter((path) => takes.test(path)).map((path) => named(runner, path));
  return { argv: extend(argv, reach, added, files), env: { CI: '1', ...env }, report, folder };
}

/** A program inside the checkout is meant relative to it. */
const located = (first: string, folder: string): string =>
  first.includes('/') && !isAbsolute(first) ? join(folder, first) : first;

const extend = (
  argv: readonly string[],
  reach: Reach,
  flags: readonly string[],
  files: readonly string[],
): readonly string[] =>
  flags.length + files.length === 0
    ? argv
    : [...argv, ...(reach.files === 'after-dashes' ? ['--'] : []), ...flags, ...files];

/** Jest takes patterns, the others names; a name that looks like a flag gets a folder. */
function named(runner: Runner, path: string): string {
  if (runner === 'jest') return path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return path.startsWith('-') ? `./${path}` : path;
}

/** Both variables are split at blanks; double quotes and backslashes are understood by both. */
const quote = (word: string): string => (/[\s"'\\]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word);
