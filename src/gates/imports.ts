// Imports of scripts that lead nowhere: no file of the tree, no built-in module, no package that a manifest names. Only what the base did not import already.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { Finding } from '../domain/evidence/verdict.ts';
import type { Change } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { isObject, parseObject } from './detect/package-json.ts';
import { decode } from './sources.ts';
import { codeText } from './tamper/code-text.ts';

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const LOOKED_AT = 1024 * 1024;
const AFTER = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.d.ts',
  '.vue',
  '.svelte',
  '.node',
];
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
/** Made by a build, so no tree holds them. */
const MADE = /(^|\/)(?:dist|build|out|lib|generated|__generated__|gen|\.[\w-]+)\//;

type Import = { readonly specifier: string; readonly line: number };

export async function imports(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]> {
  const scripts = changes.filter(
    ({ path, kind, bytes, binary }) => kind !== 'deleted' && !binary && bytes <= LOOKED_AT && SCRIPT.test(path),
  );
  if (scripts.length === 0) return [];
  const paths = new Set(await tree.paths());
  const packages = await openPackages(tree, paths);
  const found: Finding[] = [];
  for (const { path, from } of scripts) {
    const known = new Set(importsOf(decode(await base.read(from ?? path)) ?? '').map(({ specifier }) => specifier));
    for (const each of importsOf(decode(await tree.read(path)) ?? '')) {
      const moved = from !== null && from !== path && each.specifier.startsWith('.');
      if (known.has(each.specifier) && !moved) continue;
      const why = whyNowhere(path, each.specifier, paths, packages);
      if (why !== null) found.push({ gate: 'imports', what: why, file: path, line: each.line, weight: 'fail' });
    }
  }
  return found;
}

/** Literals alone; comments and texts are no code. */
export function importsOf(text: string): readonly Import[] {
  const code = codeText(text, 'script');
  const starts =
    /(?:^|[\n;}])[ \t]*(?:import|export)\b[^'"`;()=]*?(["'])|\bimport\s*\(\s*(["'])|(?<![.\w])require\s*\(\s*(["'])/g;
  return [...code.matchAll(starts)].flatMap((match) => {
    const at = match.index + match[0].length - 1;
    const [, specifier = ''] =
      /^(?:"([^"\n]*)"|'([^'\n]*)')/.exec(text.slice(at))?.filter((part) => part !== undefined) ?? [];
    return specifier === '' ? [] : [{ specifier, line: text.slice(0, at).split('\n').length }];
  });
}

function whyNowhere(file: string, specifier: string, paths: ReadonlySet<string>, packages: Packages): string | null {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    const target = posix.join(posix.dirname(file), specifier.replace(/[?#].*$/, ''));
    if (target.startsWith('..') || MADE.test(`${target}/`)) return null;
    return isThere(target, paths) ? null : `imports ${specifier}, and there is no such file`;
  }
  if (/^[/#~]|^@\/|^\$|:/.test(specifier)) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (builtinModules.includes(name) || packages.open || packages.names.has(name) || packages.alias(specifier))
    return null;
  return `imports ${name}, which no package.json names`;
}

function isThere(target: string, paths: ReadonlySet<string>): boolean {
  const path = target.replace(/\/$/, '');
  const ending = posix.extname(path);
  const bare = path.slice(0, path.length - ending.length);
  const candidates = [
    ...AFTER.map((each) => path + each),
    ...(INSTEAD[ending] ?? []).map((each) => bare + each),
    ...AFTER.slice(1).map((each) => `${path === '.' ? '' : `${path}/`}index${each}`),
    `${path}/package.json`,
  ];
  return candidates.some((each) => paths.has(each));
}

type Packages = {
  readonly names: ReadonlySet<string>;
  /** Nothing says which packages there are. */
  readonly open: boolean;
  readonly alias: (specifier: string) => boolean;
};

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const MANIFEST = /(^|\/)package\.json$/;
const ALIASES =
  /(^|\/)(?:[tj]sconfig[\w.-]*\.json|deno\.jsonc?|import_map\.json|(?:vite|vitest|webpack|rollup|metro|babel|jest)\.config\.\w+)$/;
/** Of more files than this it is not worth the time. */
const MOST = 200;

/** Of all manifests in the tree; types stand for what they describe. */
async function openPackages(tree: Tree, paths: ReadonlySet<string>): Promise<Packages> {
  const own = [...paths].filter((path) => !path.includes('node_modules/'));
  const manifests = own.filter((path) => MANIFEST.test(path));
  const texts = (chosen: readonly string[]) =>
    Promise.all(chosen.slice(0, MOST).map(async (path) => decode(await tree.read(path)) ?? ''));
  const names = new Set((await texts(manifests)).flatMap((text) => namesIn(parseObject(text) ?? {})));
  const aliases = await texts(own.filter((path) => ALIASES.test(path)));
  return {
    names,
    open: manifests.length === 0 || manifests.length > MOST || aliases.some((text) => /"baseUrl"/.test(text)),
    alias: (specifier) => {
      const first = RegExp.escape(specifier.split('/')[0] ?? '');
      const key = new RegExp(`["'\`]\\^?${first}[/"'\`*$]|\\b${first}\\s*:`);
      return aliases.some((text) => key.test(text));
    },
  };
}

function namesIn(manifest: Record<string, unknown>): readonly string[] {
  const listed = LISTS.flatMap((list) => Object.keys(isObject(manifest[list]) ? manifest[list] : {}));
  const typed = listed.flatMap((name) => (name.startsWith('@types/') ? [untyped(name)] : []));
  return [...listed, ...typed, ...(typeof manifest.name === 'string' ? [manifest.name] : [])];
}

/** `@types/scope__name` stands for `@scope/name`. */
function untyped(name: string): string {
  const bare = name.slice('@types/'.length);
  return bare.includes('__') ? `@${bare.replace('__', '/')}` : bare;
}
