// Kinds without set-up of their own: one row each of mark, commands and test files.
import type { Sources } from '../sources.ts';
import type { Detect, Kind, Offer } from './kind.ts';

type Commands = Readonly<Partial<Record<Offer['gate'], readonly string[]>>>;

type Row = {
  readonly kind: string;
  readonly marks: (path: string) => boolean;
  readonly commands: (sources: Sources) => Commands | Promise<Commands>;
  readonly manifests: readonly string[];
  /** Besides those at the root. */
  readonly more?: (sources: Sources) => Promise<readonly string[]>;
  readonly tests: readonly string[];
};

const named =
  (...names: readonly string[]) =>
  (path: string) =>
    names.includes(path);
const wrapper = (sources: Sources, script: string, program: string): string =>
  sources.has(script) ? `./${script}` : program;

const rows: readonly Row[] = [
  {
    kind: 'rust',
    marks: named('Cargo.toml'),
    commands: async (sources) => {
      // Else it takes the package at the root alone, or those that are usual.
      const all = /^\s*\[workspace\]/m.test((await sources.text('Cargo.toml')) ?? '') ? ['--workspace'] : [];
      return { build: ['cargo', 'build', ...all], test: ['cargo', 'test', ...all], lint: ['cargo', 'clippy', ...all] };
    },
    manifests: ['Cargo.toml', 'Cargo.lock'],
    tests: ['tests/**', '**/tests/**/*.rs', '**/tests.rs'],
  },
  {
    kind: 'go',
    marks: named('go.mod', 'go.work'),
    commands: async (sources) => {
      const modules = await goModules(sources);
      const all = modules.map((folder) => (folder === '.' ? './...' : `./${folder}/...`));
      return { build: ['go', 'build', ...all], test: ['go', 'test', ...all], lint: ['go', 'vet', ...all] };
    },
    manifests: ['go.mod', 'go.sum', 'go.work', 'go.work.sum'],
    more: async (sources) => (await goModules(sources)).flatMap((folder) => [`${folder}/go.mod`, `${folder}/go.sum`]),
    tests: ['**/*_test.go', '**/testdata/**'],
  },
  {
    kind: 'maven',
    marks: named('pom.xml'),
    commands: (sources) => ({
      build: [wrapper(sources, 'mvnw', 'mvn'), '-B', 'compile'],
      test: [wrapper(sources, 'mvnw', 'mvn'), '-B', 'test'],
    }),
    manifests: ['pom.xml'],
    tests: ['**/src/test/**'],
  },
  {
    kind: 'gradle',
    marks: named('build.gradle', 'build.gradle.kts'),
    commands: (sources) => ({
      build: [wrapper(sources, 'gradlew', 'gradle'), 'assemble'],
      test: [wrapper(sources, 'gradlew', 'gradle'), 'test'],
    }),
    manifests: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradle.lockfile'],
    tests: ['**/src/test/**'],
  },
  {
    kind: 'dotnet',
    marks: (path) => /^[^/]+\.(?:sln|slnx|csproj|fsproj)$/.test(path),
    commands: () => ({ build: ['dotnet', 'build'], test: ['dotnet', 'test'] }),
    manifests: ['packages.lock.json', 'Directory.Packages.props', 'global.json'],
    tests: ['**/*Tests/**', '**/*.Tests/**', '**/*Test{,s}.{cs,fs}'],
  },
  {
    kind: 'ruby',
    marks: named('Gemfile'),
    commands: (sources) => ({
      test: sources.paths.some((path) => path.startsWith('spec/'))
        ? ['bundle', 'exec', 'rspec']
        : ['bundle', 'exec', 'rake', 'test'],
    }),
    manifests: ['Gemfile', 'Gemfile.lock'],
    tests: ['spec/**', 'test/**'],
  },
  {
    kind: 'php',
    marks: named('composer.json'),
    commands: (sources) =>
      sources.first('phpunit.xml', 'phpunit.xml.dist') === null ? {} : { test: ['vendor/bin/phpunit'] },
    manifests: ['composer.json', 'composer.lock'],
    tests: ['tests/**', '**/*Test.php'],
  },
];

/** Those that go.work joins: at its folder `./...` is none of them but the one that may be there itself. */
async function goModules(sources: Sources): Promise<readonly string[]> {
  const text = ((await sources.text('go.work')) ?? '').replace(/\/\/.*/g, '');
  const blocks = [...text.matchAll(/^\s*use\s*(?:\(([^)]*)\)|([^\s(]\S*))/gm)];
  const folders = blocks
    .flatMap(([, many = '', one = '']) => [...many.split(/\s+/), one])
    .map((word) =>
      word
        .replace(/^["`]|["`]$/g, '')
        .replace(/^\.\/(?=.)/, '')
        .replace(/\/+$/, ''),
    )
    .filter((folder) => sources.has(folder === '.' ? 'go.mod' : `${folder}/go.mod`));
  return folders.length === 0 ? ['.'] : [...new Set(folders)];
}

export const detectOthers: readonly Detect[] = rows.map((row) => (sources) => detect(row, sources));

async function detect(row: Row, sources: Sources): Promise<Kind | null> {
  const mark = sources.paths.find(row.marks);
  if (mark === undefined) return null;
  const offers = Object.entries(await row.commands(sources)).map(([gate, argv]) => ({
    gate: gate as Offer['gate'],
    argv,
    from: mark,
  }));
  const manifests = [...row.manifests, ...((await row.more?.(sources)) ?? [])].filter((path) => sources.has(path));
  return {
    kind: row.kind,
    offers,
    absences: {},
    setup: [],
    folders: [],
    manifests: [...new Set([mark, ...manifests])],
    tests: row.tests,
  };
}
