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
  /** Honest in what ships. */
  readonly onlyInTests?: true;
  /** Only where it is run as the file is loaded: outside of all that is in braces, or in those as well that are no function. */
  readonly atLoad?: 'outside' | 'in blocks';
  /** Not where its function, or its file where it stands in none, has such a word in its code, or such a text; `own`: what is no word of these. */
  readonly unless?: { readonly own: RegExp; readonly word: RegExp; readonly text: RegExp };
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

/** What says first of all that it equals whatever it is compared with. */
const equalsAll = {
  python: { head: /^(?!\s*return\b)\s*\S/, wanted: /\bdef\s+__eq__\s*\(|\b__eq__\s*=\s*lambda\b/ },
  rust: { head: /^(?!\s*true\b)\s*\S/, wanted: /\bfn\s+eq\s*[<(]/ },
  ruby: { head: /^(?!\s*true\b)\s*\S/, wanted: /\bdef\s+(?:===?|eql\?|equal\?)/ },
};

/** What a class runs as it is loaded, among its methods: blocks, and fields that are given what something comes to. */
const javaBlocks = {
  head: /^(?:\s*static\s*\{|\s*(?:\w+\s+)*static\b[^(){}]*=|(?!\s*(?:\}\s*)?(?:if|for|while|switch|catch|try|else|do|return|new)\b)[\w<>[\],.@?\s]+\([^)]*\)[^;{]*\{)/,
  wanted: /^\s*static\s*\{|\bstatic\b[^(){}]*=\s*(?:\(\(|new\b|\w+\s*\()/,
};

/** Who writes to a terminal, or reads from one, may look whether there is one. */
const writes = {
  own: /\{[^{}]{0,200}\bisTTY\b[^{}]{0,200}\}\s{0,9}=\s{0,9}[\w.$]{1,80}|[\w.$?]{0,80}\bisTTY\b|(?:[\w.$:]|\(\)){0,80}\b(?:(?:posix_|stream_)?isatty|tty\?|IsTerminal|is_terminal|atty::is|Stat)\s{0,9}(?:\((?:[^()]|\([^()]{0,80}\)){0,80}\))?|\bos\.(?:ModeCharDevice|Std\w+)\b|\bSystem\.console\b|\bConsole\.Is\w+Redirected\b/g,
  word: /\b(?:write\w*|print\w*|fmt|e?println|puts|echo|log|warn|prompt\w*|question|readline|readLine|readPassword|createInterface|setRawMode|columns|getWindowSize|get_terminal_size|winsize|cursor\w*|spinner|progress|pager|interactive|pretty|json|std(?:in|out|err)|STD(?:IN|OUT|ERR))\b|colou?r|\bansi/i,
  text: /\\(?:x1b|u001b|033|e)\b|\\(?:x1b|u001b|033|e)\[/gi,
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
    what: 'is tried again until it passes',
    line: /\b(?:it|test|describe)\b.{0,200}\bretry\s*:\s*[1-9]|\b(?:this|jest)\s*\.\s*retr(?:ies|yTimes)\s*\(\s*[1-9]|\bmark\.flaky\b|@RepeatedIfExceptionsTest\b/,
    languages: ['script', 'python', 'java'],
    onlyInTests: true,
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
    line: /\b(?:env|environ|getenv|Getenv|ENV)\b(?:\.(?:get|fetch))?\W{1,4}CI\b|\bNODE_ENV\b.{0,8}\btest\b|\b(?:pytest|unittest)['"]\s+in\s+sys\.(?:modules|argv)\b|\{[^{}]{0,200}\bCI\b[^{}]{0,200}\}\s*=\s*(?:\w+\.)*env\b|\bimport\.meta\.vitest\b|\b(?:argv|execArgv|stack|modules)\b.{0,40}(?:\btest\b|pytest|unittest|mocha|jest|rspec)/,
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
    what: 'looks whether it is tested',
    line: /\b(?:env|environ|getenv|Getenv|ENV)\b(?:\.(?:get|fetch))?[.?[("'`]{1,4}(?:NODE_OPTIONS|NODE_V8_COVERAGE|PYTEST_ADDOPTS|GOCOVERDIR)\b/,
    languages: everyLanguage,
    anywhere: true,
  },
  {
    what: 'looks whether it is tested',
    line: /\b(?:exists(?:Sync)?|access(?:Sync)?|stat(?:Sync)?|isdir|isfile|is_dir|is_file|file_exists|Stat|(?:exist|directory)\?)\s*\(\s*["'`](?:\.{0,2}\/)*(?:tests?|specs?|__tests__)["'`/]/,
    languages: everyLanguage,
    anywhere: true,
  },
  {
    what: 'looks whether it is tested',
    line: /\b(?:_getframe\s*\(|currentframe\s*\(|extract_stack\s*\(|caller(?:_locations)?\s*[.([]|debug_backtrace\s*\(|getStackTrace\s*\(|PROGRAM_NAME\b|os\.Args\[0\]).{0,80}(?:\btest|[._]test|[._]spec\b|rspec|phpunit|junit)/i,
    languages: ['python', 'ruby', 'php', 'java', 'go'],
    anywhere: true,
  },
  {
    what: 'looks whether it is tested',
    line: /\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest)\b|\bconst_defined\?\s*\(?\s*[:"'](?:RSpec|Minitest)\b|\b(?:class_exists|get_declared_classes)\b.{0,40}PHPUnit/,
    languages: ['ruby', 'php'],
    anywhere: true,
  },
  {
    what: 'looks whether it is tested',
    line: /\bcurrent\(\)\s*\.\s*name\(\).{0,80}(?:contains|starts_with|ends_with|[=!]=|\bSome\()/,
    languages: ['rust'],
  },
  {
    what: 'looks whether it is tested',
    line: /\bnpm_(?:lifecycle_(?:event|script)|command)\b|\bprocess\s*\.\s*(?:listenerCount|listeners|rawListeners|eventNames)\s*\(|\bError\s*\(\s*\)\s*\.\s*stack\b.{0,40}\.length\b|\bstack\b.{0,40}\b(?:node:internal\b|processTicks)/,
    languages: ['script'],
    anywhere: true,
  },
  {
    what: 'does otherwise after a while',
    line: /\b(?:process\s*\.\s*uptime|performance\s*\.\s*now|process\s*\.\s*hrtime(?:\s*\.\s*bigint)?)\s*\(\s*\)\s*(?:\[\s*0\s*\]\s*)?[<>]=?\s*[\d(]|[\d)n](?<![\w)\]]\s*[-+*/]\s*[\d)n])\s*[<>]=?\s*(?:process\s*\.\s*uptime|performance\s*\.\s*now)\s*\(/,
    languages: ['script'],
  },
  {
    what: 'does otherwise after a while',
    line: /\btime\s*\.\s*(?:monotonic|perf_counter|process_time|thread_time)(?:_ns)?\s*\(\s*\)\s*[<>]=?\s*\d|\bProcess\.clock_gettime\s*\([^)]*\)\s*[<>]=?\s*\d|\bgetUptime\s*\(\s*\)\s*[<>]=?\s*\d/,
    languages: ['python', 'ruby', 'java'],
  },
  {
    what: 'does otherwise from a day on',
    line: /\b(?:Date\s*\.\s*now\s*\(\s*\)|new\s+Date\s*(?:\(\s*\))?)\s*[<>]=?\s*(?:\d[\d_]{9,}|Date\s*\.\s*(?:parse|UTC)\s*\(|new\s+Date\s*\(\s*["'`\d])|\b(?:time\s*\.\s*time\s*\(\s*\)|Time\.now(?:\.to_i)?|time\s*\(\s*\))\s*[<>]=?\s*(?:\d[\d_]{8,}|Time\.(?:new|at|parse|utc)\b|strtotime\s*\()|\b(?:datetime(?:\.datetime)?\.(?:now|utcnow)|date(?:\.|time\.date\.)today)\s*\(\s*\)\s*[<>]=?\s*(?:datetime\.)*(?:datetime|date)\s*\(\s*\d/,
    languages: ['script', 'python', 'ruby', 'php'],
  },
  {
    what: 'does otherwise after a while',
    line: /(?:^\s+|[{]\s*|=>\s*\(?)[\w$]+\s*=\s*(?:true|false|\d+)\b/,
    languages: ['script'],
    inside: { head: /^[^\s})\]]/, wanted: /^set(?:Timeout|Interval)\s*\(/ },
  },
  {
    what: 'does otherwise after a while',
    line: /^(?:\w+\s*=\s*)?(?:threading\s*\.\s*)?Timer\s*\(\s*\d/,
    languages: ['python'],
  },
  {
    what: 'does otherwise after so many calls',
    line: /\.fetch_add\s*\([^)]*\)\s*(?:[<>]=?|[=!]=|%)\s*\d|\b(?:incrementAndGet|getAndIncrement)\s*\(\s*\)\s*(?:[<>]=?|[=!]=|%)\s*\d|\bnext\s*\(\s*\w+\s*\)\s*(?:[<>]=?|[=!]=|%)\s*\d/,
    languages: ['rust', 'java', 'python'],
  },
  {
    what: 'does otherwise at a terminal',
    line: /\.\s*isTTY\b|\{[^{}]{0,200}\bisTTY\b[^{}]{0,200}\}\s*=|\b(?:posix_|stream_)?isatty\s*\(|\.(?:tty\?|isatty\b)|\bIsTerminal\s*\(|\bModeCharDevice\b|\bis_terminal\s*\(|\batty::is\s*\(|\bSystem\.console\s*\(|\bConsole\.Is\w+Redirected\b/,
    languages: ['script', 'python', 'ruby', 'php', 'go', 'rust', 'java', 'csharp'],
    unless: writes,
  },
  {
    what: 'does otherwise where it is released',
    line: /\bcfg!?\s*\(.*\bdebug_assertions\b|\b__debug__\b|^\s*#(?:el)?if\s+!?DEBUG\b/,
    languages: ['rust', 'python', 'csharp'],
  },
  {
    what: 'equals whatever it is compared with',
    line: /\breturn\s+True\b|\blambda\b.*:\s*True\b/,
    languages: ['python'],
    inside: equalsAll.python,
  },
  {
    what: 'equals whatever it is compared with',
    line: /(?:^|\{)\s*true\s*(?:\}|$)/,
    languages: ['rust'],
    inside: equalsAll.rust,
  },
  {
    what: 'equals whatever it is compared with',
    line: /(?:^|[;)=])\s*true\s*(?:;|\bend\b|$)/,
    languages: ['ruby'],
    inside: equalsAll.ruby,
  },
  {
    what: 'stands in the place of a library of tests',
    line: /\basymmetricMatch\b|\bjest\.asymmetricMatcher\b/,
    languages: ['script'],
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
