// Node projects: scripts of package.json, the package manager by lock file, TypeScript by tsconfig.json.
import type { Sources } from '../sources.ts';
import type { Detect, Kind, Offer } from './kind.ts';
import { type Manager, type Member, memberOffer, readMembers } from './node-workspaces.ts';
import { type PackageJson, readPackageJson } from './package-json.ts';

const extensions = '{js,mjs,cjs,jsx,ts,mts,cts,tsx}';
const TESTS = [
  `**/*.{test,spec}.${extensions}`,
  `**/*-test.${extensions}`,
  `**/test-*.${extensions}`,
  '**/__tests__/**',
  'test/**',
  'tests/**',
];
const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];
const MANIFESTS = ['package.json', ...LOCKS, 'pnpm-workspace.yaml', '.npmrc', '.yarnrc.yml'];

export const detectNode: Detect = async (sources) => {
  const manifest = await readPackageJson(sources);
  const typed = sources.has('tsconfig.json');
  if (manifest === null && !typed) return null;
  if (manifest === 'broken') return brokenNode();
  const manager = managerOf(sources, manifest);
  const members = manifest === null ? [] : await readMembers(sources, manifest);
  const offers = manifest === null ? [] : scriptOffers(manifest, members, manager);
  const types = offers.some(({ gate }) => gate === 'types') || !typed ? [] : [TSC];
  return {
    kind: 'node',
    offers: [...offers, ...types],
    absences: absences(manifest, typed),
    ...setup(sources, manifest, members, manager),
    manifests: [
      ...MANIFESTS.filter((path) => sources.has(path)),
      ...members.map(({ folder }) => `${folder}/package.json`),
    ],
    tests: TESTS,
  };
};

const TSC: Offer = { gate: 'types', argv: ['npx', '--no-install', 'tsc', '--noEmit'], from: 'tsconfig.json' };

/** The root's own scripts; what it has none for, its packages may have. */
function scriptOffers({ scripts }: PackageJson, members: readonly Member[], manager: Manager): Offer[] {
  const offer = (gate: Offer['gate'], names: readonly string[]): Offer[] => {
    const name = names.find((each) => usable(scripts[each]));
    return name === undefined
      ? memberOffer(gate, names, members, { manager, usable })
      : [
          {
            gate,
            argv: name === 'test' && manager !== 'bun' ? [manager, 'test'] : [manager, 'run', name],
            from: `package.json, scripts.${name}`,
          },
        ];
  };
  return [
    ...offer('build', ['build']),
    ...offer('test', ['test']),
    ...offer('types', ['typecheck', 'type-check', 'types', 'check-types', 'check:types']),
    ...offer('lint', ['lint']),
  ];
}

/** What `npm init` writes is no test. */
const usable = (body: string | undefined): boolean =>
  body !== undefined && body.trim() !== '' && !body.includes('Error: no test specified');

function absences(manifest: PackageJson | null, typed: boolean): Kind['absences'] {
  const test = manifest?.scripts.test;
  const why =
    test === undefined
      ? 'package.json has no test script'
      : 'the test script of package.json is the placeholder that npm init writes';
  return { ...(usable(test) ? {} : { test: why }), ...(typed ? {} : { types: 'there is no tsconfig.json' }) };
}

function managerOf(sources: Sources, manifest: PackageJson | null): Manager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(manifest?.packageManager ?? '')?.[1];
  if (named !== undefined) return named as Manager;
  if (sources.first('package-lock.json', 'npm-shrinkwrap.json') !== null) return 'npm';
  if (sources.has('pnpm-lock.yaml')) return 'pnpm';
  if (sources.has('yarn.lock')) return 'yarn';
  return sources.first('bun.lock', 'bun.lockb') === null ? 'npm' : 'bun';
}

function setup(
  sources: Sources,
  manifest: PackageJson | null,
  members: readonly Member[],
  manager: Manager,
): Pick<Kind, 'setup' | 'folders'> {
  const locked = LOCKS.some((path) => sources.has(path));
  const needed = manifest !== null && (members.length > 0 || Object.keys(manifest.dependencies).length > 0);
  if (!needed) return { setup: [], folders: [] };
  return {
    setup: [install(sources, manifest, manager, locked)],
    folders: ['node_modules', ...members.map(({ folder }) => `${folder}/node_modules`)],
  };
}

function install(sources: Sources, { packageManager }: PackageJson, manager: Manager, locked: boolean): string[] {
  if (!locked)
    return manager === 'npm'
      ? ['npm', 'install', '--no-package-lock', '--no-audit', '--no-fund']
      : [manager, 'install'];
  switch (manager) {
    case 'npm':
      return ['npm', 'ci'];
    case 'yarn': {
      const modern = sources.has('.yarnrc.yml') || /^yarn@(?!1\.)/.test(packageManager ?? '');
      return ['yarn', 'install', modern ? '--immutable' : '--frozen-lockfile'];
    }
    case 'pnpm':
    case 'bun':
      return [manager, 'install', '--frozen-lockfile'];
  }
}

const brokenNode = (): Kind => ({
  kind: 'node',
  offers: [],
  absences: { test: 'package.json cannot be read', build: 'package.json cannot be read' },
  setup: [],
  folders: [],
  manifests: ['package.json'],
  tests: TESTS,
});
