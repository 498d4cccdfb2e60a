// Which test runner a command comes down to, and whether flags and files of ours can reach it.
import { defined } from '../../domain/defined.ts';
import type { Reach } from '../../domain/evidence/gate-plan.ts';
import { splitWords } from '../split-words.ts';
import { managers, type PackageScript, packagesIn, type Scripts } from './packages-in.ts';
import type { Runner } from './runner.ts';
import { runners } from './runners.ts';

type Found = { readonly runner: Runner | null; readonly reach: Reach };
const NOTHING: Found = { runner: null, reach: { flags: 'none', files: 'no' } };

/** For an argv that is started without a shell. */
export function findRunner(argv: readonly string[], scripts: Scripts): Found {
  if (argv[0] === '/bin/sh' && argv[1] === '-c') return inShell(argv[2] ?? '', scripts);
  const packages = packagesIn(argv, scripts);
  if (packages !== null) return inPackages(argv, packages, 0);
  const script = scriptOf(argv);
  if (script !== null) return throughScript(argv, script, scripts, 0);
  const runner = runnerStartedBy(argv);
  if (runner === null) return NOTHING;
  return { runner, reach: { flags: reports(argv) ? 'none' : 'arguments', files: takesFiles(runner, argv) } };
}

const takesFiles = ({ files }: Runner, words: readonly string[]): 'append' | 'no' =>
  files.refuses?.(words) === true ? 'no' : 'append';

/** Nothing is ever added to a line that a person wrote for a shell; the environment alone reaches into it. */
function inShell(line: string, scripts: Scripts): Found {
  const { runner, reach } = inLine(line, scripts, 0);
  return {
    runner,
    reach: { flags: reach.flags === 'environment' ? 'environment' : 'none', files: 'no', ...eachOf(reach) },
  };
}

const eachOf = ({ each }: Reach) => defined({ each });

/** `npm test` and its like: what the script's body is, and if something appended arrives at its end. */
function throughScript(argv: readonly string[], script: string, scripts: Scripts, depth: number): Found {
  const found = inLine(scripts[script] ?? '', scripts, depth + 1);
  if (isGiven(found)) return depth > 0 ? { ...found, reach: NOTHING.reach } : givenByScript(argv, found);
  if (found.runner === null || depth > 0) return { runner: found.runner, reach: { ...found.reach, files: 'no' } };
  if (script.startsWith('make ') || script.startsWith('sh '))
    return { runner: found.runner, reach: { flags: flagsFor(found, 'no'), files: 'no', ...eachOf(found.reach) } };
  const dashes = argv[0] === 'npm' || argv[0] === 'node';
  const appended = dashes && !argv.includes('--') ? 'after-dashes' : 'append';
  const files = found.reach.files === 'no' ? 'no' : appended;
  return { runner: found.runner, reach: { flags: flagsFor(found, files), files, ...eachOf(found.reach) } };
}

function flagsFor({ runner, reach }: Found, files: Reach['files']): Reach['flags'] {
  if (reach.flags === 'none') return 'none';
  if (runner?.report.by.first === 'variable') return 'environment';
  return files !== 'no' ? 'arguments' : hasVariable(runner) ? 'environment' : 'none';
}

function inLine(line: string, scripts: Scripts, depth: number): Found {
  const commands = line.split(/&&|\|\||[;|&\n]/).map((command) => wordsOf(command.replace(/^\s*\(+|\)+\s*$/g, '')));
  const here = commands.some(([program]) => program === 'cd' || program === 'pushd') ? {} : scripts;
  const found = commands
    .map((words) => ({ words, ...inCommand(words, here, depth) }))
    .filter((each): each is typeof each & { readonly runner: Runner } => each.runner !== null);
  const [first] = found;
  if (first === undefined || found.some(({ runner }) => runner !== first.runner)) return NOTHING;
  // Of several, one report would be taken for the report of all, but where each binary of tests writes its own.
  const { several, by } = first.runner.report;
  const isOne = (found.length === 1 && !REPEATS.test(line)) || (several?.in === 'own' && by.first === 'variable');
  const one = isOne && found.every(({ words, reach }) => !reports(words) && reach.flags !== 'none');
  const environment = hasVariable(first.runner) && !setsVariable(first.runner, commands.flat());
  if (!one || (!environment && first.runner.report.by.first === 'variable'))
    return { runner: first.runner, reach: { flags: 'none', files: 'no' } };
  const atEnd = first.words === commands.at(-1) && scriptOf(first.words) === null && !/[|<>]|\|\||\)\s*$/.test(line);
  const flags = environment ? 'environment' : atEnd ? 'arguments' : 'none';
  return { runner: first.runner, reach: { flags, files: atEnd ? first.reach.files : 'no', ...eachOf(first.reach) } };
}

/** What is run again and again is several. */
const REPEATS = /(?:^|[\s;&|])(?:for|while|until)\s|\(\)\s*\{/;

/** What a line sets itself stands in place of what we would. */
const setsVariable = ({ report: { by } }: Runner, words: readonly string[]): boolean =>
  words.some((word) => word.startsWith(`${by.variable}=`));

function inCommand(words: readonly string[], scripts: Scripts, depth: number): Found {
  const packages = packagesIn(words, scripts);
  if (packages !== null) return depth < 4 ? handedOn(words, inPackages(words, packages, depth)) : NOTHING;
  const script = scriptOf(words);
  if (script !== null) return depth < 4 ? throughScript(words, script, scripts, depth + 1) : NOTHING;
  const runner = runnerStartedBy(words);
  return runner === null ? NOTHING : { runner, reach: { flags: 'environment', files: takesFiles(runner, words) } };
}

/** One runner of all of them, each of which writes a report by itself. */
function inPackages(argv: readonly string[], packages: readonly PackageScript[], depth: number): Found {
  const found = packages.map(({ line, scripts }) => inLine(line, scripts, depth + 1));
  const runner = found[0]?.runner ?? null;
  const { each, several, by } = runner?.report ?? {};
  if (runner === null || (each ?? several) === undefined || found.some((one) => one.runner !== runner)) return NOTHING;
  const flags = by?.first === 'variable' ? 'environment' : 'arguments';
  const reaches = ({ reach }: Found) => (flags === 'environment' ? reach.flags === flags : reach.files !== 'no');
  if (!found.every(reaches)) return { runner, reach: NOTHING.reach };
  const isPlain = argv[0] === 'npm' && !argv.includes('--');
  return { runner, reach: { flags, files: 'no', each: isPlain ? 'after-dashes' : 'append' } };
}

/** Behind a script, npm alone hands on what is appended. */
const handedOn = ([manager]: readonly string[], found: Found): Found =>
  isGiven(found) && manager !== 'npm' ? { ...found, reach: NOTHING.reach } : found;

/** All of several take what is appended. */
const isGiven = ({ reach: { flags, each } }: Found): boolean => flags === 'arguments' && each !== undefined;

/** What is appended to `npm test` comes through its script to those of all packages, where it is the last in it. */
function givenByScript(argv: readonly string[], { runner, reach }: Found): Found {
  if (argv[0] !== 'npm' || argv.includes('--')) return { runner, reach: NOTHING.reach };
  return { runner, reach: { ...reach, each: reach.each === 'append' ? 'after-dashes' : 'after-dashes-twice' } };
}

/** Another package's script, or those of several. */
const elsewhere = /^(?:-ws?|--workspaces?|--prefix|-C|--cwd|--filter|-F|-r|--recursive)(?:=|$)/;

/** The name of the package script that a command runs. */
function scriptOf(words: readonly string[]): string | null {
  const [program, verb, name] = words;
  if (words.some((word) => elsewhere.test(word))) return null;
  if (program === 'node' && verb?.startsWith('--run') === true)
    return verb.includes('=') ? (verb.split('=')[1] ?? null) : (name ?? null);
  if (program === 'make' && words.length === 2) return `make ${verb}`;
  const file = shellScriptOf(words);
  if (file !== null) return `sh ${file}`;
  if (program === undefined || !managers.has(program) || verb === undefined) return null;
  if (verb === 'run' || verb === 'run-script') return words.slice(2).find((word) => !word.startsWith('-')) ?? null;
  if (verb === 'test' || verb === 't') return program === 'bun' ? null : 'test';
  return null;
}

/** The file that a shell is given, or a script that is started by its name. */
function shellScriptOf(words: readonly string[]): string | null {
  const [program = '', ...rest] = words;
  const isShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da)?sh$/.test(program);
  const path = isShell ? rest.find((word) => !/^-[a-bd-z]+$/.test(word)) : program;
  return path !== undefined && /\.(?:ba)?sh$/.test(path) ? path.replace(/^(?:\.\/)+/, '') : null;
}

function runnerStartedBy(words: readonly string[]): Runner | null {
  const bare = unwrap(words);
  return runners.find(({ isIt }) => isIt(bare)) ?? null;
}

/** Programs that only prepare the way for another. */
function unwrap(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(first) || first === 'env' || first === 'cross-env' || first === 'exec')
    return unwrap(words.slice(1));
  if (first === 'npx' || first === 'bunx' || first === 'c8' || first === 'nyc')
    return unwrap(skipFlags(words.slice(1)));
  if ((first === 'pnpm' || first === 'yarn' || first === 'npm') && (second === 'exec' || second === 'dlx'))
    return unwrap(skipFlags(words.slice(2)));
  if (first === 'bundle' && second === 'exec') return unwrap(words.slice(2));
  if (
    (first === 'uv' || first === 'poetry' || first === 'pipenv' || first === 'hatch' || first === 'pdm') &&
    second === 'run'
  )
    return unwrap(skipFlags(words.slice(2)));
  if (first === 'yarn' || first === 'pnpm') return unwrap(words.slice(1));
  return words;
}

const skipFlags = (words: readonly string[]): readonly string[] =>
  words.slice(
    Math.max(
      0,
      words.findIndex((word) => !word.startsWith('-')),
    ),
  );

/** It already says where its results go, in the words of whichever runner. */
const reports = (words: readonly string[]): boolean =>
  words.some((word) => runners.some(({ report }) => report.taken.test(word)));

const hasVariable = (runner: Runner | null): boolean => runner !== null && runner.report.by.variable !== null;

function wordsOf(command: string): readonly string[] {
  const line = splitWords(command.trim());
  if (line.kind === 'words') return line.words;
  return line.kind === 'shell' ? line.line.split(/\s+/).filter((word) => word !== '') : [];
}
