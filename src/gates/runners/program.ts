// What the keeper is to run for a gate: the command with report flags and names of test files, as far as they reach the runner.
import { isAbsolute, join } from 'node:path';
import type { Reach } from '../../domain/evidence/gate-plan.ts';
import type { CanaryIn, GateDefinition, GateProgram } from '../../ports/gates.ts';
import { askForLines } from '../lines/ask.ts';
import { quoteWord } from '../split-words.ts';
import type { By, Order, Report, Runner } from './runner.ts';
import { runnerOf } from './runners.ts';

const UNREACHED: Reach = { flags: 'none', files: 'no' };

export function program(
  definition: GateDefinition,
  folder: string,
  scratch: string,
  only: readonly string[] | null,
  canary?: CanaryIn,
  turned?: boolean,
  follow?: readonly string[],
): GateProgram {
  const argv = [located(definition.argv[0] ?? '', folder), ...definition.argv.slice(1)];
  const runner = runnerOf(definition);
  const { reach = UNREACHED } = definition;
  if (runner === null) return { argv, env: {}, report: null, folder };
  const { files } = runner;
  const report = reach.each === undefined ? runner.report : inEach(runner.report);
  const way = wayOf(runner, reach);
  const untold = way === 'none' || (report.unquoted === true && /\s/.test(scratch));
  const path = untold ? null : join(scratch, report.file);
  const besides = canary === undefined ? [] : runner.canary.flags;
  const given = reach.files === 'no' ? [] : (only ?? []).filter((each) => files.takes.test(each));
  const order = turned === true && path !== null ? otherOrder(runner, given) : null;
  const all = definition.coverage !== undefined && definition.coverage.report === undefined;
  const lines = path === null ? null : askForLines(runner.lines, { checkout: folder, scratch, follow, canary, all });
  const flags =
    path === null ? [] : [...report.flags(path), ...besides, ...(order?.flags ?? []), ...(lines?.flags ?? [])];
  const carried = way === 'environment' ? carry(report.by, flags) : {};
  const env =
    path === null ? {} : joinVariables({ ...carried, ...report.env?.(path), ...order?.env }, lines?.env ?? {});
  const named = (order?.reversed === true ? given.toReversed() : given).map(files.word);
  return {
    argv: extend(withVariable(argv, report.by, env), reach, way === 'arguments' ? flags : [], named),
    env: { CI: '1', ...env },
    report: path,
    folder,
    ...(path !== null && partsOf(report, path, folder)),
    ...(canary && path !== null && { canary }),
    ...(order !== null && { turned: true as const }),
    ...(lines !== null && { lines: lines.folder, ours: [...(report.ours ?? []), ...lines.ours] }),
  };
}

/** Those that write several as ever need nothing besides. */
function inEach({ each, ...report }: Report): Report {
  if (each === undefined) return report;
  const { flags, env = {}, ...several } = each;
  return { ...report, file: 'reports', several, flags, env: (path) => ({ ...report.env?.(path), ...env }) };
}

/** null: there is none for so few. */
const otherOrder = ({ order }: Runner, given: readonly string[]): Order | null =>
  order === undefined || (order.reversed === true && given.length < 2) ? null : order;

const partsOf = (
  { several, ours, sources }: Report,
  path: string,
  folder: string,
): Pick<GateProgram, 'several' | 'ours' | 'sources'> => ({
  ...(sources && { sources }),
  ...(several && { several: { root: several.in === 'own' ? path : folder, word: several.word(path) } }),
  ...(ours && { ours }),
});

/** Both may want the same one. */
const joinVariables = (one: GateProgram['env'], other: GateProgram['env']): GateProgram['env'] => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => [name, [one[name] ?? [], value].flat().join(between(name))]),
  ),
});

/** Lists of folders have colons. */
const between = (name: string): string => (name.endsWith('PATH') ? ':' : ' ');

/** The flags in the variable that carries them. */
function carry({ variable, folders }: By, flags: readonly string[]): Readonly<Record<string, string>> {
  if (variable === null) return {};
  return { [variable]: folders === true ? flags.join(':') : flags.map(quoteWord).join(' ') };
}

/** What the command sets there itself would stand in place of ours. */
function withVariable(
  argv: readonly string[],
  { variable, folders }: By,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  const ours = variable === null ? undefined : env[variable];
  if (ours === undefined || !/^(?:cross-)?env$/.test(argv[0] ?? '')) return argv;
  const set = `${variable}=`;
  const both = (own: string) => (folders === true ? `${ours}:${own}` : `${own} ${ours}`);
  const end = argv.findIndex((word, at) => at > 0 && !word.includes('='));
  return argv.map((word, at) => (at < end && word.startsWith(set) ? set + both(word.slice(set.length)) : word));
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
    : [...argv, ...dashes[reach.each ?? (reach.files === 'no' ? 'append' : reach.files)], ...flags, ...files];

/** Each script between takes one pair for itself. */
const dashes = { append: [], 'after-dashes': ['--'], 'after-dashes-twice': ['--', '--'] } as const;
