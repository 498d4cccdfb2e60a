// Packages that a change's manifests name and the base's did not.

import { matchAny } from '../domain/text/match-glob.ts';
import type { Change, NewPackage } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { readMembers } from './detect/node-workspaces.ts';
import { isObject, parseObject, readPackageJson } from './detect/package-json.ts';
import { decode, openSources } from './sources.ts';

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const REQUIREMENTS = ['**/requirements*.txt', '**/requirements/*.txt', '**/constraints*.txt'];

export async function newPackages(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly NewPackage[]> {
  const found: NewPackage[] = [];
  for (const { path, from, kind } of changes.filter((change) => change.kind !== 'deleted')) {
    const texts = async () => ({
      before: kind === 'added' ? '' : (decode(await base.read(from ?? path)) ?? ''),
      after: decode(await tree.read(path)) ?? '',
    });
    if (isManifest(path))
      found.push(...(await fromOutside(tree, inPackageJson(path, await texts(), lockedIn(await lockOf(tree, path))))));
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

type Lock = Readonly<Record<string, unknown>>;

/** Of the folder or of one above it: packages of one repository share the lock at its top. */
async function lockOf(tree: Tree, manifest: string): Promise<Lock> {
  const folders = manifest.split('/').slice(0, -1);
  for (let many = folders.length; many >= 0; many -= 1) {
    const at = [...folders.slice(0, many), 'package-lock.json'].join('/');
    const lock = parseObject(decode(await tree.read(at)) ?? '');
    if (isObject(lock?.packages)) return lock.packages;
  }
  return {};
}

const lockedIn = (lock: Lock): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(lock).flatMap(([path, entry]) =>
      path.startsWith('node_modules/') && isObject(entry) && typeof entry.version === 'string'
        ? [[path.slice('node_modules/'.length), entry.version]]
        : [],
    ),
  );

/** Without those of the repository itself, which its package manager links: no registry brings them, and what they hold is part of the tree. */
async function fromOutside(tree: Tree, named: readonly NewPackage[]): Promise<readonly NewPackage[]> {
  if (named.length === 0) return named;
  const sources = await openSources(tree);
  const top = await readPackageJson(sources);
  const members = top === null || top === 'broken' ? [] : await readMembers(sources, top);
  const own = new Map<string, string>();
  for (const { folder } of members) {
    const { name, version } = parseObject((await sources.text(`${folder}/package.json`)) ?? '') ?? {};
    if (typeof name === 'string') own.set(name, typeof version === 'string' ? version : '');
  }
  return named.filter(({ name, wanted }) => {
    const version = own.get(name);
    return version === undefined || !isOwn(wanted, version);
  });
}

const isManifest = (path: string): boolean => /(^|\/)package\.json$/.test(path) && !path.includes('node_modules/');

/** Any other version of it a package manager would fetch. */
const isOwn = (wanted: string, version: string): boolean =>
  wanted.startsWith('workspace:') || wanted === '*' || (version !== '' && wanted.replace(/^[~^]/, '') === version);

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
