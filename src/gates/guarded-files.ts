// Files whose content a gate's command reads: manifests with scripts, configuration of runners, compilers and linters, set-up files.
import { createHash } from 'node:crypto';
import { keepMatching, matchAny } from '../domain/text/match-glob.ts';
import { runners } from './runners/runners.ts';

/** Decide which tests run, and when they count as passed: what the runners say of themselves, and of what has no entry there. */
const RUNNERS = [
  ...runners.flatMap(({ configuration }) => configuration.files),
  '**/{playwright,cypress,karma,wdio,ava}.{config,workspace,conf,setup}.*',
  '**/{.nycrc,.c8rc}*',
  '**/{noxfile.py,.coveragerc}',
  '**/{sitecustomize,usercustomize}.py',
  '**/Rakefile',
  '{codecov,.codecov}.{yml,yaml}',
];

/** In package.json. */
export const runnerKeys = [
  ...runners.flatMap(({ configuration }) => configuration.keys),
  ...['nyc', 'c8', 'ava', 'tap'],
];

/** Hold commands beside other things. */
const MANIFESTS = [
  '**/package.json',
  '**/{pyproject.toml,setup.py}',
  '**/{Cargo.toml,.cargo/**,go.mod,go.work,pom.xml,build.gradle,build.gradle.kts,*.csproj,Gemfile,composer.json}',
  '{GNUmakefile,makefile,Makefile,Justfile,justfile}',
  '**/{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.cjs,pnpm-workspace.yaml,bunfig.toml}',
];

const CHECKERS = [
  '**/tsconfig*.json',
  '**/{.eslintrc*,eslint.config.*,.eslintignore,biome.json,biome.jsonc,.prettierrc*,.oxlintrc.json}',
  '**/{ruff.toml,.ruff.toml,mypy.ini,.mypy.ini,.flake8,.pylintrc,pyrightconfig.json,clippy.toml,.golangci.*}',
];

const ALL = [...RUNNERS, ...MANIFESTS, ...CHECKERS, '.drover.yaml'];

export function guardedFiles(paths: readonly string[]): readonly string[] {
  return keepMatching(
    ALL,
    paths.filter((path) => !vendored(path)),
  );
}

export const isGuarded = (path: string): boolean => guardedFiles([path]).length > 0;
export const isRunnerConfiguration = (path: string): boolean => matchAny(RUNNERS, path);
export const isChecker = (path: string): boolean => matchAny(CHECKERS, path);

/** Of what a person is asked about: this content at this place. */
export const guardedKey = (path: string, content: string | Uint8Array | null): string =>
  createHash('sha256')
    .update(`${path}\n${content === null ? 'gone' : createHash('sha256').update(content).digest('hex')}`)
    .digest('hex');

const vendored = (path: string): boolean => /(^|\/)(node_modules|vendor|\.venv)\//.test(path);
