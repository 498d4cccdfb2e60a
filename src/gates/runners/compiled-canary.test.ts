// Each is read by its own compiler in the tests with real runners; here is what of the test beside it stands in it.
import { describe, expect, it } from 'vitest';
import type { CanaryOf } from './canary.ts';
import { goCanary, javaCanary, phpCanary, rustCanary, sharpCanary } from './compiled-canary.ts';

const of = (more: Partial<CanaryOf>): CanaryOf => ({
  ...{ name: 'k7', mark: 'k7_1', like: ['cart', 'adds up!'], path: 'a', was: '' },
  ...more,
});

it('Go: its package, its conditions, and a name that begins as that of the test', () => {
  const was = '//go:build linux\n// +build linux\n// said\n\npackage shop_test\n';
  expect(goCanary(of({ like: ['TestCart/adds', 'up'], was }))).toBe(`//go:build linux
// +build linux

package shop_test

import "testing"

func TestCart_adds_k7_1_1(t *testing.T) { t.Fatal("as it must") }

func TestCart_adds_k7_1_2(t *testing.T) { t.Fatal("as it must") }
`);
  expect(goCanary(of({ like: ['FuzzCart'] }))).toContain('\npackage main\n');
  for (const word of ['Fuzz', 'Example', 'Benchmark'])
    expect(goCanary(of({ like: [`${word}Cart`] })), word).toContain('func TestCart_k7_1_1(');
});

it('Rust: functions at the end of the file', () => {
  expect(rustCanary(of({}))).toBe(
    [1, 2].map((at) => `\n#[test]\nfn cart_adds_up__k7_1_${at}() {\n    panic!("as it must");\n}\n`).join(''),
  );
});

it('words of the test are one word of no more than a name may have', () => {
  const [, name] = /^\n#\[test\]\nfn (\w+)_1\(\)/.exec(rustCanary(of({ like: ['a-b c'.repeat(100)] }))) ?? [];
  expect(name).toBe('a_b_c'.repeat(30));
});

it.each([
  ['namespace Shop\\Tests;\n', '<?php\n\nnamespace Shop\\Tests;\n\nfinal class Ck7_1Test'],
  ['  namespace Shop {\n', '<?php\n\nnamespace Shop;\n\nfinal class Ck7_1Test'],
  ['class A {}\n', '<?php\n\nfinal class Ck7_1Test'],
])('PHP: in the namespace of %j', (was, begins) => {
  const text = phpCanary(of({ was }));
  expect(text.startsWith(begins)).toBe(true);
  expect(
    text.endsWith(`Test extends \\PHPUnit\\Framework\\TestCase
{
    public function test_cart_adds_up__k7_1_1(): void { $this->fail('as it must'); }

    public function test_cart_adds_up__k7_1_2(): void { $this->fail('as it must'); }
}
`),
  ).toBe(true);
});

describe('Java and Kotlin', () => {
  it.each([
    ['import org.junit.jupiter.api.Test;', 'org.junit.jupiter.api.Test'],
    ['import org.testng.annotations.Test;', 'org.testng.annotations.Test'],
    ['import org.junit.Test;', 'org.junit.Test'],
  ])('in words of %s', (was, marked) => {
    expect(javaCanary(of({ path: 'ATest.java', was: `package  shop.cart;\n${was}\n` }))).toBe(`package shop.cart;

public class Ck7_1Test {
    @${marked} public void adds_up__k7_1_1() { throw new AssertionError("as it must"); }

    @${marked} public void adds_up__k7_1_2() { throw new AssertionError("as it must"); }
}
`);
    expect(javaCanary(of({ path: 'ATest.kt', was: `package shop\n${was}\n` }))).toBe(`package shop

class Ck7_1Test {
    @${marked} fun adds_up__k7_1_1() { throw AssertionError("as it must") }

    @${marked} fun adds_up__k7_1_2() { throw AssertionError("as it must") }
}
`);
  });

  it('without a package', () => {
    expect(javaCanary(of({ path: 'ATest.java' }))).toMatch(/^public class /);
  });
});

it.each([
  ['using NUnit.Framework;', '[NUnit.Framework.TestFixture]\n', 'NUnit.Framework.Test'],
  [
    'using Microsoft.VisualStudio.TestTools.UnitTesting;',
    '[Microsoft.VisualStudio.TestTools.UnitTesting.TestClass]\n',
    'Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod',
  ],
  ['using Xunit;', '', 'Xunit.Fact'],
])('C#: in words of %s', (was, group, marked) => {
  expect(sharpCanary(of({ was }))).toBe(`${group}public class Ck7_1Tests
{
    [${marked}] public void adds_up__k7_1_1() { throw new System.Exception("as it must"); }

    [${marked}] public void adds_up__k7_1_2() { throw new System.Exception("as it must"); }
}
`);
});
