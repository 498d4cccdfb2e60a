// What `do -f` was given: a text, a plan with criteria, a session folder, or several plans that go one after another.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '../../../contract/to-reply.ts';
import { criteriaOf } from '../../../contract/typed/read-plan.ts';
import { firstOf, several } from '../print/amounts.ts';
import type { Console } from '../terminal/console.ts';
import type { Values } from './flags.ts';
import { readText } from './read-text.ts';

export type Recognised =
  | { readonly kind: 'one' }
  | { readonly kind: 'flow'; readonly path: string; readonly said: string }
  | { readonly kind: 'plans'; readonly plans: readonly string[]; readonly said: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

const mostNamed = 12;

/** By the files' names alone. */
export function recogniseFile({ file }: Values, { cwd }: Pick<Console, 'cwd'>): Recognised {
  const files = (Array.isArray(file) ? file : file === undefined ? [] : [file]).map(String);
  const [only = ''] = files;
  if (files.length > 1)
    return { kind: 'plans', plans: files, said: `Taken as ${several(files.length, 'plan')}, one after another.` };
  const names = files.length === 0 || only === '-' ? null : namesIn(resolve(cwd, only));
  if (names === null) return { kind: 'one' };
  if (['workflow-session.json', 'plan.json', '.task'].some((name) => names.includes(name)))
    return { kind: 'flow', path: only, said: `Taken as a session folder: its nodes are worked on as a graph` };
  const plans = names.filter((name) => /\.(md|txt)$/.test(name)).sort(byNumber);
  if (plans.length === 0) return refuseFile('PATH_NOT_FOUND', `${only} is a folder without a plan (*.md).`);
  const said = `Taken as a folder of ${several(plans.length, 'plan')}, one after another: ${firstOf(plans, mostNamed)}`;
  return { kind: 'plans', plans: plans.map((name) => join(only, name)), said };
}

const refuseFile = (error_code: Failure['error_code'], message: string): Recognised => ({
  kind: 'refused',
  failure: { error_code, message },
});

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** In order; null: it is no folder. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch {
    return null;
  }
}

/** A text with criteria is a plan; its title is what the task is about. */
export function readAsPlan(
  text: string,
): { readonly text: string; readonly plan: string; readonly said: string } | null {
  const criteria = criteriaOf(text);
  if (criteria.length === 0) return null;
  const title = /^#+\s+(.+)$/m.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '';
  return {
    text: title.trim(),
    plan: text,
    said: `Taken as a plan with ${several(criteria.length, 'criterion').replace('criterions', 'criteria')}: ${firstOf(
      criteria.map(({ label }) => label),
      mostNamed,
    )}`,
  };
}

// The plans that are meant: files, and ranges of numbers over the plans of this folder.

type Plan = { readonly path: string; readonly text: string };
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

const folders = ['.', 'plans', 'docs/plans'];
const mostInRange = 200;

export async function readPlans(given: readonly string[], console: Console): Promise<Read<readonly Plan[]>> {
  const plans: Plan[] = [];
  for (const word of given) {
    const paths = pathsOf(word, console.cwd);
    if (!paths.ok) return paths;
    for (const path of paths.value) {
      const read = await readText(path, console);
      if (!read.ok) return read;
      plans.push({ path: path === '-' ? 'standard input' : path, text: read.text });
    }
  }
  return { ok: true, value: plans };
}

type IssueWords = { readonly ref: string } | Plan;

/** A number, `#number` or address is the forge's; all else is a file, `-` standard input. */
export async function readIssueWords(word: string, console: Console): Promise<Read<IssueWords>> {
  if (/^#?\d+$/.test(word) || /^https?:\/\//.test(word)) return { ok: true, value: { ref: word } };
  const read = await readText(word, console);
  if (!read.ok) return read;
  return { ok: true, value: { path: word === '-' ? 'standard input' : word, text: read.text } };
}

function pathsOf(word: string, cwd: string): Read<readonly string[]> {
  if (/^#\d+$/.test(word))
    return refusePlans('USAGE', `${word} is an issue: it is cut into plans by itself, beside no other.`);
  const [, from, to = from] = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(word) ?? [];
  if (from === undefined) return { ok: true, value: [word] };
  const [first, last] = [Number(from), Number(to)];
  if (last < first || last - first >= mostInRange) return refusePlans('USAGE', `${word} is no range of plans.`);
  const found: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const path = findPlan(number, cwd);
    if (path === null) return refusePlans('PATH_NOT_FOUND', `There is no plan ${number} here or in plans.`);
    found.push(path);
  }
  return { ok: true, value: found };
}

const refusePlans = (error_code: Failure['error_code'], message: string): Read<never> => ({
  ok: false,
  failure: { error_code, message },
});

/** `23-parser.md`, `023.md`: the first folder that has it. */
function findPlan(number: number, cwd: string): string | null {
  for (const folder of folders) {
    const name = (namesIn(join(cwd, folder)) ?? []).find(
      (each) => Number(/^(\d+)(?=\D.*\.(md|txt)$)/.exec(each)?.[1] ?? -1) === number,
    );
    if (name !== undefined) return join(folder, name);
  }
  return null;
}
