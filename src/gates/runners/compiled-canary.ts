// Tests of ours that must fail where a language lets nobody patch what a test asserts with: each only fails.
import type { CanaryOf } from './canary.ts';
import { canaryCount } from './canary.ts';

const numbers = Array.from({ length: canaryCount }, (_, at) => at + 1);

/** Words of the test beside it, as one word. */
const wordsOf = (like: readonly string[]): string => like.join('_').replace(/\W+/g, '_').slice(0, 150);

/** A file of the same package, built where that of the tests is. */
export function goCanary({ mark, like, was }: CanaryOf): string {
  const conditions = was.split('\n').filter((line) => /^\/\/(?:go:build| \+build) /.test(line));
  const own = /^package[ \t]+(\w+)/m.exec(was)?.[1] ?? 'main';
  const begin = /^(?:Test|Fuzz|Example|Benchmark)/;
  const name = `Test${wordsOf(like.slice(0, 1)).replace(begin, '')}_${mark}`;
  const tests = numbers.map((at) => `func ${name}_${at}(t *testing.T) { t.Fatal("as it must") }\n`);
  return `${conditions.map((line) => `${line}\n`).join('')}\npackage ${own}\n\nimport "testing"\n\n${tests.join('\n')}`;
}

/** At the end of the file. */
export const rustCanary = ({ mark, like }: CanaryOf): string =>
  numbers.map((at) => `\n#[test]\nfn ${wordsOf([...like, mark])}_${at}() {\n    panic!("as it must");\n}\n`).join('');

/** phpunit wants one class a file, of the file's name. */
export const phpCanary = ({ mark, like, was }: CanaryOf): string => {
  const space = /^\s*namespace[ \t]+([\w\\\\]+)[ \t]*[;{]/m.exec(was)?.[1];
  const tests = numbers.map(
    (at) => `    public function test_${wordsOf([...like, mark])}_${at}(): void { $this->fail('as it must'); }\n`,
  );
  const within = space === undefined ? '' : `\nnamespace ${space};\n`;
  return `<?php\n${within}\nfinal class C${mark}Test extends \\PHPUnit\\Framework\\TestCase\n{\n${tests.join('\n')}}\n`;
};

/** In words of the library that the test beside it uses. */
export function javaCanary({ mark, path, like, was }: CanaryOf): string {
  const space = /^\s*package[ \t]+([\w.]+)/m.exec(was)?.[1];
  const marked = was.includes('org.junit.jupiter')
    ? 'org.junit.jupiter.api.Test'
    : was.includes('org.testng')
      ? 'org.testng.annotations.Test'
      : 'org.junit.Test';
  const kotlin = path.endsWith('.kt');
  const own = wordsOf([...like.slice(-1), mark]);
  const tests = numbers.map((at) =>
    kotlin
      ? `    @${marked} fun ${own}_${at}() { throw AssertionError("as it must") }\n`
      : `    @${marked} public void ${own}_${at}() { throw new AssertionError("as it must"); }\n`,
  );
  const end = kotlin ? '' : ';';
  const head = space === undefined ? '' : `package ${space}${end}\n\n`;
  return `${head}${kotlin ? '' : 'public '}class C${mark}Test {\n${tests.join('\n')}}\n`;
}

export function sharpCanary({ mark, like, was }: CanaryOf): string {
  const own = wordsOf([...like.slice(-1), mark]);
  const [group, marked] = /\bNUnit\.Framework\b/.test(was)
    ? ['NUnit.Framework.TestFixture', 'NUnit.Framework.Test']
    : /\bMicrosoft\.VisualStudio\.TestTools\b/.test(was)
      ? [
          'Microsoft.VisualStudio.TestTools.UnitTesting.TestClass',
          'Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod',
        ]
      : ['', 'Xunit.Fact'];
  const tests = numbers.map(
    (at) => `    [${marked}] public void ${own}_${at}() { throw new System.Exception("as it must"); }\n`,
  );
  return `${group === '' ? '' : `[${group}]\n`}public class C${mark}Tests\n{\n${tests.join('\n')}}\n`;
}
