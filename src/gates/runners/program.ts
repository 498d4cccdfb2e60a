// What the keeper is to run for a gate: the command with report flags and names of test files, as far as they reach the runner.
import { isAbsolute, join } from 'node:path';
import type { Reach } from '../../domain/evidence/gate-plan.ts';
import type { CanaryIn, GateDefinition, GateProgram } from '../../ports/gates.ts';
import type { Runner } from './runner.ts';
import { runnerOf } from './runners.ts';

const UNREACHED: Reach = { flags: 'none', files: 'no' };

export function program(
  definition: GateDefinition,
  folder: string,
  scratch: string,
  only: readonly string[] | null,
  canary?: CanaryIn,
): GateProgram {
  const argv = [located(definition.argv[0] ?? '', folder), ...definition.argv.slice(1)];
  const runner = runnerOf(definition);
  const { reach = UNREACHED } = definition;
  if (runner === null) return { argv, env: {}, report: null, folder };
  const { report, files } = runner;
  const way = wayOf(runner, reach);
  const path = way === 'none' ? null : join(scratch, report.file);
  const besides = canary === undefined ? [] : runner.canary.flags;
  const flags = path === null ? [] : [...report.flags(path), ...besides];
  const { variable } = report.by;
  const env = way === 'environment' && variable !== null ? { [variable]: flags.map(quote).join(' ') } : {};
  const named = reach.files === 'no' ? [] : (only ?? []).filter((each) => files.takes.test(each)).map(files.word);
  return {
    argv: extend(argv, reach, way === 'arguments' ? flags : [], named),
    env: { CI: '1', ...env },
    report: path,
    folder,
    ...(canary && path !== null && { canary }),
  };
}

/** How its flags come to it. */
export function wayOf({ report: { by } }: Runner, { flags }: Reach): Reach['flags'] {
  if (flags === 'arguments' && by.first === 'variable') return 'environment';
  return flags === 'environment' && by.variable === null ? 'none' : flags;
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

/** All variables are split at blanks; double quotes and backslashes are understood by all. */
const quote = (word: string): string => (/[\s"'\\]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word);
