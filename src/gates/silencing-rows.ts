// What keeps a check from speaking, and what tells production code that it is being tested: a row for each way of writing it.
import type { Language } from './tamper/code-text.ts';

export type SilencingRow = {
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
  /** Only where it is run as the file is loaded: outside of all that is in braces, or in those as well that are no function. */
  readonly atLoad?: 'outside' | 'in blocks';
  /** Only in functions or blocks whose head is wanted; `head`: of any. */
  readonly inside?: { readonly head: RegExp; readonly wanted: RegExp };
};

/** What a module runs as it is loaded, functions and what it runs as a program aside. */
const pythonAtLoad = {
  head: /^\S|^\s*(?:async\s+)?def\b/,
  wanted: /^(?!def\b|async\b|@|.*\b__name__\b)(?=.*:|.*;)\S/,
};
const rubyAtLoad = {
  head: /^\S|^\s*(?:def|define_method)\b/,
  wanted: /^(?!def\b|.*\b__FILE__\b|.*\$(?:0|PROGRAM_NAME)\b)\S/,
};
const goAtLoad = {
  head: /^(?:func|var)\b|^\s+_\s*=/,
  wanted: /^func\s+init\s*\(|^(?:var\b|\s+)\s*_\s*=\s*func\b|^var\b.*=\s*func\s*\(\s*\)\s*[\w*.]+\s*\{/,
};
const goTestMain = { head: /^(?:func|var)\b/, wanted: /^func\s+TestMain\s*\(/ };

/** What a class runs as it is loaded, among its methods: blocks, and fields that are given what something comes to. */
const javaBlocks = {
  head: /^(?:\s*static\s*\{|\s*(?:\w+\s+)*static\b[^(){}]*=|(?!\s*(?:\}\s*)?(?:if|for|while|switch|catch|try|else|do|return|new)\b)[\w<>[\],.@?\s]+\([^)]*\)[^;{]*\{)/,
  wanted: /^\s*static\s*\{|\bstatic\b[^(){}]*=\s*(?:\(\(|new\b|\w+\s*\()/,
};

export const suppressions: readonly SilencingRow[] = [
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
    line: /\bas\s+(?:any|never|unknown\s+as)\b|<any>|:\s*any\b(?=\s*[=,;)[\]|&{]|\s*$)/,
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
  {
    what: 'ends well whatever its tests say',
    line: /(?<!\w)(?:\w+\.)?Exit\s*\(\s*0\s*\)/,
    languages: ['go'],
    inside: goTestMain,
  },
];

const everyLanguage: readonly Language[] = ['script', 'python', 'rust', 'go', 'java', 'csharp', 'ruby', 'php'];

/** Of what ships. */
export const production: readonly SilencingRow[] = [
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
    line: /\btypeof\s+(?:it|describe|expect|jest|vi|beforeEach|afterEach)\b|\b(?:globalThis|global|window)\s*(?:\?\.|\.)\s*(?:it|describe|expect|jest|vi|beforeEach|afterEach)\b/,
    languages: ['script'],
  },
  {
    what: 'looks whether it is tested',
    line: /\b(?:globalThis|global|window)\s*(?:\?\.)?\[\s*["'`](?:it|describe|expect|jest|vi|beforeEach|afterEach)["'`]|["'](?:describe|expect|jest|beforeEach|afterEach)["']\s+in\s+(?:globalThis|global|window)\b/,
    languages: ['script'],
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
    line: /\b(?:from|import|require\s*\()\s*\(?["'`](?:node:)?(?:assert(?:\/strict)?|test|vitest|jest|@jest\/globals|mocha|chai|sinon|ava|tape|tap|jasmine|expect)["'`]/,
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
    line: /\bprocess\s*(?:\?\.|\.)\s*(?:(?:exit|reallyExit|abort)\s*(?:\?\.)?\(|kill\s*\(\s*process\s*\.\s*pid\b)|^(?:sys\.exit|exit|quit)\s*\(|^raise\s+SystemExit\b/,
    languages: ['script', 'python'],
    atLoad: 'outside',
  },
  {
    what: 'ends the program as it is loaded',
    line: /\bprocess\s*(?:\?\.)?\[\s*["'`](?:exit|reallyExit|abort|exitCode|kill)["'`]\s*\]/,
    languages: ['script'],
    anywhere: true,
    atLoad: 'outside',
  },
  {
    what: 'ends the program as it is loaded',
    line: /\bprocess\s*(?:\?\.|\.)\s*(?:(?:exit|reallyExit)\s*(?:\?\.)?\(\s*0?\s*\)|exitCode\s*(?:\?\?|\|\||&&|[*&])?=\s*(?:[-+]?0\b|undefined\b|null\b))/,
    languages: ['script'],
    atLoad: 'in blocks',
  },
  {
    what: 'ends the program as it is loaded',
    line: /\bprocess\s*(?:\?\.|\.)\s*exitCode\s*(?:\?\?|\|\||&&)?=\s*["'`]0["'`]|\bassign\s*\(\s*process\s*,\s*\{\s*exitCode\s*:\s*0\b/,
    languages: ['script'],
    anywhere: true,
    atLoad: 'in blocks',
  },
  {
    what: 'ends the program as it is loaded',
    line: /(?:^|[;:\s])(?:(?:sys\s*\.\s*)?exit|quit|raise\s+SystemExit)\s*\(\s*(?:0|None|False)?\s*\)|\braise\s+SystemExit\s*$/,
    languages: ['python'],
    inside: pythonAtLoad,
  },
  {
    what: 'ends the program as it is loaded',
    line: /(?:^|[;{]\s*|\bthen\s+)\s*(?:(?:Kernel|Process)\s*\.\s*)?exit(?:[\s(]+(?:0|true)\s*\)?)?\s*(?:$|[;}]|\b(?:if|unless)\b)|^\s*(?:Kernel\.|Process\.)?abort\s*$/,
    languages: ['ruby'],
    inside: rubyAtLoad,
  },
  {
    what: 'ends the program as it is loaded',
    line: /(?<!\w)(?:\w+\.)?Exit\s*\(/,
    languages: ['go'],
    inside: goAtLoad,
  },
  {
    what: 'ends the program as it is loaded',
    line: /^\\?(?:exit|die)\s*(?:\(\s*0?\s*\))?\s*;|\bregister_shutdown_function\s*\(.*\b(?:exit|die)\b/,
    languages: ['php'],
  },
  {
    what: 'ends the program as it is loaded',
    line: /^\s+\\?(?:exit|die)\b\s*[(;]/,
    languages: ['php'],
    inside: { head: /^\S/, wanted: /^\s*register_shutdown_function\s*\(/ },
  },
  {
    what: 'ends the program as it is loaded',
    line: /\bSystem\.exit\s*\(|\bRuntime\.getRuntime\s*\(\s*\)\s*\.\s*exit\s*\(/,
    languages: ['java'],
    inside: javaBlocks,
  },
  {
    what: 'ends the program at once',
    line: /\bos\s*\.\s*(?:_exit\b|abort\s*\(|killp?g?\s*\(\s*os\s*\.\s*getpg?i?d?p?\w*\s*\()|\bfrom\s+os\s+import\b.*\b_exit\b|\bsignal\s*\.\s*raise_signal\b/,
    languages: ['python'],
  },
  {
    what: 'ends the program at once',
    line: /\bgetattr\s*\(\s*(?:os|sys)\s*,\s*["'](?:_exit|exit|abort|kill)["']/,
    languages: ['python'],
    anywhere: true,
  },
  { what: 'ends the program at once', line: /(?<![\w.:])(?:Process\.|Kernel\.)?exit!/, languages: ['ruby'] },
  {
    what: 'ends the program at once',
    line: /\bposix_kill\s*\(\s*(?:getmypid|posix_getpid)\b/,
    languages: ['php'],
  },
  {
    what: 'ends the program at once',
    line: /\bRuntime\.getRuntime\s*\(\s*\)\s*\.\s*halt\s*\(/,
    languages: ['java'],
  },
];
