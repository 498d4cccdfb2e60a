// Kinds without set-up of their own: one row each of mark, commands and test files.
import type { Sources } from '../sources.ts';
import type { Detect, Kind, Offer } from './kind.ts';

type Row = {
  readonly kind: string;
  readonly marks: (path: string) => boolean;
  readonly commands: (sources: Sources) => Readonly<Partial<Record<Offer['gate'], readonly string[]>>>;
  readonly manifests: readonly string[];
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
    commands: () => ({ build: ['cargo', 'build'], test: ['cargo', 'test'], lint: ['cargo', 'clippy'] }),
    manifests: ['Cargo.toml', 'Cargo.lock'],
    tests: ['tests/**', '**/tests/**/*.rs', '**/tests.rs'],
  },
  {
    kind: 'go',
    marks: named('go.mod'),
    commands: () => ({ build: ['go', 'build', './...'], test: ['go', 'test', './...'], lint: ['go', 'vet', './...'] }),
    manifests: ['go.mod', 'go.sum'],
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

export const detectOthers: readonly Detect[] = rows.map((row) => async (sources) => detect(row, sources));

function detect(row: Row, sources: Sources): Kind | null {
  const mark = sources.paths.find(row.marks);
  if (mark === undefined) return null;
  const offers = Object.entries(row.commands(sources)).map(([gate, argv]) => ({
    gate: gate as Offer['gate'],
    argv,
    from: mark,
  }));
  const manifests = row.manifests.filter((path) => sources.has(path));
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
