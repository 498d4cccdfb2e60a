// `guide`, `recipes`, `skills`: texts of the package, printed or put where agents read them.
import type { Word } from '../../../contract/cli/word.ts';
import { tellFailure, tellJson, tellNote } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import type { Output } from '../parse/parse.ts';
import { columns } from '../print/columns.ts';
import { findLook } from '../print/look.ts';
import { type Console, fs, path } from '../terminal/console.ts';

type Here = { readonly console: Console; readonly values: Values; readonly output: Output };

export async function runTexts(console: Console, word: Word, values: Values, output: Output): Promise<number> {
  const here = { console, values, output };
  switch (word.name) {
    case 'guide':
      return guide(here);
    case 'recipes':
    case 'recipes show':
    case 'recipes list':
      return recipes(here);
    case 'templates':
      return templates(here);
    case 'skills list':
      return listSkills(here);
    default:
      return changeSkills(here, word.name === 'skills install');
  }
}

const texts = async () => (await import('../local.ts')).texts();

/** The document with `--json`, else the words. */
function say({ console, output }: Here, data: unknown, text: string): number {
  if (output !== 'text') return tellJson(console, { ok: true, data }, 0);
  console.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return 0;
}

async function guide(here: Here): Promise<number> {
  const text = (await texts()).readGuide();
  return say(here, { text }, text);
}

async function recipes(here: Here): Promise<number> {
  const { readRecipes, findRecipe } = await texts();
  const all = readRecipes();
  if (typeof here.values.recipe !== 'string') {
    const rows = all.map(({ number, name, title }) => [String(number).padStart(2, '0'), name, title]);
    return say(here, { recipes: all.map(({ text: _, ...one }) => one) }, columns(findLook(here.console), rows));
  }
  const found = findRecipe(all, here.values.recipe);
  if (found !== null) return say(here, found, found.text);
  const known = all.map(({ name }) => name);
  const message = `There is no recipe ${here.values.recipe}. There are ${known.join(', ')}.`;
  return tellFailure(here.console, { error_code: 'TEXT_NOT_FOUND', message, details: { known } }, here.output);
}

async function templates(here: Here): Promise<number> {
  const { console, values } = here;
  const { readTemplates, findTemplate } = await texts();
  const where = { cwd: console.cwd, config: console.places.config };
  if (typeof values.template === 'string') {
    const found = await findTemplate(values.template, where);
    return found.ok ? say(here, found.value, found.value.text) : tellFailure(console, found.failure, here.output);
  }
  const all = await readTemplates(where);
  const rows = all.map(({ name, from, text, wrong }) => [name, from, wrong ?? text.trim().split('\n')[0] ?? '']);
  return say(here, { templates: all }, columns(findLook(console), rows));
}

async function listSkills(here: Here): Promise<number> {
  const { readSkills, lookAtSkill } = await texts();
  const where = whereFor(here);
  const skills = readSkills().map(({ name, about }) => ({ name, state: lookAtSkill(where, name), about }));
  const rows = skills.map(({ name, state, about }) => [name, state, about]);
  return say(here, { skills }, columns(findLook(here.console), rows));
}

/** Installed where none is named: how to work with other agents, and how to drive a task. */
const unasked: readonly string[] = ['drover', 'drover-steps'];

async function changeSkills(here: Here, installs: boolean): Promise<number> {
  const { readSkills, installSkill, uninstallSkill } = await texts();
  const all = readSkills();
  const named: readonly unknown[] = Array.isArray(here.values.skills) ? here.values.skills : [];
  const unknown = named.find((name) => !all.some((skill) => skill.name === name));
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name);
    const message = `There is no skill ${unknown}. There are ${known.join(', ')}.`;
    return tellFailure(here.console, { error_code: 'TEXT_NOT_FOUND', message, details: { known } }, here.output);
  }
  const where = whereFor(here);
  const wanted = ({ name }: { readonly name: string }) =>
    named.length === 0 ? !installs || unasked.includes(name) : named.includes(name);
  const meant = all.filter(wanted);
  const done = meant.map((skill) =>
    installs
      ? { name: skill.name, ...installSkill(where, skill) }
      : { name: skill.name, ...uninstallSkill(where, skill.name) },
  );
  for (const { notes } of done) for (const note of notes) if (here.output === 'text') tellNote(here.console, note);
  const lines = done.flatMap((one) => ('path' in one ? [one.path, ...one.links] : one.removed));
  const none = installs ? 'Nothing was installed.' : 'Nothing of ours was there.';
  return say(here, { skills: done }, lines.length === 0 ? none : lines.join('\n'));
}

/** The repository one stands in, or the folder itself where there is none. */
function whereFor({ console, values }: Here): { readonly root: string; readonly global: boolean } {
  if (values.global === true) return { root: console.env.HOME ?? '', global: true };
  for (let at = console.cwd; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, '.git'))) return { root: at, global: false };
    if (path.dirname(at) === at) return { root: console.cwd, global: false };
  }
}
