// Packages that a change's manifests name and the base's did not.

import { matchAny } from '../domain/text/match-glob.ts';
import type { Change, NewPackage } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { isObject, parseObject } from './detect/package-json.ts';
import { decode } from './sources.ts';

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const REQUIREMENTS = ['**/requirements*.txt', '**/requirements/*.txt', '**/constraints*.txt'];

export async function newPackages(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly NewPackage[]> {
  const found: NewPackage[] = [];
  for (const { path, from, kind } of changes.filter((change) => change.kind !== 'deleted')) {
    const texts = async () => ({
      before: kind === 'added' ? '' : (decode(await base.read(from ?? path)) ?? ''),
      after: decode(await tree.read(path)) ?? '',
    });
    if (/(^|\/)package\.json$/.test(path) && !path.includes('node_modules/'))
      found.push(...inPackageJson(path, await texts(), await lockedVersions(tree, path)));
    else if (matchAny(REQUIREMENTS, path)) found.push(...inRequirements(path, await texts()));
  }
  return found;
}

type Texts = { readonly before: string; readonly after: string };

function inPackageJson(
  manifest: string,
  { before, after }: Texts,
  locked: Readonly<Record<string, string>>,
): readonly NewPackage[] {
  const [old, now] = [named(before), named(after)];
  return [...now].flatMap(([name, wanted]) =>
    old.has(name) && sameSource(old.get(name) ?? '', wanted)
      ? []
      : [{ registry: 'npm' as const, name, wanted, locked: locked[name] ?? null, manifest }],
  );
}

/** Another version of the same is no new package; another place it comes from makes one. */
const sameSource = (before: string, after: string): boolean => before === after || (isRange(before) && isRange(after));
const isRange = (wanted: string): boolean => /^[\^~<>=v*\d\s.|x-]/i.test(wanted) && !/[:/]/.test(wanted);

function named(text: string): ReadonlyMap<string, string> {
  const value = parseObject(text) ?? {};
  return new Map(
    LISTS.flatMap((list) =>
      Object.entries(isObject(value[list]) ? value[list] : {}).map(([name, wanted]): [string, string] => [
        name,
        String(wanted),
      ]),
    ),
  );
}

async function lockedVersions(tree: Tree, manifest: string): Promise<Readonly<Record<string, string>>> {
  const folder = manifest.slice(0, manifest.lastIndexOf('/') + 1);
  const lock = parseObject(decode(await tree.read(`${folder}package-lock.json`)) ?? '');
  const packages = isObject(lock?.packages) ? lock.packages : {};
  return Object.fromEntries(
    Object.entries(packages).flatMap(([path, entry]) =>
      path.startsWith('node_modules/') && isObject(entry) && typeof entry.version === 'string'
        ? [[path.slice('node_modules/'.length), entry.version]]
        : [],
    ),
  );
}

function inRequirements(manifest: string, { before, after }: Texts): readonly NewPackage[] {
  const old = new Set(requirements(before).map(({ name }) => name.toLowerCase()));
  return requirements(after)
    .filter(({ name }) => !old.has(name.toLowerCase()))
    .map(({ name, wanted }) => ({ registry: 'pypi' as const, name, wanted, locked: null, manifest }));
}

/** Flags that bring a package, or say where packages come from: another place makes other packages of the same names. */
const BRINGS = /^(?:-e|--editable|-i|--index-url|--extra-index-url|-f|--find-links|--trusted-host)(?:\s|=)/;

const requirements = (text: string): readonly { readonly name: string; readonly wanted: string }[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const bare = line.replace(/(^|\s)#.*$/, '').trim();
    if (bare === '' || (bare.startsWith('-') && !BRINGS.test(bare))) return [];
    const [, name = bare, rest = ''] = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*([^;]*)/.exec(bare) ?? [];
    return /:\/\/|^[./]|^-/.test(bare) ? [{ name: bare, wanted: '' }] : [{ name, wanted: rest.trim() }];
  });
