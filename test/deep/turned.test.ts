// Tests in another order, by each runner that can: one that needs the test before it passes in its own order alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGates } from '../../src/gates/create-gates.ts';
import { type Need, needs } from '../needs/needs.ts';
import { checkIn, type Files } from '../suites/gate-room.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turned-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Turned = { readonly tools: readonly Need[]; readonly run: string; readonly files: Files; readonly last: string };

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>acme</groupId><artifactId>m</artifactId><version>1</version>
  <properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><surefire.runOrder>alphabetical</surefire.runOrder></properties>
  <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies>
</project>`;

const rows: Readonly<Record<string, Turned>> = {
  mocha: {
    ...{ tools: [], run: 'mocha', last: 'test/a.test.js > two > second' },
    files: {
      'package.json': '{"type":"module"}',
      'test/a.test.js':
        "let is = false;\ndescribe('two', () => {\n  it('first', () => { is = true; });\n  it('second', () => { if (!is) throw new Error('no'); });\n});\n",
    },
  },
  'mocha, in suites': {
    ...{ tools: [], run: 'mocha', last: 'test/a.test.js > second > b' },
    files: {
      'package.json': '{"type":"module"}',
      'test/a.test.js':
        "let is = false;\ndescribe('first', () => it('a', () => { is = true; }));\ndescribe('second', () => it('b', () => { if (!is) throw new Error('no'); }));\n",
    },
  },
  unittest: {
    ...{ tools: ['python3'], run: 'python3 -m unittest', last: 'test_a.py > A > test_2' },
    files: {
      'test_a.py':
        'import unittest\n\nseen = []\n\n\nclass A(unittest.TestCase):\n    def test_1(self):\n        seen.append(1)\n\n    def test_2(self):\n        self.assertTrue(seen)\n',
    },
  },
  go: {
    ...{ tools: ['go'], run: 'go test ./...', last: 'a_test.go > TestLast' },
    files: {
      'go.mod': 'module m\n\ngo 1.18\n',
      'a_test.go': `package m\n\nimport "testing"\n\nvar seen int\n\n${[1, 2, 3, 4, 5, 6].map((n) => `func Test${n}(t *testing.T) { seen = seen*10 + ${n} }\n`).join('')}func TestLast(t *testing.T) {\n\tif seen != 123456 {\n\t\tt.Fatal(seen)\n\t}\n}\n`,
    },
  },
  rspec: {
    ...{ tools: ['rspec'], run: 'rspec', last: 'spec/a_spec.rb > a > last' },
    files: {
      'spec/a_spec.rb':
        '$seen = []\nRSpec.describe "a" do\n  (1..6).each { |n| it("number #{n}") { $seen << n } }\n  it("last") { expect($seen).to eq([1, 2, 3, 4, 5, 6]) }\nend\n',
    },
  },
  phpunit: {
    ...{ tools: ['phpunit'], run: 'phpunit tests', last: 'tests/ATest.php > ATest > testSecond' },
    files: {
      'tests/ATest.php':
        '<?php\nfinal class ATest extends PHPUnit\\Framework\\TestCase\n{\n    private static bool $is = false;\n    public function testFirst(): void { self::$is = true; $this->assertTrue(true); }\n    public function testSecond(): void { $this->assertTrue(self::$is); }\n}\n',
    },
  },
  maven: {
    ...{ tools: ['maven'], run: 'mvn -B -o -Dmaven.repo.local=/usr/share/maven-repo test' },
    last: 'src/test/java/acme/BTest.java > BTest > second',
    files: {
      'pom.xml': pom,
      'src/test/java/acme/ATest.java':
        'package acme;\npublic class ATest { static boolean is; @org.junit.Test public void first() { is = true; } }\n',
      'src/test/java/acme/BTest.java':
        'package acme;\npublic class BTest { @org.junit.Test public void second() { org.junit.Assert.assertTrue(ATest.is); } }\n',
    },
  },
};

describe('a test that needs the one before it', () => {
  for (const [runner, { tools, run, files, last }] of Object.entries(rows))
    it(`${runner}: passes in its own order, fails in the other`, { ...needs(...tools), timeout: 600_000 }, async () => {
      const check = (turned: boolean) => checkIn(folder, createGates([]), files, { gates: { test: run }, turned });
      expect((await check(false)).ids).toMatchObject({ failed: [], skipped: [] });
      expect((await check(true)).ids?.failed).toEqual([last]);
    });
});
