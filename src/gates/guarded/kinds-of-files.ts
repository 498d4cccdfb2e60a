// Which files decide how tests run and what passes, as far as their names tell.

import { matchAny } from '../../domain/text/match-glob.ts';
import type { GatePlan } from '../../ports/gates.ts';
import { isGuarded } from '../guarded-files.ts';
import { isTest } from '../is-test.ts';
import { languageOf } from '../tamper/code-text.ts';

/** They hold what ships beside commands; what a change does to the latter is told line by line. */
const MANIFESTS = [
  '**/{package.json,pyproject.toml,setup.py,Cargo.toml,go.mod,go.work,pom.xml,build.gradle,build.gradle.kts,*.csproj}',
  '**/{Gemfile,composer.json}',
  '.drover.yaml',
];

/** Read by whatever runs beside them, though nothing names them. */
const UNASKED = [
  '**/{.env,.env.*,.babelrc,.babelrc.*,babel.config.*,.swcrc}',
  '**/__mocks__/**',
  '**/{pytest,_pytest,unittest,pluggy,coverage}.py',
  '**/{pytest,_pytest,unittest,pluggy,coverage}/__init__.py',
  '**/{.prettierignore,.ignore,.ruffignore,.oxlintignore}',
];
const EXAMPLES = [
  '**/.env.{example,sample,template,dist,defaults.example}',
  '**/.env.*.{example,sample,template,dist}',
];

const TEST_NAMES = [
  '**/*.{test,spec,cy,e2e}.*',
  '**/*[-_.]{test,spec,tests}.*',
  '**/{test,spec}[-_.]*.*',
  '**/*{Test,Tests,Spec,IT,TestCase}.{java,kt,scala,groovy,cs,fs,php}',
];
const HELPERS =
  /(?:^|[/_.-])(?:helpers?|utils?|support|set-?up|tear-?down|fixtures?|common|mocks?|stubs?|fakes?|harness|testing)(?:[/_.-]|$)/i;
const TEXTS = /\.(?:md|markdown|rst|adoc|txt)$|(?:^|\/)(?:license|notice|changelog|authors|readme)[^/]*$/i;

export const isManifest = (path: string): boolean => matchAny(MANIFESTS, path);

export const isReadUnasked = (path: string): boolean =>
  (isGuarded(path) && !isManifest(path) && !isMakefile(path)) ||
  (matchAny(UNASKED, path) && !matchAny(EXAMPLES, path) && !vendored(path));

export const isMakefile = (path: string): boolean =>
  /(?:^|\/)(?:GNUmakefile|makefile|Makefile|[Jj]ustfile)$/.test(path);

/** Whatever is not in it, checkers do not see. */
export const isIgnoreFile = (path: string): boolean => /(?:^|\/)\.gitignore$/.test(path);

export const isProse = (path: string): boolean => TEXTS.test(path);

/** Of a shell, or of make. */
export const isScript = (path: string): boolean => /\.(?:sh|bash|zsh|mk|ps1|bat|cmd)$/.test(path);

/** A script of a shell that is none of what ships, as its name tells: shells are what some projects are written in. */
export const isCheck = (path: string): boolean =>
  isScript(path) && /(?:^|[/_.-])(?:tests?|checks?|verify|ci|lint|run)(?:[_.-])/.test(path);

/** By the folder it lies in. */
export const ships = (path: string): boolean =>
  /^(?:(?:packages|apps)\/[^/]+\/)?(?:src|lib|app|apps|cmd|internal|pkg|server|client|web|public|static|assets|components|pages)\//.test(
    path,
  );

/** In a folder of tools of the project's own. */
export const isTool = (path: string): boolean =>
  /(?:^|\/)(?:tools?|tooling|scripts?|\.?ci|hack|dev|devtools|harness|\.config|tasks)\//.test(path) && !vendored(path);

const vendored = (path: string): boolean => /(?:^|\/)(?:node_modules|vendor|\.venv)\//.test(path);

/**
 * Beside the tests, and no test: what the base's tests are told by name is known; else names tell, and where they do not it is taken for a test. `told`: files
 * with tests.
 */
export function isBesideTests(plan: Pick<GatePlan, 'tests'>, told: ReadonlySet<string>, path: string): boolean {
  if (!isTest(plan, path) || told.has(path) || matchAny(TEST_NAMES, path) || isProse(path)) return false;
  return told.size > 0 || HELPERS.test(path) || languageOf(path) === 'other';
}

/** Data that tests read; the base's own is laid under the base's own tests where these have names. */
export const isData = (path: string): boolean =>
  languageOf(path) === 'other' && !/\.(?:sh|bash|zsh|fish|mk|make|ps1|bat|cmd|pl|lua|tcl|awk|sed)$/.test(path);
