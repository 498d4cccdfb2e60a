import { describe, expect, it } from 'vitest';
import { agentFiles } from '../../../test/fakes/footprints.ts';
import { protectedBecause as because } from './protected-files.ts';

const protectedBecause = (path: string, own: readonly string[], changed: readonly string[]) =>
  because(path, own, changed, agentFiles);

const kinds: Readonly<Record<string, readonly string[]>> = {
  'configuration of Drover': ['.drover.yaml'],
  'continuous integration': [
    ...['.github/workflows/ci.yml', '.gitlab-ci.yml', '.gitlab/a.yml', '.circleci/config.yml', '.buildkite/a.sh'],
    ...['.woodpecker/a.yml', '.woodpecker.yml', '.woodpecker.yaml', '.drone.yml', '.travis.yml'],
    ...['azure-pipelines.yml', 'bitbucket-pipelines.yml', 'Jenkinsfile', 'deep/Jenkinsfile', '.forgejo/a.yml'],
    ...['.gitea/a.yml', 'appveyor.yml', '.appveyor.yml'],
  ],
  'code owners': ['CODEOWNERS', 'docs/CODEOWNERS'],
  'git attributes and hooks': [
    ...['.gitattributes', 'deep/.gitattributes', '.gitmodules', '.husky/pre-commit', '.githooks/pre-push'],
    ...['.pre-commit-config.yaml', 'lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'],
  ],
  'instructions for agents': [
    ...['AGENTS.md', 'deep/AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md', 'QWEN.md'],
    ...['.claude/a', 'deep/.claude/a', '.codex/a', '.gemini/a', '.qwen/a', '.opencode/a', '.cursor/a'],
    ...['.cursorrules', '.windsurfrules', '.mcp.json', '.agents/a', 'opencode.json', '.pi/a'],
  ],
};
const rows = Object.entries(kinds).flatMap(([kind, paths]) => paths.map((path) => [path, kind] as const));

const locks: readonly (readonly [lock: string, manifest: string])[] = [
  ['package-lock.json', 'package.json'],
  ['npm-shrinkwrap.json', 'package.json'],
  ['pnpm-lock.yaml', 'package.json'],
  ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  ['yarn.lock', 'package.json'],
  ['bun.lock', 'package.json'],
  ['bun.lockb', 'package.json'],
  ['uv.lock', 'pyproject.toml'],
  ['poetry.lock', 'pyproject.toml'],
  ['Pipfile.lock', 'Pipfile'],
  ['Cargo.lock', 'Cargo.toml'],
  ['go.sum', 'go.mod'],
  ['Gemfile.lock', 'Gemfile'],
  ['composer.lock', 'composer.json'],
  ['gradle.lockfile', 'build.gradle'],
  ['gradle.lockfile', 'build.gradle.kts'],
];

describe('a change of', () => {
  it.each(rows)('WT-120 %s is protected: %s', (path, kind) => {
    expect(protectedBecause(path, [], [path])).toBe(`protected: ${kind}`);
  });

  it.each(locks)('WT-120 %s needs a change of %s beside it, in whatever folder', (lock, manifest) => {
    expect(protectedBecause(lock, [], [lock])).toBe('a lock file changed without its manifest');
    expect(protectedBecause(`a/${lock}`, [], [`a/${lock}`, 'src/other.txt'])).not.toBeNull();
    expect(protectedBecause(`a/${lock}`, [], [`a/${lock}`, `a/${manifest}`])).toBeNull();
    expect(protectedBecause(lock, [], [lock, `not-${manifest}`])).not.toBeNull();
  });

  it('WT-120 what the repository itself protects comes first; all else is free', () => {
    expect(protectedBecause('.drover.yaml', ['*.yaml'], [])).toBe('protected by this repository');
    expect(protectedBecause('migrations/1.sql', ['migrations/**'], [])).toBe('protected by this repository');
    for (const path of ['src/a.ts', 'deep/.drover.yaml', 'claude.md', 'github/a.yml', 'opencode/a', 'lock.json'])
      expect(protectedBecause(path, [], [path]), path).toBeNull();
  });
});
