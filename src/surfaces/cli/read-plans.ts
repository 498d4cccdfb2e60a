// The plans that are meant: files, and ranges of numbers over the plans of this folder.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../contract/to-reply.ts';
import type { Console } from './console.ts';
import { readText } from './read-text.ts';

export type Plan = { readonly path: string; readonly text: string };
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

export type IssueWords = { readonly ref: string } | Plan;

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
    const name = namesIn(join(cwd, folder)).find(
      (each) => Number(/^(\d+)(?=\D.*\.(md|txt)$)/.exec(each)?.[1] ?? -1) === number,
    );
    if (name !== undefined) return join(folder, name);
  }
  return null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
