// What a change does to a guarded file: where its changed lines move the goalposts a person is asked, or it fails where gates do not run with that file as it was; else a person is told.
import { basename } from 'node:path/posix';
import type { Finding } from '../../domain/evidence/verdict.ts';
import type { GatePlan } from '../../ports/gates.ts';
import { guardedKey, isChecker, isRunnerConfiguration } from '../guarded-files.ts';
import { codeText, languageOf } from './code-text.ts';
import { packageEdits } from './package-edits.ts';

/** What decides which tests run and when they count. */
const RUNNER_WORDS =
  /exclude|include|ignore|passWithNoTests|threshold|coverage|fail_under|branches|functions|statements|\blines\b|testMatch|testRegex|testPath|roots\b|projects\b|addopts|deselect|norecursedirs|python_(?:files|classes)|pytest_(?:collect|runtest|report|session)|retr(?:y|ies)|\bbail\b|skip|xfail|setupFiles|globalSetup|\bsetup\b|allowOnly|forbidOnly|\bonly\b|grep\b|\bspec\b|commands\b|\bfiles\b|exit\b/i;
/** What makes a checker see less. */
const CHECKER_WORDS =
  /"(?:strict\w*|no[A-Z]\w*|alwaysStrict|exactOptional\w*|use\w*Errors?|checkJs)"\s*:\s*false|"?(?:skipLibCheck|noCheck|allowUnreachableCode)"?\s*:\s*true|exclude|ignore|\boff\b|disable|:\s*0\b|per-file|"recommended"\s*:\s*false|"enabled"\s*:\s*false|"extends"/i;

export type Edit = { readonly path: string; readonly before: string | null; readonly after: string | null };

export function guardedEdit(plan: GatePlan, { path, before, after }: Edit): readonly Finding[] {
  if (basename(path) === 'package.json' && before !== null && after !== null)
    return packageEdits(plan, path, before, after);
  const runner = isRunnerConfiguration(path);
  const key = guardedKey(path, after);
  if (after === null) {
    const gone = finding(path, 'a file that gates read was removed', 'note');
    if (runner || isChecker(path)) return [askOrFail(plan, gone, key)];
    return [path === 'package.json' ? { ...gone, weight: 'fail' } : gone];
  }
  const lines = changedLines(path, before ?? '', after);
  const moved = lines.filter((line) => weakens(plan, path, line, before, after));
  const [first] = moved;
  if (first !== undefined) {
    const said = finding(path, `moves the goalposts: ${sayLines(moved)}`, 'note', first.line);
    return [isCommand(path) ? { ...said, weight: 'fail' } : askOrFail(plan, said, key)];
  }
  const told = finding(
    path,
    before === null ? 'a file that gates read was added' : 'a file that gates read was changed',
    'note',
  );
  return [runner ? { ...told, needs: 'yes', key } : told];
}

/** What a person may mean is asked: by then gates have run without it too, or the tests that it hides are missed by their names. A plan of old knows neither. */
const askOrFail = (plan: Pick<GatePlan, 'fromStart'>, found: Finding, key: string): Finding =>
  plan.fromStart === true ? { ...found, needs: 'yes', key } : { ...found, weight: 'fail' };

/** Its lines are what gates run. */
const isCommand = (path: string): boolean => /(^|\/)\w*makefile$/i.test(path);

const shown = 4;
function sayLines(lines: readonly Line[]): string {
  const words = lines.slice(0, shown).map(({ text, added }) => `${added ? '' : 'without '}${text.slice(0, 120)}`);
  return `${words.join(' ')}${lines.length > shown ? ` and ${lines.length - shown} lines more` : ''}`;
}

type Line = { readonly text: string; readonly line: number | null; readonly added: boolean; readonly section: string };

function weakens(plan: GatePlan, path: string, line: Line, before: string | null, after: string): boolean {
  if (isRunnerConfiguration(path) && basename(path) !== 'setup.cfg') return RUNNER_WORDS.test(line.text);
  if (['pyproject.toml', 'setup.cfg'].includes(basename(path)))
    return /pytest|coverage/.test(line.section) || (/ruff|mypy/.test(line.section) && CHECKER_WORDS.test(line.text));
  if (isChecker(path)) return (line.added || /exclude|ignore/i.test(line.text)) && CHECKER_WORDS.test(line.text);
  return isCommand(path) && before !== null && recipesMoved(plan, before, after);
}

/** Targets that a gate makes. */
function recipesMoved(plan: GatePlan, before: string, after: string): boolean {
  const targets = plan.gates.flatMap(({ argv }) =>
    [...argv.join(' ').matchAll(/\bmake\s+(?:-\S+\s+)*([\w.-]+)/g)].map(([, name = '']) => name),
  );
  return targets.some((target) => recipe(before, target) !== recipe(after, target));
}

const recipe = (text: string, target: string): string | null =>
  new RegExp(`^${target.replaceAll('.', '\\.')}\\s*:[^\\n]*(?:\\n(?:\\t[^\\n]*|\\s*(?=\\n)))*`, 'm')
    .exec(text)?.[0]
    .trimEnd() ?? null;

function changedLines(path: string, before: string, after: string): readonly Line[] {
  const [old, now] = [linesOf(path, before), linesOf(path, after)];
  return [
    ...missing(now, old).map((line) => ({ ...line, added: true })),
    ...missing(old, now).map((line) => ({ ...line, line: null })),
  ];
}

function linesOf(path: string, text: string): Line[] {
  const language = languageOf(path);
  const visible =
    language === 'script' || language === 'python' ? withoutComments(text, codeText(text, language)) : text.split('\n');
  let section = '';
  return visible.flatMap((each, at) => {
    section = /^\s*\[([^\]]+)\]/.exec(each)?.[1] ?? section;
    return each.trim() === '' ? [] : [{ text: each.trim(), line: at + 1, added: false, section }];
  });
}

/** A line that is blank as code is a comment; the others are kept whole, for strings matter here. */
function withoutComments(text: string, code: string): string[] {
  const bare = code.split('\n');
  return text.split('\n').map((line, at) => ((bare[at] ?? '').trim() === '' ? '' : line));
}

function missing(from: readonly Line[], among: readonly Line[]): Line[] {
  const left = new Map<string, number>();
  for (const { text, section } of among) left.set(`${section}\n${text}`, (left.get(`${section}\n${text}`) ?? 0) + 1);
  return from.filter(({ text, section }) => {
    const count = left.get(`${section}\n${text}`) ?? 0;
    left.set(`${section}\n${text}`, count - 1);
    return count <= 0;
  });
}

const finding = (file: string, what: string, weight: Finding['weight'], line: number | null = null): Finding => ({
  gate: 'tamper',
  what,
  file,
  line,
  weight,
});
