// Packages of one repository (workspaces of npm, pnpm, yarn, bun), and the gates that only they have.

import { parse } from 'yaml';
import { sayFew } from '../../domain/text/counted.ts';
import { keepMatching } from '../../domain/text/match-glob.ts';
import type { Sources } from '../sources.ts';
import type { Offer } from './kind.ts';
import { isObject, type PackageJson, parsePackageJson } from './package-json.ts';

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

export type Member = { readonly folder: string; readonly scripts: PackageJson['scripts'] };

/** Sorted by folder; none where the repository is one package. */
export async function readMembers(sources: Sources, { workspaces }: PackageJson): Promise<readonly Member[]> {
  const patterns = [...workspaces, ...pnpmPatterns(await sources.text('pnpm-workspace.yaml'))];
  const [out, wanted] = [
    patterns.filter((each) => each.startsWith('!')),
    patterns.filter((each) => !each.startsWith('!')),
  ];
  const files = (all: readonly string[]) =>
    keepMatching(
      all.map((pattern) => `${pattern.replace(/^!/, '').replace(/\/+$/, '')}/package.json`),
      sources.paths,
    );
  const without = new Set(files(out));
  const paths = files(wanted).filter((path) => !without.has(path) && !/(^|\/)node_modules\//.test(path));
  return Promise.all(
    paths.map(async (path) => ({
      folder: path.slice(0, -'/package.json'.length),
      scripts: parsePackageJson((await sources.text(path)) ?? '')?.scripts ?? {},
    })),
  );
}

function pnpmPatterns(text: string | null): readonly string[] {
  try {
    const value: unknown = text === null ? null : parse(text, { maxAliasCount: 0 });
    const packages = isObject(value) ? value.packages : null;
    return Array.isArray(packages) ? packages.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** Runs the script in every package that has it. Where some hold a placeholder, in those alone that mean it. */
export function memberOffer(
  gate: Offer['gate'],
  names: readonly string[],
  members: readonly Member[],
  { manager, usable }: { readonly manager: Manager; readonly usable: (body: string | undefined) => boolean },
): Offer[] {
  const name = names.find((each) => members.some(({ scripts }) => usable(scripts[each])));
  if (name === undefined) return [];
  const having = members.filter(({ scripts }) => usable(scripts[name]));
  const empty = members.some(({ scripts }) => scripts[name] !== undefined && !usable(scripts[name]));
  const folders = having.map(({ folder }) => folder);
  const from = `scripts.${name} of ${sayFew(folders, 3)}`;
  return [{ gate, argv: argvOf(manager, name, empty ? folders : null), from }];
}

/** `only`: these folders; null: wherever the script is. */
function argvOf(manager: Manager, name: string, only: readonly string[] | null): readonly string[] {
  const filters = (flag: string) => (only ?? []).flatMap((folder) => [flag, `./${folder}`]);
  switch (manager) {
    case 'pnpm':
      return ['pnpm', ...(only === null ? ['--recursive'] : filters('--filter')), '--if-present', 'run', name];
    case 'bun':
      return ['bun', 'run', ...(only === null ? ['--filter', '*'] : filters('--filter')), name];
    // Each version of yarn has its own way; npm runs the scripts of what either has installed.
    case 'yarn':
    case 'npm':
      return ['npm', 'run', name, ...(only === null ? ['--workspaces'] : filters('--workspace')), '--if-present'];
  }
}
