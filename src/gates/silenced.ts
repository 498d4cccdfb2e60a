// What a change adds that keeps a check from speaking, or tells production code that it is being tested: each needs a person's yes.
import { createHash } from 'node:crypto';
import type { Finding } from '../domain/evidence/verdict.ts';
import type { Change, GatePlan } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { isTest } from './is-test.ts';
import { decode } from './sources.ts';
import { codeText, type Language, languageOf } from './tamper/code-text.ts';

type Row = {
  readonly what: string;
  /** Of one line; `g` is not set. */
  readonly line: RegExp;
  readonly languages: readonly Language[];
  /** Comments and texts are looked at as well. */
  readonly anywhere?: true;
  /** In comments and texts alone. */
  readonly inComment?: true;
  /** Honest in tests. */
  readonly notInTests?: true;
  /** Only where it is run as the file is loaded. */
  readonly atLoad?: true;
};

const suppressions: readonly Row[] = [
  {
    what: 'silences the linter',
    line: /\b(?:eslint-disable|biome-ignore|oxlint-disable|tslint:disable)|@codingStandardsIgnore/,
    languages: ['script', 'php'],
    inComment: true,
  },
  {
    what: 'silences the compiler',
    line: /@ts-(?:ignore|nocheck|expect-error)\b/,
    languages: ['script'],
    inComment: true,
    notInTests: true,
  },
  {
    what: 'takes the type away',
    line: /\bas\s+any\b|<any>|:\s*any\b(?=\s*[=,;)[\]|&{]|\s*$)/,
    languages: ['script'],
    notInTests: true,
  },
  {
    what: 'is left out of coverage',
    line: /\b(?:istanbul|c8|v8)\s+ignore\b|\bnode:coverage\s+(?:ignore|disable)\b|\bpragma:\s*no\s*cover\b|:nocov:|@codeCoverageIgnore/,
    languages: ['script', 'python', 'ruby', 'php'],
    inComment: true,
  },
  {
    what: 'silences the linter',
    line: /\b(?:noqa|pylint:\s*disable|flake8:)/i,
    languages: ['python'],
    inComment: true,
  },
  {
    what: 'silences the type checker',
    line: /\b(?:type:\s*ignore|pyright:\s*(?:ignore|basic)|mypy:\s*ignore)/,
    languages: ['python'],
    inComment: true,
  },
  { what: 'silences the linter', line: /\b(?:nolint|lint:ignore)\b/, languages: ['go'], inComment: true },
  { what: 'silences the linter', line: /#!?\[(?:cfg_attr\s*\(.{0,200}\b)?(?:allow|expect)\s*\(/, languages: ['rust'] },
  {
    what: 'silences the compiler',
    line: /@(?:file:)?Suppress(?:Warnings|FBWarnings|Lint)?\b/,
    languages: ['java'],
  },
  {
    what: 'silences the compiler',
    line: /#pragma\s+warning\s+disable|\bSuppressMessage\b|\bExcludeFromCodeCoverage\b/,
    languages: ['csharp'],
  },
  { what: 'silences the linter', line: /\brubocop:(?:disable|todo)\b/, languages: ['ruby'], inComment: true },
  {
    what: 'silences the analysis',
    line: /@(?:phpstan-ignore|psalm-suppress)|\bphpcs:(?:ignore|disable)/,
    languages: ['php'],
    inComment: true,
  },
];

const everyLanguage: readonly Language[] = ['script', 'python', 'rust', 'go', 'java', 'csharp', 'ruby', 'php'];

/** Of what ships. */
const production: readonly Row[] = [
  {
    what: 'looks whether it is tested',
    line: /\b(?:NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST|JEST_WORKER_ID|VITEST(?:_\w+)?|RSPEC_\w+|PHPUNIT_\w+)\b/,
    languages: everyLanguage,
    anywhere: true,
  },
  {
    what: 'looks whether it is tested',
    line: /\b(?:env|environ|getenv|Getenv|ENV)\b(?:\.(?:get|fetch))?\W{1,4}CI\b|\bNODE_ENV\b.{0,8}\btest\b|\b(?:pytest|unittest)['"]\s+in\s+sys\.(?:modules|argv)\b|\{[^{}]*\bCI\b[^{}]*\}\s*=\s*(?:\w+\.)*env\b|\bimport\.meta\.vitest\b|\b(?:argv|execArgv|stack|modules)\b.{0,40}(?:\btest\b|pytest|unittest|mocha|jest|rspec)/,
    languages: everyLanguage,
    anywhere: true,
  },
  {
    what: 'looks whether it is tested',
    line: /\btesting\.Testing\s*\(|\bflag\.Lookup\s*\(\s*"test\.|#\[cfg\(not\(test\)\)\]|\bcfg!\(test\)/,
    languages: ['go', 'rust'],
    anywhere: true,
  },
  {
    what: 'uses a library of tests',
    line: /\b(?:from|import|require\s*\()\s*\(?["'](?:node:)?(?:assert(?:\/strict)?|test|vitest|jest|@jest\/globals|mocha|chai|sinon|ava|tape|tap|jasmine|expect)["']/,
    languages: ['script'],
    anywhere: true,
  },
  {
    what: 'uses a library of tests',
    line: /^\s*(?:from|import)\s+(?:pytest|unittest|nose|hypothesis|mock)\b/,
    languages: ['python'],
  },
  {
    what: 'uses a library of tests',
    line: /^\s*(?:import\s+)?(?:\w+\s+)?"(?:testing(?:\/\w+)?|github\.com\/stretchr\/testify\/\w+)"|^\s*import\s+(?:static\s+)?(?:org\.junit|junit\.|org\.testng|org\.assertj|org\.mockito|org\.hamcrest)\b|^\s*require\s+["'](?:rspec|minitest|test\/unit)|^\s*use\s+PHPUnit\\|^\s*using\s+(?:Xunit|NUnit|Microsoft\.VisualStudio\.TestTools)/,
    languages: ['go', 'java', 'ruby', 'php', 'csharp'],
    anywhere: true,
  },
  {
    what: 'stands in the place of a library of tests',
    line: /^\s*package\s+(?:org\.(?:junit|testng|assertj|mockito|hamcrest)|junit)\b|^\s*namespace\s+(?:PHPUnit|Xunit|NUnit|Microsoft\.VisualStudio\.TestTools)\b/,
    languages: ['java', 'php', 'csharp'],
  },
  {
    what: 'ends the program as it is loaded',
    line: /\bprocess\.(?:exit|reallyExit|abort)\s*\(|^(?:sys\.exit|exit|quit)\s*\(|^raise\s+SystemExit\b/,
    languages: ['script', 'python'],
    atLoad: true,
  },
  { what: 'ends the program at once', line: /\bos\._exit\s*\(/, languages: ['python'] },
];

const lookedAt = 1024 * 1024;

/** What stood somewhere in the changed files before is not added, wherever it was moved. */
export async function silenced(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly Finding[]> {
  const sources = changes.filter(
    ({ path, bytes, binary }) => !binary && bytes <= lookedAt && languageOf(path) !== 'other',
  );
  const before = new Map<string, number>();
  for (const { path, from, kind } of sources) {
    if (kind === 'added') continue;
    for (const { key } of signsIn(plan, from ?? path, await textOf(base, from ?? path)))
      before.set(key, (before.get(key) ?? 0) + 1);
  }
  const found: Finding[] = [];
  for (const { path, kind } of sources) {
    if (kind === 'deleted') continue;
    for (const { key, what, line } of signsIn(plan, path, await textOf(tree, path))) {
      const left = before.get(key) ?? 0;
      before.set(key, left - 1);
      if (left > 0) continue;
      const hash = createHash('sha256').update(`${path}\n${key}`).digest('hex');
      found.push({ gate: 'silenced', what, file: path, line, weight: 'note', needs: 'yes', key: hash });
    }
  }
  return found;
}

type Sign = { readonly key: string; readonly what: string; readonly line: number };

function signsIn(plan: Pick<GatePlan, 'tests'>, path: string, text: string): readonly Sign[] {
  const language = languageOf(path);
  const ofTests = isTest(plan, path);
  const configures = /\.(?:config|conf|setup)\.\w+$/.test(path);
  const rows = [...suppressions, ...(ofTests || configures ? [] : production)].filter(
    ({ languages, notInTests }) => languages.includes(language) && !(ofTests && notInTests),
  );
  const code = codeText(text, language);
  const lines = text.split('\n');
  const codeLines = code.split('\n');
  // A program begins with the line that names what runs it: that it ends itself is its work.
  const isProgram = text.startsWith('#!');
  const depths = language === 'script' ? depthsOf(codeLines) : [];
  return lines.flatMap((line, at) =>
    rows.flatMap(({ what, line: pattern, anywhere, inComment, atLoad }) => {
      if (atLoad && (isProgram || (depths[at] ?? 0) > 0)) return [];
      const own = codeLines[at] ?? '';
      const sign = pattern.exec(anywhere || inComment ? line : own);
      if (sign === null || (inComment && own.slice(sign.index, sign.index + sign[0].length).trim() !== '')) return [];
      return [{ key: `${what}: ${line.trim()}`, what: `${what}: ${line.trim().slice(0, 120)}`, line: at + 1 }];
    }),
  );
}

/** How many functions, classes and blocks are open where each line begins. */
function depthsOf(lines: readonly string[]): readonly number[] {
  let depth = 0;
  return lines.map((line) => {
    const here = depth;
    for (const [mark] of line.matchAll(/[{}]/g)) depth += mark === '{' ? 1 : -1;
    return here;
  });
}

const textOf = async (tree: Tree, path: string): Promise<string> => decode(await tree.read(path)) ?? '';
