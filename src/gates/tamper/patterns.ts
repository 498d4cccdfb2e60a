// How tests, assertions and skips look, per language.
import type { Language } from './code-text.ts';

export type Patterns = {
  readonly tests: RegExp;
  readonly assertions: RegExp;
  /** Taken out whatever happens. */
  readonly skips: RegExp;
  /** Taken out on some machines. */
  readonly conditional: RegExp;
  /** Narrows the run to itself, or turns failing into passing. */
  readonly twists: RegExp;
};

const NEVER = /(?!)/g;

const script: Patterns = {
  tests:
    /\b(?:it|test|specify)(?:\.(?:each|concurrent|sequential|for|fails|failing|only|skip|skipIf|runIf|todo))*\s*(?:\(|`)/g,
  assertions:
    /\bexpect(?:\.\w+)*\s*\(|\bassert(?:\.\w+)*\s*\(|\.should\b|\bt\.(?:is|not|deepEqual|like|true|false|truthy|falsy|throws\w*|regex|equal|same|strictEqual|ok|assert)\b/g,
  skips:
    /\b(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.(?:skip|todo|fixme)\b|\b(?:xit|xtest|xdescribe|xcontext|xspecify)\b\s*[.(]|\b(?:t|ctx|this|context)\.(?:skip|todo)\s*\(|\b(?:skip|todo)\s*:(?!\s*(?:false|undefined|null)\b)/g,
  conditional: /\.(?:skipIf|runIf)\s*\(/g,
  twists:
    /\b(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.(?:only|fails|failing)\b|\b(?:fit|fdescribe)\s*\(|\bonly\s*:\s*true\b|\bexpect\s*\(\s*(?:true|1)\s*\)\s*\.\s*(?:toBe|toEqual|toStrictEqual)\s*\(\s*(?:true|1)\s*\)|\bassert(?:\.ok)?\s*\(\s*(?:true|1)\s*[,)]/g,
};

const python: Patterns = {
  tests: /^\s*(?:async\s+)?def\s+test\w*\s*\(/gm,
  assertions: /^\s*assert\b|\bself\.(?:assert\w+|fail)\s*\(|\bpytest\.(?:raises|warns|fail)\s*\(/gm,
  skips:
    /\bmark\.(?:skip(?!if)|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\s*\(|\bunittest\.skip\b|^\s*@skip\b|\.skipTest\s*\(|\bSkipTest\b|__test__\s*=\s*False|\bexpectedFailure\b/gm,
  conditional: /\bskipif\b|\bskip(?:If|Unless)\b/g,
  twists: /^\s*assert\s+(?:True|1)\s*$/gm,
};

const PATTERNS: Readonly<Record<Language, Patterns>> = {
  script,
  python,
  rust: {
    tests: /#\[(?:\w+::)?test\b/g,
    assertions: /\b(?:debug_)?assert\w*!/g,
    skips: /#\[ignore\b/g,
    conditional: /#\[cfg_attr\([^\n]*ignore/g,
    twists: /#\[should_panic\b|\bassert!\s*\(\s*true\b/g,
  },
  go: {
    tests: /^func\s+(?:\([^)]*\)\s*)?(?:Test|Fuzz|Example)\w*\s*\(/gm,
    assertions: /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|\b(?:assert|require)\.\w+\s*\(/g,
    skips: /\b[tb]\.Skip(?:f|Now)?\s*\(/g,
    conditional: /^\/\/go:build\b/gm,
    twists: /\bos\.Exit\s*\(\s*0\s*\)/g,
  },
  java: {
    tests: /@(?:Parameterized|Repeated)?Test\b/g,
    assertions: /\bassert\w*\s*[({]|\bverify\s*\(|\bshould\w*\s/g,
    skips: /@(?:Disabled|Ignore)\b(?!If|On)/g,
    conditional: /@(?:Disabled|Enabled)(?:If|On)\w*|\bassume\w*\s*\(/g,
    twists: /\bassertTrue\s*\(\s*true\b/g,
  },
  csharp: {
    tests: /\[(?:Fact|Theory|Test|TestMethod|TestCase)\b/g,
    assertions: /\bAssert\.\w+|\.Should\(\)/g,
    skips: /\bSkip\s*=|\[Ignore\b|\bAssert\.(?:Ignore|Inconclusive)\b/g,
    conditional: NEVER,
    twists: /\bAssert\.True\s*\(\s*true\b|\bAssert\.Pass\b/g,
  },
  ruby: {
    tests: /^\s*(?:it|specify|test|def\s+test_\w+)\b/gm,
    assertions: /\bexpect\b\s*[({]|\bassert\w*\b|\brefute\w*\b|\bmust_\w+|\.should\b/g,
    skips: /^\s*(?:xit|xdescribe|xcontext|skip|pending)\b/gm,
    conditional: NEVER,
    twists: /^\s*(?:fit|fdescribe|fcontext)\b|\bexpect\s*\(\s*true\s*\)/gm,
  },
  php: {
    tests: /\bfunction\s+test\w*\s*\(|#\[Test\b/g,
    assertions: /(?:->|::)assert\w+\s*\(|(?:->|::)expectException\w*\s*\(|\bexpect\s*\(/g,
    skips: /markTest(?:Skipped|Incomplete)\s*\(/g,
    conditional: NEVER,
    twists: /assertTrue\s*\(\s*true\b/g,
  },
  other: { tests: NEVER, assertions: /\bassert\w*|\bexpect\w*/gi, skips: NEVER, conditional: NEVER, twists: NEVER },
};

export const patternsOf = (language: Language): Patterns => PATTERNS[language];
