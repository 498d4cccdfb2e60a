// What `do -f` was given: a text, a plan with criteria, or several plans that go one after another.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { criteriaOf } from '../../contract/read-plan.ts';
import type { Failure } from '../../contract/to-reply.ts';
import type { Console } from './console.ts';
import { several } from './print/amounts.ts';
import type { Values } from './value.ts';

export type Recognised =
  | { readonly kind: 'one' }
  | { readonly kind: 'plans'; readonly plans: readonly string[]; readonly said: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** By the files' names alone. */
export function recognise({ file }: Values, { cwd }: Pick<Console, 'cwd'>): Recognised {
  const files = (Array.isArray(file) ? file : file === undefined ? [] : [file]).map(String);
  const [only = ''] = files;
  if (files.length > 1)
    return { kind: 'plans', plans: files, said: `Taken as ${several(files.length, 'plan')}, one after another.` };
  const names = files.length === 0 || only === '-' ? null : namesThere(resolve(cwd, only));
  if (names === null) return { kind: 'one' };
  if (names.includes('workflow-session.json') || names.includes('plan.json'))
    return refuseFile('UNSUPPORTED', `${only} is a session folder, which cannot be run yet.`);
  const plans = names.filter((name) => /\.(md|txt)$/.test(name)).sort(byNumber);
  if (plans.length === 0) return refuseFile('PATH_NOT_FOUND', `${only} is a folder without a plan (*.md).`);
  const said = `Taken as a folder of ${several(plans.length, 'plan')}, one after another: ${plans.join(', ')}`;
  return { kind: 'plans', plans: plans.map((name) => join(only, name)), said };
}

const refuseFile = (error_code: Failure['error_code'], message: string): Recognised => ({
  kind: 'refused',
  failure: { error_code, message },
});

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** null: it is no folder. */
function namesThere(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
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
    said: `Taken as a plan with ${several(criteria.length, 'criterion').replace('criterions', 'criteria')}: ${criteria.map(({ label }) => label).join(', ')}`,
  };
}
