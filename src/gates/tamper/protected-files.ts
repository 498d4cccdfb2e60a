// Files that a change may touch only with a yes of its own: each is a line in the submit question.
import { matchAny } from '../../domain/text/match-glob.ts';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  'configuration of Drover': ['.drover.yaml'],
  'continuous integration': [
    '.github/**',
    '.gitlab-ci.yml',
    '.gitlab/**',
    '.circleci/**',
    '.buildkite/**',
    '.woodpecker/**',
    '.woodpecker.{yml,yaml}',
    '.drone.yml',
    '.travis.yml',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    '**/Jenkinsfile',
    '.forgejo/**',
    '.gitea/**',
    'appveyor.yml',
    '.appveyor.yml',
  ],
  'commands for whoever enters the folder': ['**/.envrc'],
  'code owners': ['**/CODEOWNERS'],
  'git attributes and hooks': [
    '**/.gitattributes',
    '.gitmodules',
    '.husky/**',
    '.githooks/**',
    '.pre-commit-config.yaml',
    'lefthook.{yml,yaml}',
    '.lefthook.{yml,yaml}',
  ],
};

/** Of no agent alone, and of some that have no entry of their own. */
const AGENTS = [...['**/AGENTS.md', '.agents/**', '.mcp.json'], ...['**/.cursor/**', '.cursorrules', '.windsurfrules']];

const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': ['package.json'],
  'npm-shrinkwrap.json': ['package.json'],
  'pnpm-lock.yaml': ['package.json', 'pnpm-workspace.yaml'],
  'yarn.lock': ['package.json'],
  'bun.lock': ['package.json'],
  'bun.lockb': ['package.json'],
  'uv.lock': ['pyproject.toml'],
  'poetry.lock': ['pyproject.toml'],
  'Pipfile.lock': ['Pipfile'],
  'Cargo.lock': ['Cargo.toml'],
  'go.sum': ['go.mod'],
  'Gemfile.lock': ['Gemfile'],
  'composer.lock': ['composer.json'],
  'gradle.lockfile': ['build.gradle', 'build.gradle.kts'],
};

/** Why this path is protected, null where it is not. `changed`: the names of all files that the change touches; `agentFiles`: globs of those that agents heed. */
export function protectedBecause(
  path: string,
  own: readonly string[],
  changed: readonly string[],
  agentFiles: readonly string[],
): string | null {
  if (matchAny(own, path)) return 'protected by this repository';
  const kind = Object.entries(KINDS).find(([, globs]) => matchAny(globs, path))?.[0];
  if (kind !== undefined) return `protected: ${kind}`;
  if (matchAny(AGENTS, path) || matchAny(agentFiles, path)) return 'protected: instructions for agents';
  const manifests = LOCKS[path.slice(path.lastIndexOf('/') + 1)];
  if (manifests === undefined) return null;
  const moved = changed.some((each) => manifests.includes(each.slice(each.lastIndexOf('/') + 1)));
  return moved ? null : 'a lock file changed without its manifest';
}
