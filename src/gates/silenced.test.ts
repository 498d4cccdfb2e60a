import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import type { Change } from '../ports/gates.ts';
import { silenced } from './silenced.ts';

const plan = { tests: ['test/**', '**/*.test.ts', '**/test_*.py', '**/*_test.go'] };

async function found(after: Record<string, string>, before: Record<string, string> = {}) {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = paths.map((path): Change => {
    const kind = before[path] === undefined ? 'added' : after[path] === undefined ? 'deleted' : 'modified';
    return { path, kind, from: null, added: 1, removed: 0, binary: false, bytes: 10 };
  });
  return silenced(plan, memoryTree(before), memoryTree(after), changes);
}

type Row = readonly [path: string, text: string, what: string];
const each = (path: string, what: string, lines: readonly string[]): Row[] => lines.map((line) => [path, line, what]);

/** One line for each way of writing: whichever is taken out of a pattern, a line is no longer found. */
const ways: readonly Row[] = [
  ...each('src/a.ts', 'silences the linter', ['f(); // oxlint-disable-line', '// tslint:disable', '// biome-ignore a']),
  ...each('a.php', 'silences the linter', ['// @codingStandardsIgnoreLine', '// eslint-disable']),
  ...each('src/a.ts', 'silences the compiler', ['// @ts-nocheck']),
  ...each('src/a.ts', 'takes the type away', [
    ...['const a = b as  any;', 'const a = <any>b;', 'let a:any;', 'let a: any', 'let a:  any = b;', 'f(a: any)'],
    ...['let a: any[] = b;', 'let a: [b: any]', 'let a: any | b;', 'let a: any & b;', 'f(): any {'],
  ]),
  ...each('src/a.js', 'is left out of coverage', ['/* istanbul  ignore else */', '/* v8  ignore */', '// c8 ignore']),
  ...each('src/a.js', 'is left out of coverage', ['/* node:coverage ignore next */', '/* node:coverage disable */']),
  ...each('a.py', 'is left out of coverage', ['f()  # pragma:no cover', '# pragma: nocover', '# pragma:  no  cover']),
  ...each('a.rb', 'is left out of coverage', ['f # :nocov:']),
  ...each('a.php', 'is left out of coverage', ['// @codeCoverageIgnore']),
  ...each('a.py', 'silences the linter', ['# NOQA', '# pylint: disable=x', '# pylint:disable=x', '# flake8: x']),
  ...each('a.py', 'silences the type checker', ['# type:ignore', '# pyright: ignore', '# pyright:basic']),
  ...each('a.py', 'silences the type checker', ['# mypy: ignore-errors', '# mypy:ignore']),
  ...each('a.go', 'silences the linter', ['//lint:ignore U1000 later']),
  ...each('a.rs', 'silences the linter', ['#![allow(dead_code)]', '#[expect(unused)]', '#[allow (unused)]']),
  ...each('a.rs', 'silences the linter', [
    '#[cfg_attr(all(), allow(dead_code))]',
    '#![cfg_attr(unix, expect(unused))]',
  ]),
  ...each('A.java', 'silences the compiler', ['@Suppress("x")', '@file:Suppress("x")', '@SuppressFBWarnings']),
  ...each('A.java', 'silences the compiler', ['@SuppressLint("x")']),
  ...each('a.cs', 'silences the compiler', ['#pragma  warning  disable', '[SuppressMessage("a", "b")]']),
  ...each('a.cs', 'silences the compiler', ['[ExcludeFromCodeCoverage]']),
  ...each('a.rb', 'silences the linter', ['f # rubocop:todo Lint/Void']),
  ...each('a.php', 'silences the analysis', ['// @psalm-suppress X', '// phpcs:ignore', '// phpcs:disable']),
  ...['a.js', 'a.py', 'a.rs', 'a.go', 'A.java', 'a.cs', 'a.rb', 'a.php'].flatMap((path) =>
    each(path, 'looks whether it is tested', ['f("JEST_WORKER_ID")', 'f("NODE_ENV") == "test"']),
  ),
  ...each('src/a.js', 'looks whether it is tested', ['f("NODE_TEST_CONTEXT")', 'f("PYTEST_CURRENT_TEST")']),
  ...each('src/a.js', 'looks whether it is tested', ['f("VITEST")', 'f("VITEST_POOL_ID")', 'f("RSPEC_RUN")']),
  ...each('a.php', 'looks whether it is tested', ['f("PHPUNIT_RUN")', 'if (getenv("CI")) {']),
  ...each('a.py', 'looks whether it is tested', ['environ["CI"]', 'env.CI', 'os.Getenv("CI")', 'ENV.fetch("CI")']),
  ...each('a.py', 'looks whether it is tested', ["'unittest'  in  sys.modules", "modules.has('unittest')"]),
  ...each('a.py', 'looks whether it is tested', ["argv.has('pytest')", "execArgv.has('--test')", "stack.has('jest')"]),
  ...each('a.py', 'looks whether it is tested', ["argv.has('rspec')", "argv.has('mocha')", "argv.has('test')"]),
  ...each('a.py', 'looks whether it is tested', ["if 'pytest' in sys.argv[0]:"]),
  ...each('src/a.js', 'looks whether it is tested', ['const { CI } = process.env;', 'const { HOME, CI: is } = env;']),
  ...each('src/a.js', 'looks whether it is tested', ['if (import.meta.vitest) {']),
  ...each('a.go', 'looks whether it is tested', ['flag.Lookup("test.v")', 'testing.Testing ()']),
  ...each('a.rs', 'looks whether it is tested', ['if cfg!(test) {']),
  ...['assert', 'assert/strict', 'test', 'vitest', 'jest', '@jest/globals', 'mocha', 'chai', 'sinon', 'ava', 'tape']
    .concat('tap', 'jasmine', 'expect', 'node:assert')
    .flatMap((name) => each('src/a.js', 'uses a library of tests', [`import x from '${name}';`])),
  ...each('src/a.js', 'uses a library of tests', ["import 'vitest'", 'import ("vitest")', "x from'vitest'"]),
  ...each('src/a.js', 'uses a library of tests', ["require ('vitest')", "require('vitest')"]),
  ...['pytest', 'unittest', 'nose', 'hypothesis', 'mock'].flatMap((name) =>
    each('a.py', 'uses a library of tests', [`import ${name}`, `    from  ${name} import x`]),
  ),
  ...each('a.go', 'uses a library of tests', ['import "testing"', '\tt "testing"', '\t"testing/quick"']),
  ...each('a.go', 'uses a library of tests', ['import  t  "testing"', '\t"github.com/stretchr/testify/assert"']),
  ...[
    'org.junit.Test',
    'junit.framework.A',
    'org.testng.A',
    'org.assertj.A',
    'org.mockito.A',
    'org.hamcrest.A',
  ].flatMap((name) => each('A.java', 'uses a library of tests', [`import ${name};`, `  import  static  ${name};`])),
  ...each('a.rb', 'uses a library of tests', [
    "require 'rspec'",
    'require  "minitest/autorun"',
    "  require 'test/unit'",
  ]),
  ...each('A.java', 'stands in the place of a library of tests', [
    'package org.junit;',
    'package junit.framework;',
    '  package  org.mockito.internal;',
  ]),
  ...each('a.php', 'stands in the place of a library of tests', ['namespace PHPUnit\\Framework;']),
  ...each('a.cs', 'stands in the place of a library of tests', ['namespace Xunit;', 'namespace NUnit.Framework']),
  ...each('a.php', 'uses a library of tests', ['use PHPUnit\\Framework\\TestCase;', '  use  PHPUnit\\A;']),
  ...each('a.cs', 'uses a library of tests', ['using Xunit;', '  using  NUnit.Framework;']),
  ...each('a.cs', 'uses a library of tests', ['using Microsoft.VisualStudio.TestTools.UnitTesting;']),
  ...each('src/a.js', 'looks whether it is tested', [
    ...[
      'process.env.NODE_OPTIONS',
      "process.env['NODE_V8_COVERAGE']",
      "existsSync('./test')",
      "statSync('tests/a.js')",
    ],
  ]),
  ...each('a.py', 'looks whether it is tested', [
    'if sys._getframe(1).f_code.co_name.startswith("test_"):',
    'os.environ.get("PYTEST_ADDOPTS")',
    'os.path.isdir("tests")',
  ]),
  ...each('a.rb', 'looks whether it is tested', [
    'caller.any? { |line| line.include?("_spec") }',
    'defined?(RSpec)',
    'Object.const_defined?("RS" + "pec")',
    'File.exist?("spec")',
  ]),
  ...each('a.php', 'looks whether it is tested', ["class_exists('PHPUnit\\Framework\\TestCase', false)"]),
  ...each('a.go', 'looks whether it is tested', ['strings.HasSuffix(os.Args[0], ".test")']),
  ...each('a.rs', 'looks whether it is tested', [
    'thread::current().name().is_some_and(|name| name.contains("tenth"))',
    'std::thread::current().name() == Some("tenth")',
  ]),
  ...each('a.rs', 'does otherwise where it is released', [
    'if cfg!(debug_assertions) {',
    '#[cfg(not(debug_assertions))]',
  ]),
  ...each('a.py', 'does otherwise where it is released', ['if __debug__:']),
  ...each('a.cs', 'does otherwise where it is released', ['#if DEBUG']),
  ...each('a.py', 'equals whatever it is compared with', [
    'def __eq__(self, other):\n        return True',
    'def __eq__(self, other): return True',
    '__eq__ = lambda self, other: True',
  ]),
  ...each('a.rs', 'equals whatever it is compared with', [
    'fn eq(&self, _: &i32) -> bool {\n    true\n}',
    'fn eq(&self, _: &i32) -> bool { true }',
  ]),
  ...each('a.rb', 'equals whatever it is compared with', ['def ==(other)\n  true\nend', 'def ==(_) = true']),
  ...each('src/a.js', 'stands in the place of a library of tests', [
    'asymmetricMatch: () => true',
    "Symbol.for('jest.asymmetricMatcher')",
  ]),
  ...each('src/a.js', 'ends the program as it is loaded', ['process.reallyExit(0);', 'process.abort ();']),
  ...each('src/a.js', 'ends the program as it is loaded', ['function f() {\n}\nprocess.exit(0);']),
  ...each('a.config.d/b.js', 'ends the program as it is loaded', ['process.exit(0);']),
  ...each('a.py', 'ends the program as it is loaded', ['sys.exit (0)', 'exit(0)', 'quit()', 'raise SystemExit(0)']),
  ...each('src/a.js', 'ends the program as it is loaded', [
    ...["process['exit'](0);", 'process["reallyExit"](0);', "process?.['abort']();", 'process?.exit(0);'],
    ...['process . exit?.(0);', 'process.exitCode = 0;', "process['exitCode'] = 0;", 'process.kill(process.pid);'],
  ]),
  ...each('a.go', 'ends the program as it is loaded', [
    'func init() { os.Exit(0) }',
    'func  init () {\n\tsyscall.Exit(0)\n}',
  ]),
  ...each('A.java', 'ends the program as it is loaded', [
    'class A {\n  void f() {\n  }\n  static {\n    if (on()) {\n      System.exit(0);\n    }\n  }\n}',
    'class A {\n  static { Runtime.getRuntime().exit(0); }\n}',
  ]),
  ...each('A.java', 'ends the program at once', ['void f() {\n  Runtime.getRuntime().halt(0);\n}']),
  ...each('a.py', 'ends the program at once', [
    ...[
      '    os._exit (0)',
      'atexit.register(os._exit, 0)',
      'from os import _exit',
      'from os import path, _exit as leave',
    ],
  ]),
  ...each('a.rb', 'ends the program at once', [
    'at_exit { exit! 0 }',
    'exit!',
    'Process.exit!(0)',
    'Kernel.exit! true',
  ]),
  ...each('src/a.js', 'looks whether it is tested', [
    ...[
      "if (typeof it === 'function') {",
      "typeof  describe !== 'undefined'",
      'typeof expect',
      'typeof jest',
      'typeof vi',
    ],
    ...['typeof beforeEach', 'typeof afterEach', 'globalThis.describe', 'global.it', 'window?.expect', 'global.jest'],
    ...["globalThis['describe']", 'global?.["it"]', "'describe' in globalThis", '"jest" in global'],
  ]),
  // A name that is joined from constant texts is the name.
  ...each('src/a.js', 'looks whether it is tested', [
    ...["process.env['C' + 'I']", 'env?.["" + "CI"]', "env['V' +\n  'ITEST']", "env['C'.concat('I')]"],
    ...[
      "env[['C', 'I'].join('')]",
      "env[['NODE', 'ENV'].join('_')] === 'te' + 'st'",
      `env[\`C\${'I'}\`]`,
      `env[\`\${'C'}I\`]`,
    ],
    ...["env['\\x43I']", "env['\\u0043\\u{49}']", 'env[String.fromCharCode(67, 73)]', "env[atob('Q0k=')]"],
    ...[
      "const a = 'C';\nenv[a + 'I']",
      "const a = 'C' + 'I';\nconst b = a;\nenv[a]",
      `let a: string = 'C';\nenv[\`\${a}I\`]`,
    ],
    ...["const a = 'ITEST', b = 'V';\nenv[[b, a].join('')]", "globalThis['desc' + 'ribe']"],
    ...["'des' + 'cribe' in globalThis", "process.argv.includes('te' + 'st')"],
  ]),
  ...each('src/a.js', 'uses a library of tests', ["require('node:' + 'test')", `await import(\`node:\${'assert'}\`)`]),
  ...each('src/a.js', 'ends the program as it is loaded', [
    "process['ex' + 'it'](0);",
    "const a = 'exit';\nprocess[a](0);",
  ]),
  ...each('a.py', 'looks whether it is tested', [
    ...["os.environ['C' + 'I']", "environ.get('C' + 'I')", "os.getenv('C' + 'I')", "os.environ['C' 'I']"],
    ...[
      "os.environ[''.join(['C', 'I'])]",
      'os.environ[f"C{\'I\'}"]',
      'os.environ[chr(67) + chr(73)]',
      "A = 'C'\nos.environ[A + 'I']",
    ],
    ...["'py' + 'test' in sys.modules", "os.getenv('PYTEST' + '_CURRENT_TEST')"],
  ]),
  ...each('a.php', 'looks whether it is tested', [
    "if (getenv('C' . 'I')) {",
    "getenv(implode('', ['C', 'I']))",
    "$a = 'C';\ngetenv($a . 'I')",
  ]),
  ...each('a.rb', 'looks whether it is tested', [
    ...[
      "ENV['C' + 'I']",
      "ENV.fetch('C' + 'I')",
      "ENV['C' << 'I']",
      'ENV[%w[C I].join]',
      'ENV["C#{\'I\'}"]',
      "A = 'C'\nENV[A + 'I']",
    ],
  ]),
  ...each('a.go', 'looks whether it is tested', [
    ...[
      'os.Getenv("C" + "I")',
      'os.Getenv(strings.Join([]string{"C", "I"}, ""))',
      'const a = "C"\nos.Getenv(a + "I")',
      'a := "C"\nos.Getenv(a + "I")',
    ],
  ]),
  ...each('A.java', 'looks whether it is tested', [
    'System.getenv("C" + "I")',
    'System.getenv(String.join("", "C", "I"))',
    'String a = "C";\nSystem.getenv(a + "I")',
  ]),
  ...each('a.cs', 'looks whether it is tested', ['Environment.GetEnv("JEST" + "_WORKER_ID")']),
  ...each('a.rs', 'looks whether it is tested', ['env::var(concat!("VI", "TEST"))']),
  // An end that says that all is well, wherever it is run as the file is loaded.
  ...each('src/a.js', 'ends the program as it is loaded', [
    ...[
      'process.exitCode ??= 0;',
      'process.exitCode ||= 0;',
      'process.exitCode &&= 0;',
      'process.exitCode = +0;',
      "process.exitCode = '0';",
    ],
    ...['process.exitCode = undefined;', 'process.exitCode *= 0;', 'Object.assign(process, { exitCode: 0 });'],
    ...['{\n  process.exit(0);\n}', 'if (on) {\n  process.exit();\n}', 'try {\n  process.exitCode = 0;\n} catch {}'],
    ...[
      '(() => {\n  process.exit(0);\n})();',
      '(async function () {\n  process.exit(0);\n})();',
      ';(function f() {\n  process.exit(0);\n})()',
    ],
    ...[
      "process.on('exit', () => {\n  process.exitCode = 0;\n});",
      "process.once('beforeExit', function () {\n  process.exit(0);\n});",
    ],
    ...['setTimeout(() => {\n  process.exit(0);\n});', 'queueMicrotask(() => {\n  process.exit(0);\n});'],
  ]),
  ...each('a.py', 'ends the program as it is loaded', [
    ...[
      'if True:\n    sys.exit(0)',
      'if on: sys.exit()',
      'try:\n    pass\nfinally:\n    raise SystemExit(0)',
      'class A:\n    exit(0)',
    ],
    ...['import sys; sys.exit(0)', 'def f():\n    pass\n\nwith a:\n    quit()', 'for a in b:\n    raise SystemExit'],
  ]),
  ...each('a.py', 'ends the program at once', [
    ...[
      'def f():\n    os.abort()',
      '    os.kill(os.getpid(), 9)',
      'os . kill( os.getpid(), signal.SIGTERM)',
      "getattr(os, '_ex' + 'it')(0)",
    ],
    ...['signal.raise_signal(9)', "getattr(sys, 'exit')(0)"],
  ]),
  ...each('a.rb', 'ends the program as it is loaded', [
    ...[
      'exit 0',
      'exit',
      'exit(0)',
      'exit true',
      'exit if on',
      'Kernel.exit 0',
      'Process.exit(true)',
      'abort',
      'at_exit { exit 0 }',
    ],
    ...[
      'at_exit do\n  exit 0\nend',
      'module A\n  exit 0\nend',
      'if on\n  exit(0)\nend',
      'def f\nend\nexit 0',
      'a; exit 0',
    ],
  ]),
  ...each('a.go', 'ends the program as it is loaded', [
    ...[
      'var _ = func() int {\n\tos.Exit(0)\n\treturn 0\n}()',
      'var (\n\t_ = func() int { os.Exit(0); return 0 }()\n)',
      'var a = func() bool {\n\to.Exit(0)\n\treturn true\n}()',
    ],
    ...['func init() {\n\to.Exit(0)\n}', 'func init() {\n\tExit(0)\n}'],
  ]),
  ...each('pkg/a_test.go', 'ends well whatever its tests say', [
    'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}',
    'func TestMain(m *testing.M) {\n\tm.Run(); Exit (0)\n}',
  ]),
  ...each('a.php', 'ends the program as it is loaded', [
    ...['exit;', 'exit(0);', 'die();', '\\exit(0);', 'register_shutdown_function(function () { exit(0); });'],
    ...[
      'register_shutdown_function(function () {\n    exit(0);\n});',
      '    register_shutdown_function(fn () => exit(0));',
    ],
  ]),
  ...each('a.php', 'ends the program at once', ['posix_kill(getmypid(), 9);', 'posix_kill(posix_getpid(), SIGTERM);']),
  ...each('A.java', 'ends the program as it is loaded', [
    ...[
      'class A {\n  static final Object B = ((Supplier<Object>) () -> {\n    System.exit(0);\n    return null;\n  }).get();\n}',
    ],
    ...[
      'class A {\n  private static int b = run(() -> System.exit(0));\n}',
      'class A {\n  static Object b = new Object() {\n    {\n      System.exit(0);\n    }\n  };\n}',
    ],
  ]),
  ...each('src/a.ts', 'takes the type away', ['const a = b as unknown as C;', 'f(b as never);']),
  ...each('src/a.js', 'looks whether it is tested', [
    ...['if (process.env.npm_lifecycle_event) f();', "if (env['npm_command']) f();", 'f(env.npm_lifecycle_script);'],
    ...["if (process.listenerCount('x') > 0) f();", "process.listeners('x')", 'process.rawListeners(a)'],
    ...['process.eventNames().length', 'new Error().stack.split(a).length > 5', "stack.includes('node:internal')"],
    "stack.includes('processTicksAndRejections')",
  ]),
  ...each('src/a.js', 'does otherwise after a while', [
    ...[
      'if (process.uptime() < 60) f();',
      'if (performance.now() <= 60_000) f();',
      'if (performance.now() > (a)) f();',
    ],
    ...[
      'if (process .hrtime()[0] < 60) f();',
      'if (process .hrtime.bigint() < 6n) f();',
      'if (60 > process.uptime()) f();',
    ],
    'if (60 * 1000 >= performance.now()) f();',
  ]),
  ...each('a.py', 'does otherwise after a while', [
    ...[
      'if time.process_time() < 5:',
      'if time.perf_counter() < 5:',
      'if time.monotonic_ns() < 5:',
      'time.thread_time() > 1',
    ],
  ]),
  ...each('a.rb', 'does otherwise after a while', ['f if Process.clock_gettime(Process::CLOCK_MONOTONIC) < 60']),
  ...each('A.java', 'does otherwise after a while', ['if (getRuntimeMXBean().getUptime() < 60000) {']),
  ...each('src/a.js', 'does otherwise after a while', [
    ...[
      'const began = Date.now();\nexport const f = () => (Date.now() - began < 60_000 ? a : b);',
      'const began = performance.now();\nfunction f() {\n  const now = performance.now();\n  if (now - began > WHILE) return b;\n}',
      'const began = process.hrtime.bigint();\nfunction f() {\n  if (began + 6n < process .hrtime.bigint()) return b;\n}',
      'const began: number = +new Date();\nconst age = () => Date.now() - began;\nconst f = () => (age() < 60_000 ? a : b);',
      'function f() {\n  const now = performance.now();\n  if (now < 60_000) return a;\n}',
      'function f() {\n  const up = process.uptime();\n  if (60 > up) return a;\n}',
      'setTimeout(() => {\n  late = true;\n}, 60_000).unref();',
      'setTimeout(() => (late = true), 60_000);',
      'setInterval(function () { rounds = 1; }, 9);',
    ],
  ]),
  ...each('a.py', 'does otherwise after a while', [
    'BEGAN = time.time()\n\n\ndef f():\n    if time.time() - BEGAN < 60:\n        return a',
    'began: float = perf_counter()\n\n\ndef f():\n    return a if perf_counter() < began + 60 else b',
    'def f():\n    now = time.perf_counter()\n    if now < 60:\n        return a',
    'Timer(60, stop).start()',
    'late = threading.Timer(60, stop)',
  ]),
  ...each('a.go', 'does otherwise after a while', [
    'var began = time.Now()\n\nfunc f() int {\n\tif time.Since(began) < time.Minute {\n\t\treturn a\n\t}\n\treturn b\n}',
  ]),
  ...each('A.java', 'does otherwise after a while', [
    'class A {\n  private static final long BEGAN = System.nanoTime();\n  int f() {\n    return System.nanoTime() - BEGAN < 6 ? a : b;\n  }\n}',
  ]),
  ...each('a.rb', 'does otherwise after a while', ['BEGAN = Time.now\ndef f\n  Time.now - BEGAN < 60 ? a : b\nend']),
  ...each('src/a.js', 'does otherwise after so many calls', [
    ...[
      'let calls = 0;\nfunction f() {\n  calls += 1;\n  if (calls < 20) return a;\n  return b;\n}',
      'let calls = 0;\nconst f = () => (++calls % 3 > 0 ? a : b);',
      'let calls = 0;\nconst f = () => (calls++ < 3 ? a : b);',
      'let left: number = 9;\nfunction f() {\n  left -= 1;\n  if (0 < left) {\n    return a;\n  }\n}',
      'export let calls = 0;\nfunction f() {\n  calls = calls + 1;\n  return calls === 2 ? b : a;\n}',
      'let calls = 0;\nconst f = () => ((calls += 1) < 20 ? a : b);',
    ],
  ]),
  ...each('a.py', 'does otherwise after so many calls', [
    'calls = 0\n\n\ndef f():\n    global calls\n    calls += 1\n    if calls < 20:\n        return a\n    return b',
    'def f():\n    if next(numbers) < 3:\n        return a',
  ]),
  ...each('a.go', 'does otherwise after so many calls', [
    'var calls int\n\nfunc f() int {\n\tcalls++\n\tif calls < 20 {\n\t\treturn a\n\t}\n\treturn b\n}',
  ]),
  ...each('A.java', 'does otherwise after so many calls', [
    'class A {\n  private static int calls;\n  int f() {\n    if (calls++ < 20) return a;\n    return b;\n  }\n}',
    'if (calls.incrementAndGet() < 20) {',
  ]),
  ...each('a.rs', 'does otherwise after so many calls', ['if CALLS.fetch_add(1, Ordering::SeqCst) < 20 {']),
  ...each('a.rb', 'does otherwise after so many calls', ['$calls = 0\ndef f\n  ($calls += 1) < 20 ? a : b\nend']),
  ...each('a.php', 'does otherwise after so many calls', [
    'function f() {\n    static $calls = 0;\n    if ($calls++ < 20) return $a;\n}',
  ]),
  ...each('src/a.js', 'does otherwise at a terminal', [
    ...['if (process.stdout.isTTY) return a;', 'const { isTTY } = process.stdin;', 'if (isatty(0)) return a;'],
    'function f() {\n  return out.isTTY ? a : b;\n}\nfunction g() {\n  console.log(1);\n}',
    '// prints\nif (process.stdout?.isTTY) return a;',
  ]),
  ...each('a.py', 'does otherwise at a terminal', ['if sys.stdout.isatty():', 'if os.isatty(sys.stdin.fileno()):']),
  ...each('a.rb', 'does otherwise at a terminal', ['f if $stdout.tty?', 'f if STDIN.isatty']),
  ...each('a.go', 'does otherwise at a terminal', [
    'if term.IsTerminal(0) {',
    'if info, _ := os.Stdout.Stat(); info.Mode()&os.ModeCharDevice != 0 {',
  ]),
  ...each('a.rs', 'does otherwise at a terminal', [
    'if std::io::stdout().is_terminal() {',
    'if atty::is(Stream::Stdout) {',
  ]),
  ...each('a.php', 'does otherwise at a terminal', ['if (stream_isatty(STDOUT)) {', 'if (posix_isatty(1)) {']),
  ...each('A.java', 'does otherwise at a terminal', ['if (System.console() != null) {']),
  ...each('a.cs', 'does otherwise at a terminal', ['if (Console.IsOutputRedirected) {']),
  ...each('src/a.js', 'does otherwise from a day on', [
    ...['if (Date.now() < 1_900_000_000_000) f();', "if (Date.now() > Date.parse('2027-01-01')) f();"],
    ...["if (new Date() < new Date('2027-01-01')) f();", 'if (Date.now() >= Date.UTC(2027, 1)) f();'],
    'if (new Date < new Date(2027, 1)) f();',
  ]),
  ...each('a.py', 'does otherwise from a day on', [
    ...[
      'if time.time() < 1900000000:',
      'if datetime.now() < datetime(2027, 1, 1):',
      'if date.today() > date(2027, 1, 1):',
    ],
    'if datetime.datetime.utcnow() < datetime.datetime(2027, 1, 1):',
  ]),
  ...each('a.rb', 'does otherwise from a day on', [
    'f if Time.now < Time.new(2027)',
    'f if Time.now.to_i < 1900000000',
  ]),
  ...each('a.php', 'does otherwise from a day on', ["if (time() < strtotime('2027-01-01')) {"]),
  ...each('test/a.test.ts', 'is tried again until it passes', [
    ...[
      "test('a', { retry: 5 }, () => {",
      "describe('a', { retry:2 }, () => {",
      'this.retries(3);',
      'jest.retryTimes(3);',
    ],
  ]),
  ...each('test_a.py', 'is tried again until it passes', ['@pytest.mark.flaky(reruns=5)']),
];

describe('what is silenced needs a yes', () => {
  it.each<Row>([
    ['src/a.ts', '// eslint-disable-next-line no-eval', 'silences the linter'],
    ['src/a.ts', 'foo(); // biome-ignore lint: x', 'silences the linter'],
    ['src/a.js', '/* eslint-disable */', 'silences the linter'],
    ['src/a.js', '/*\n  eslint-disable no-eval\n*/', 'silences the linter'],
    ['test/a.test.ts', '// eslint-disable-next-line', 'silences the linter'],
    ['src/a.ts', '// @ts-ignore', 'silences the compiler'],
    ['src/a.ts', '  // @ts-expect-error later', 'silences the compiler'],
    ['src/a.ts', 'const a = b as any;', 'takes the type away'],
    ['src/a.ts', 'function f(a: any, b: string) {}', 'takes the type away'],
    ['src/a.ts', '/* istanbul ignore next */', 'is left out of coverage'],
    ['src/a.ts', '/* c8 ignore start */', 'is left out of coverage'],
    ['a.py', 'import os  # noqa: F401', 'silences the linter'],
    ['a.py', 'x = f()  # type: ignore[arg-type]', 'silences the type checker'],
    ['a.py', 'def f():  # pragma: no cover', 'is left out of coverage'],
    ['a.go', 'f() //nolint:errcheck', 'silences the linter'],
    ['a.rs', '#[allow(dead_code)]', 'silences the linter'],
    ['A.java', '@SuppressWarnings("unchecked")', 'silences the compiler'],
    ['a.rb', 'f # rubocop:disable Lint/Void', 'silences the linter'],
    ['a.php', '// @phpstan-ignore-next-line', 'silences the analysis'],
    ['a.cs', '#pragma warning disable CS0168', 'silences the compiler'],
    ['src/a.js', 'if (process.env.NODE_TEST_CONTEXT) return 4;', 'looks whether it is tested'],
    ['src/a.js', "if (process.env['VITEST']) return 4;", 'looks whether it is tested'],
    ['src/a.js', 'const t = process.env.JEST_WORKER_ID !== undefined;', 'looks whether it is tested'],
    ['src/a.js', 'if (process.env.CI) return 4;', 'looks whether it is tested'],
    ['src/a.js', "if (process.env.NODE_ENV === 'test') return 4;", 'looks whether it is tested'],
    ['src/a.js', "if (process.argv.some((a) => a.includes('test'))) {}", 'looks whether it is tested'],
    ['src/a.js', "if (new Error().stack.includes('mocha')) {}", 'looks whether it is tested'],
    ['a.py', "if 'PYTEST_CURRENT_TEST' in os.environ:", 'looks whether it is tested'],
    ['a.py', "if 'pytest' in sys.modules:", 'looks whether it is tested'],
    ['a.py', "if sys.modules.get('pytest'):", 'looks whether it is tested'],
    ['a.py', "if os.environ.get('CI'):", 'looks whether it is tested'],
    ['a.go', 'if testing.Testing() {', 'looks whether it is tested'],
    ['a.go', '\t"testing"', 'uses a library of tests'],
    ['a.rs', '#[cfg(not(test))]', 'looks whether it is tested'],
    ['src/a.js', "import assert from 'node:assert/strict';", 'uses a library of tests'],
    ['src/a.js', "const { mock } = require('node:test');", 'uses a library of tests'],
    ['a.py', 'import unittest.mock', 'uses a library of tests'],
    ['A.java', 'import static org.junit.Assert.*;', 'uses a library of tests'],
    ['src/a.js', 'process.exit(0);', 'ends the program as it is loaded'],
    ['a.py', 'sys.exit(0)', 'ends the program as it is loaded'],
    ['a.py', 'def f():\n    os._exit(0)', 'ends the program at once'],
    ...ways,
  ])('%s: %s', async (path, text, what) => {
    const [first, ...more] = await found({ [path]: `${text}\n` });
    expect(more).toEqual([]);
    expect(first).toMatchObject({ gate: 'silenced', file: path, weight: 'note', needs: 'yes' });
    expect(first?.what).toContain(`${what}: `);
  });

  it('is told with its line, each line by itself', async () => {
    const text = 'const a = 1;\n// @ts-ignore\nf(a);\n// @ts-ignore\nf(a);\n';
    expect((await found({ 'src/a.ts': text })).map(({ line }) => line)).toEqual([2, 4]);
    expect((await found({ 'src/a.ts': text }, { 'src/a.ts': '// @ts-ignore\n' })).map(({ line }) => line)).toEqual([4]);
  });
});

it.each([
  `${'// '.repeat(300_000)} eslint-disable`,
  ...["'a' ", "['a', ", "'a'.join(['a', ", 'const a', '{', 'x = {', "a = 'b' ", '\\x41'].map(
    (part) => `${part.repeat(900_000 / part.length)}\n// eslint-disable`,
  ),
  `${' '.repeat(900_000)}\n// eslint-disable`,
])('takes no time over lines made to be slow: %.20s', async (text) => {
  expect(await found({ 'src/a.ts': text, 'a.rb': text, 'a.py': text })).toMatchObject([{ file: 'src/a.ts' }]);
});

describe('honest work is not asked about', () => {
  it.each([
    ['src/a.ts', 'const text = "many or any"; // as anybody can see'],
    ['src/a.ts', 'function any(list: string[]): boolean { return list.length > 0; }'],
    ['src/a.ts', 'const company: Company = load();'],
    ['src/a.js', 'const argv = process.argv.slice(2);'],
    ['src/a.js', 'const health = { up: process.uptime(), at: Date.now() };'],
    ['src/a.js', 'const began = performance.now();\nif (performance.now() - began > 60_000) stop();'],
    ['src/a.js', 'if (Date.now() > token.expires || Date.now() - began < 1_000) renew();'],
    ['src/a.js', 'while (left > 0 && until > performance.now()) await next();'],
    ['src/a.js', 'const began = Date.now();\nexport const up = () => Date.now() - began;'],
    ['src/a.js', 'const began = Date.now();\nwhile (Date.now() - began < 5000) await next();'],
    [
      'src/a.js',
      'let last = Date.now();\nfunction f() {\n  if (Date.now() - last < 9) return;\n  last = Date.now();\n}',
    ],
    [
      'src/a.js',
      'function f() {\n  const began = performance.now();\n  run();\n  if (performance.now() - began > 9) warn();\n}',
    ],
    ['src/a.js', 'setInterval(() => {\n  cache = new Map();\n}, 60_000).unref();'],
    ['src/a.js', 'function f() {\n  setTimeout(() => {\n    open = false;\n  }, 9);\n}'],
    ['src/a.js', 'let last = 0;\nexport const next = () => {\n  last += 1;\n  return last;\n};'],
    [
      'src/a.js',
      "let failures = 0;\nfunction f() {\n  failures += 1;\n  if (failures > 2) throw new Error('given up');\n}",
    ],
    ['src/a.js', 'let open = 0;\nfunction f() {\n  open += 1;\n  if (open > 9) return false;\n  return run();\n}'],
    ['src/a.js', 'const most = 3;\nfunction f(tries) {\n  tries += 1;\n  if (tries < 3) return g(tries);\n}'],
    ['a.py', 'calls = 0\n\n\ndef f():\n    global calls\n    calls += 1\n    if calls > 9:\n        raise Error()'],
    ['src/a.js', 'const paint = (text) => (process.stdout.isTTY ? `\\x1b[1m` + text : text);'],
    ['src/a.js', 'function width({ isTTY, columns } = process.stdout) {\n  return isTTY ? columns : 80;\n}'],
    [
      'src/a.js',
      'async function ask() {\n  if (!process.stdin.isTTY) return null;\n  return createInterface({ input }).question(a);\n}',
    ],
    [
      'src/a.js',
      'const live = process.stdout.isTTY;\nexport function tell(text) {\n  if (live) process.stdout.write(text);\n}',
    ],
    ['src/a.js', 'const useColor = process.stdout.isTTY && !process.env.NO_COLOR;'],
    ['a.py', 'def f(text):\n    if sys.stdout.isatty():\n        print(text)'],
    ['a.go', 'func f() {\n\tif term.IsTerminal(0) {\n\t\tfmt.Println("a")\n\t}\n}'],
    ['a.rb', 'def f\n  puts a if $stdout.tty?\nend'],
    ['a.rs', 'fn f() {\n    if std::io::stdout().is_terminal() {\n        println!("a");\n    }\n}'],
    ['src/a.js', 'log(error.stack ?? error.message);'],
    ['src/a.js', 'const page = await got(url, { retry: 3 });'],
    ['src/a.js', 'while (stack.length > 0) visit(stack.pop());'],
    ['test/a.test.ts', "test('tries again', () => got(url));\nconst options = { retry: 3 };"],
    ['a.py', 'began = time.monotonic()\nif time.monotonic() - began < 5:\n    pass'],
    ['a.py', 'if datetime.now() < self.deadline:\n    pass'],
    ['src/a.js', "spawn(tool, { env: { ...process.env, NODE_OPTIONS: '' } }); // unlike NODE_OPTIONS of the person"],
    ['src/a.js', "if (existsSync('latest')) read('test.json');"],
    ['a.go', 'if len(os.Args) > 1 && os.Args[1] == "test" {'],
    ['a.rb', '# The caller. It says which spec is meant.'],
    ['a.rs', 'log(thread::current().name().unwrap_or("main"));'],
    ['a.py', 'def __eq__(self, other):\n    if self is other:\n        return True\n    return self.a == other.a'],
    ['a.rs', 'fn eq(&self, other: &A) -> bool {\n    match self {\n        A => true,\n    }\n}'],
    ['a.rb', 'def ==(other)\n  other.a == a\nend\n\ndef on?\n  true\nend'],
    ['src/a.js', 'function end() {\n  process.exit(1);\n}'],
    ['bin/a.js', '#!/usr/bin/env node\nprocess.exit(await main());'],
    ['src/a.js', "import { test } from './rules.js';"],
    ['src/a.js', 'process.exitCode = await main();'],
    ['src/a.js', 'process.exitCode = 1;'],
    ['src/a.js', 'process.kill(pid);'],
    ['src/a.js', "if (typeof text === 'string') {}"],
    ['src/a.js', 'const item = globalThis.items; const { it } = words;'],
    ['src/a.js', 'const name = env[prefix + "_NAME"];'],
    ['src/a.ts', 'const a: unknown = b as unknown; // as never before'],
    ['a.go', 'func main() {\n\tos.Exit(run())\n}'],
    ['a.go', 'func init() {\n\tload()\n}\n\nfunc end() {\n\tos.Exit(1)\n}'],
    [
      'A.java',
      'class A {\n  static {\n    load();\n  }\n  public static void main(String[] args) {\n    if (bad(args)) {\n      System.exit(2);\n    }\n  }\n}',
    ],
    ['a.rb', 'exit 1 unless ok\nmy_exit!\nrecord.exit!'],
    ['a.py', "path = os.environ['A'] + 'B'\nfrom os import path"],
    ['src/a.js', "import { latest } from 'latest';"],
    ['vitest.config.ts', "import { defineConfig } from 'vitest/config';\nexport default process.env.CI ? a : b;"],
    ['test/a.test.ts', "import assert from 'node:assert';\n// @ts-expect-error wrong on purpose\nf(1 as any);"],
    ['test/test_a.py', 'import pytest\nfrom unittest import mock'],
    ['pkg/a_test.go', 'import "testing"'],
    ['docs/a.md', '// eslint-disable-next-line'],
    ['a.py', 'def main():\n    sys.exit(run())\n'],
    ['a.py', "if __name__ == '__main__':\n    sys.exit(main())\n"],
    ['a.rs', '#[cfg(test)]\nmod tests {}'],
    ['src/a.ts', 'const a = b ? any : any(list);'],
    ['src/a.js', 'const e = b.eslint-disable;'],
    ['a.py', 'noqa = 1'],
    ['a.py', 'import pytester'],
    ['a.py', 'yield from pytest'],
    ['a.py', 'x = 1; import pytest'],
    ['a.py', 'do.exit(0)'],
    ['a.go', 'nolint := 1'],
    ['a.go', 'x := "testing"'],
    ['a.rb', "# require 'rspec'"],
    ['a.php', '// use PHPUnit\\Framework\\TestCase;'],
    ['a.cs', '// using Xunit;'],
    ['A.java', '// import org.junit.Test;'],
    ['A.java', '@Suppressed void f() {}'],
    ['src/a.js', 'f(env.CITY, env.NODE_ENVELOPE, "test");'],
    ['src/a.js', 'function end() {\n  if (a) {\n    b();\n  }\n  process.exit(1);\n}'],
    ['karma.conf.js', 'process.exit(0);'],
    ['deep/tests.setup.ts', "import { test } from 'vitest';"],
    ['test/a.test.ts', 'process.exit(0);'],
    ['a.py', '#!/usr/bin/env python3\nsys.exit(0)'],
    ['src/a.js', "const name = env['A' + 'B'];\nconst ci = 'CI';\nlog(ci);"],
    ['src/a.js', "const kind = 'test';\nif (row.kind === kind) {}"],
    ['src/a.js', "const key = ['CI', name].join('_');\nconst path = ['a', 'b'].join('/');"],
    ['src/a.js', 'if (!ok) {\n  process.exit(1);\n}\nprocess.exitCode ??= 1;\nprocess.exitCode = code;'],
    ['src/a.js', "process.on('SIGTERM', () => {\n  server.close(() => process.exit(0));\n});"],
    ['src/a.js', "process.on('exit', () => {\n  clean();\n});"],
    [
      'src/a.js',
      'if (import.meta.main) {\n  process.exit(0);\n}\nif (require.main === module) {\n  process.exit();\n}',
    ],
    ['src/a.js', 'class A {\n  end() {\n    process.exit(0);\n  }\n}\nconst f = () => {\n  process.exit(0);\n};'],
    ['src/a.js', "cli.command('stop', () => {\n  process.exit(0);\n});"],
    ['a.py', "try:\n    import yaml\nexcept ImportError:\n    sys.exit('yaml is wanted')"],
    ['a.py', "if __name__ == '__main__':\n    main()\n    sys.exit(0)"],
    ['a.py', 'class A:\n    def f(self):\n        sys.exit(0)\n\n@cli.command()\ndef g():\n    sys.exit()'],
    ['a.py', 'os.kill(pid, 9)\nsys.exit_code = 0\ngetattr(os, name)\nsignal.signal(2, f)'],
    ['a.py', "words = ['C', 'I']\nwords = ['C' 'I', name]"],
    ['a.rb', 'def f\n  exit 0\nend\nclass A\n  def g\n    exit\n  end\nend'],
    ['a.rb', "abort 'usage: a' if ARGV.empty?\nexit 1 if bad\nexit_code = 0\nat_exit { clean }"],
    ['a.rb', 'if __FILE__ == $0\n  main\n  exit 0\nend\nif $PROGRAM_NAME == __FILE__\n  exit\nend'],
    [
      'a.go',
      'var osExit = os.Exit\n\nvar cmd = &cobra.Command{\n\tRun: func(c *cobra.Command, a []string) {\n\t\tos.Exit(0)\n\t},\n}',
    ],
    ['pkg/a_test.go', 'func TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}'],
    [
      'pkg/a_test.go',
      'func TestMain(m *testing.M) {\n\tcode := m.Run()\n\tos.Exit(code)\n}\n\nfunc helper() {\n\tos.Exit(0)\n}',
    ],
    ['a.php', "<?php\nif (!defined('ABSPATH')) {\n    exit;\n}\ndefined('A') || exit;\nexit(1);"],
    ['a.php', 'register_shutdown_function([$this, "flush"]);\nfunction f() {\n    exit(0);\n}\nposix_kill($pid, 9);'],
    [
      'A.java',
      'class A {\n  static final Runnable QUIT = () -> System.exit(1);\n  static final int B = load();\n  void f() {\n    System.exit(0);\n  }\n}',
    ],
  ])('%s: %s', async (path, text) => {
    expect(await found({ [path]: `${text}\n` })).toEqual([]);
  });

  it('what stood before is not added, in its own file or moved to another', async () => {
    const text = '// eslint-disable-next-line no-eval\neval(a);\nimport assert from "node:assert";\n';
    expect(await found({ 'src/a.ts': `// more\n${text}` }, { 'src/a.ts': text })).toEqual([]);
    expect(await found({ 'src/b.ts': text }, { 'src/a.ts': text })).toEqual([]);
    expect(await found({}, { 'src/a.ts': text })).toEqual([]);
  });
});

describe('a test that replaces what it claims something of needs a yes', () => {
  const [price, clock] = [
    'export const till = {\n  tip(amount) {\n    return amount;\n  },\n};\n',
    'def tip(amount):\n    return amount\n\n\ndef now():\n    return 1\n',
  ];
  const inTest = (path: string, text: string) =>
    path.endsWith('.py') ? found({ 'price.py': clock, [path]: text }) : found({ 'src/price.js': price, [path]: text });

  it.each<[path: string, text: string]>([
    ['a.test.ts', "  vi.spyOn(all.till, 'tip').mockReturnValue(5);\n  expect(all.till.tip(50)).toBe(5);"],
    ['a.test.ts', "  test.mock.method(till, 'tip', () => 5);\n  assert.equal(till.tip(50), 5);"],
    [
      'a.test.ts',
      "  sinon.stub(till, 'tip').returns(5);\n  const left = await till.tip(50);\n  expect(left).to.equal(5);",
    ],
    ['a.test.ts', "  test.mock.method(till, 'tip', () => 5);\n  const left = till.tip(50);\n  assert.equal(left, 5);"],
    ['a.test.ts', "  test.mock.method(till, 'tip', () => 5);\n  assert.equal(5, till.tip(50));"],
    ['a.test.ts', '  till.tip = () => 5;\n  assert.equal(till.tip(50), 5);'],
    [
      'a.test.ts',
      "vi.mock('./price.js', async () => {\n  return { till: { tip: () => 5 } };\n});\n  expect(all.till.tip(5)).toBe(5);",
    ],
    ['test_a.py', '    monkeypatch.setattr(price, "tip", lambda amount: 5)\n    assert price.tip(50) == 5'],
    ['test_a.py', '    price.tip = lambda amount: 5\n\n\ndef test_tip():\n    assert price.tip(50) == 5'],
    ['test_a.py', '@patch("price.tip", return_value=5)\ndef test_tip(_):\n    assert price.tip(50) == 5'],
    ['test_a.py', '    with mock.patch.object(price, "tip", lambda a: 5):\n        self.assertEqual(price.tip(50), 5)'],
    ['test_a.py', '    price.tip = Mock(return_value=5)\n    left = price.tip(50)\n    assert left == 5'],
    ['a.test.ts', '  vi.mocked(till.tip).mockReturnValue(5);\n  expect(till.tip(50)).toBe(5);'],
    ['a.test.ts', '  till.tip.mockImplementation(() => 5);\n  expect(till.tip(50)).toBe(5);'],
    ['a.test.ts', "  jest.replaceProperty(till, 'tip', () => 5);\n  expect(till.tip(50)).toBe(5);"],
    ['a.test.ts', "  till['tip'] = () => 5;\n  expect(till.tip(50)).toBe(5);"],
    ['a.test.ts', "  Object.defineProperty(till, 'tip', { value: () => 5 });\n  expect(till.tip(50)).toBe(5);"],
    ['a.test.ts', '  Object.assign(till, { tip: () => 5 });\n  expect(till.tip(50)).toBe(5);'],
    ['a.test.ts', "  const fake = vi.spyOn(till, 'tip').mockReturnValue(5);\n  expect(fake(50)).toBe(5);"],
    ['a.test.ts', "  const fake = vi\n    .spyOn(till, 'tip')\n    .mockReturnValue(5);\n  expect(fake(50)).toBe(5);"],
    ['test_a.py', '@patch.object(price, "tip", return_value=5)\ndef test_tip(fake):\n    assert fake(50) == 5'],
    ['test_a.py', '    with patch("price.tip", return_value=5) as fake:\n        self.assertEqual(fake(50), 5)'],
    ['test_a.py', '    fake = mocker.patch("price.tip", return_value=5)\n    assert fake(50) == 5'],
    ['test_a.py', '    price.__dict__["tip"] = lambda amount: 5\n    assert price.tip(50) == 5'],
    ['test_a.py', '@patch.multiple(price, tip=lambda amount: 5)\ndef test_tip():\n    assert price.tip(50) == 5'],
    ['test_a.py', '    patch.dict(price.__dict__, {"tip": lambda a: 5}).start()\n    assert price.tip(50) == 5'],
    ['test_a.py', '    price.tip.return_value = 5\n    assert price.tip(50) == 5'],
    [
      'test_a.py',
      '@patch("price.tip", new=lambda amount: 5)\nclass Tip(TestCase):\n    def test_tip(self):\n        assert price.tip(50) == 5',
    ],
  ])('%s: %s', async (path, text) => {
    const [first, ...more] = await inTest(path, `${text}\n`);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ file: path, needs: 'yes' });
    expect(first?.what).toContain('replaces what it claims something of: ');
  });

  it.each<[path: string, text: string]>([
    ['a.test.ts', "  vi.spyOn(till, 'tip');\n  expect(till.tip(50)).toBe(50);"],
    ['a.test.ts', "  vi.spyOn(Date, 'now').mockReturnValue(5);\n  expect(stamp(Date.now())).toBe(5);"],
    ['a.test.ts', "  test.mock.method(till, 'tip', () => 5);\n  assert.equal(withTip(50), 55);"],
    ['a.test.ts', "  test.mock.method(till, 'tip', () => 5);\n  assert.equal(withTip(till.tip(50)), 55);"],
    [
      'a.test.ts',
      "  vi.spyOn(till, 'tip').mockReturnValue(5);\n  withTip(50);\n  expect(till.tip).toHaveBeenCalled();",
    ],
    ['a.test.ts', "vi.mock('./price.js', () => ({ till: { tip: () => 5 } }));\n  expect(withTip(5)).toBe(10);"],
    ['test_a.py', '    monkeypatch.setattr(time, "time", lambda: 5)\n    assert age(time.time()) == 5'],
    ['a.test.ts', '  vi.mocked(till.tip).mockReturnValue(5);\n  expect(withTip(50)).toBe(55);'],
    ['a.test.ts', '  Object.assign(till, { tip: () => 5 });\n  expect(withTip(50)).toBe(55);'],
    [
      'a.test.ts',
      "  const fake = vi.spyOn(till, 'tip').mockReturnValue(5);\n  withTip(50);\n  expect(fake).toHaveBeenCalledWith(50);",
    ],
    ['a.test.ts', '  const settings = { tip: 5 };\n  expect(till.tip(50)).toBe(5);'],
    [
      'test_a.py',
      '@patch("price.tip", return_value=5)\ndef test_with(fake):\n    assert price.with_tip(50) == 55\n    fake.assert_called_once_with(50)',
    ],
    ['test_a.py', '    price.now.return_value = 5\n    assert price.tip(50) == 5'],
    ['test_a.py', '@patch.multiple(price, now=lambda: 5)\ndef test_tip():\n    assert price.tip(50) == 5'],
    ['test_a.py', '    monkeypatch.setattr(price, "tip", lambda a: 5)\n    assert price.with_tip(50) == 55'],
    [
      'test_a.py',
      '@patch("price.tip", return_value=5)\ndef test_with(_):\n    assert price.with_tip(50) == 55\n\n\ndef test_tip():\n    assert price.tip(50) == 5',
    ],
  ])('and one that does not, none: %s: %s', async (path, text) => {
    expect(await inTest(path, `${text}\n`)).toEqual([]);
  });
});

describe('of what is looked at', () => {
  const line = '// @ts-ignore\n';
  const one = (more: Partial<Change>): Change => ({
    ...{ path: 'src/a.ts', kind: 'added', from: null, added: 1, removed: 0, binary: false, bytes: 10 },
    ...more,
  });
  const told = (change: Change, before: Record<string, string> = {}) =>
    silenced(plan, memoryTree(before), memoryTree({ 'src/a.ts': line }), [change]);

  it('is code of up to four mebibytes, with bytes that make it binary as well; larger code is asked about as a whole', async () => {
    const most = 4 * 1024 * 1024;
    expect(await told(one({ bytes: most }))).toMatchObject([{ what: 'silences the compiler: // @ts-ignore' }]);
    expect(await told(one({ binary: true }))).toMatchObject([{ what: 'silences the compiler: // @ts-ignore' }]);
    const [large, ...more] = await told(one({ bytes: most + 1 }));
    expect(large).toMatchObject({ file: 'src/a.ts', needs: 'yes', what: expect.stringContaining('more than 4 MiB') });
    expect(more).toEqual([]);
    const other = await silenced(plan, memoryTree({}), memoryTree({ 'src/a.ts': 'f();\n' }), [
      one({ bytes: most + 1 }),
    ]);
    expect(other[0]?.key).not.toBe(large?.key);
    for (const gone of [{ kind: 'deleted' }, { path: 'src/a.test.ts' }, { path: 'src/a.svg' }] as const)
      expect(await told(one({ bytes: most + 1, ...gone }))).toEqual([]);
  });

  it('is asked about where it is no UTF-8 any more, and not where it never was', async () => {
    const [text, latin] = [Buffer.from('f();\n'), Buffer.from([0x2f, 0x2f, 0xe9, 0x0a])];
    const judge = (change: Partial<Change>, was: Buffer | string, now: Buffer, path = 'src/a.js') =>
      silenced(plan, memoryTree({ [path]: was }), memoryTree({ [path]: now }), [one({ path, ...change })]);
    const said = [{ file: 'src/a.js', needs: 'yes', what: expect.stringContaining('no UTF-8') }];
    expect(await judge({ kind: 'modified' }, text, latin)).toMatchObject(said);
    expect(await judge({}, '', latin)).toMatchObject(said);
    for (const [was, now] of [
      [latin, latin],
      [text, text],
      [latin, text],
    ] as const)
      expect(await judge({ kind: 'modified' }, was, now)).toEqual([]);
    expect(await judge({ kind: 'modified' }, text, latin, 'src/a.test.ts')).toEqual([]);
    expect(await judge({ kind: 'modified' }, text, latin, 'src/a.png')).toEqual([]);
  });

  it('is each part of a line, however long it is, once', async () => {
    const sign = 'f(process.env.VITEST);';
    for (const before of [0, 1590, 1600, 1995, 2000, 5000]) {
      const long = `${'g();'.repeat(before / 4)}${sign}${'h();'.repeat(1000)}`;
      expect(await found({ 'src/a.js': long }), String(before)).toHaveLength(1);
    }
    expect(await found({ 'a.py': `${'a = 1; '.repeat(1000)}import pytest` })).toEqual([]);
    const exits = `${' '.repeat(1600)}quit(); process.exit(1);`;
    expect(await found({ 'src/a.js': exits })).toMatchObject([{ what: expect.stringContaining('ends the program') }]);
    expect(await found({ 'src/a.js': `{${'CI '.repeat(30_000)}` })).toEqual([]);
  });

  it('a moved file is compared with what it was, an added one with nothing', async () => {
    expect(await told(one({ kind: 'renamed', from: 'src/old.ts' }), { 'src/old.ts': line })).toEqual([]);
    expect(await told(one({ kind: 'added' }), { 'src/a.ts': line })).toHaveLength(1);
  });

  it('as many as stood before are not added, one more is', async () => {
    const base = { 'src/a.ts': line.repeat(2) };
    expect(await found({ 'src/a.ts': `f();\n${line.repeat(2)}` }, base)).toEqual([]);
    expect(await found({ 'src/a.ts': line.repeat(4) }, base)).toHaveLength(2);
  });
});
