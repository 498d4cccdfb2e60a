// Guide, recipes and skills as files of the package: read when somebody asks for them, and not before.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Recipe = { readonly number: number; readonly name: string; readonly title: string; readonly text: string };
export type Skill = { readonly name: string; readonly about: string; readonly text: string };

/** Beside the bundles, or at the top of the sources. */
export function textsFolder(): string {
  const bundled = fileURLToPath(new URL('../texts/', import.meta.url));
  return existsSync(join(bundled, 'guide.md')) ? bundled : fileURLToPath(new URL('../../texts/', import.meta.url));
}

export const readGuide = (): string => readFileSync(join(textsFolder(), 'guide.md'), 'utf8');

export function readRecipes(): readonly Recipe[] {
  const files = readdirSync(join(textsFolder(), 'recipes')).filter((file) => /^\d+-.*\.md$/.test(file));
  return files.sort().map((file) => {
    const text = readFileSync(join(textsFolder(), 'recipes', file), 'utf8');
    const title = /^# (.*)$/m.exec(text)?.[1] ?? '';
    return { number: Number.parseInt(file, 10), name: file.replace(/^\d+-|\.md$/g, ''), title, text };
  });
}

/** By number, name, the beginning of a name or a part of it, in this order; null: none. Several of one kind: the first. */
export function findRecipe(recipes: readonly Recipe[], given: string): Recipe | null {
  const wanted = given.toLowerCase();
  const fits: readonly ((recipe: Recipe) => boolean)[] = [
    ({ number }) => /^\d+$/.test(wanted) && number === Number(wanted),
    ({ name }) => name === wanted,
    ({ name, number }) => name.startsWith(wanted) || `${String(number).padStart(2, '0')}-${name}`.startsWith(wanted),
    ({ name }) => name.includes(wanted.replaceAll(' ', '-')),
  ];
  for (const fit of fits) {
    const found = wanted === '' ? undefined : recipes.find(fit);
    if (found !== undefined) return found;
  }
  return null;
}

export function readSkills(): readonly Skill[] {
  const names = readdirSync(join(textsFolder(), 'skills')).sort();
  return names.map((name) => {
    const text = readFileSync(join(textsFolder(), 'skills', name, 'SKILL.md'), 'utf8');
    return { name, about: /^description: (.*)$/m.exec(text)?.[1] ?? '', text };
  });
}
