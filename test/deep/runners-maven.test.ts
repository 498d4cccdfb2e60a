// maven, offline with what Debian's packages bring: one project, for a Java takes its time to start.
import { describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import { type Files, runnerRoom } from './runner-room.ts';

const project: Files = {
  'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>acme</groupId><artifactId>m</artifactId><version>1</version>
  <properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies>
</project>`,
  'src/main/java/acme/Add.java':
    'package acme;\npublic class Add { public static int add(int a, int b) { return a + b; } }\n',
  'src/test/java/acme/AddTest.java': [
    'package acme;',
    'import static org.junit.Assert.*;',
    'import org.junit.*;',
    'public class AddTest {',
    '  @Test public void adds() { assertEquals(3, Add.add(1, 2)); }',
    '  @Ignore @Test public void later() {}',
    '}',
  ].join('\n'),
  Makefile: '.PHONY: test\ntest:\n\t@echo first\n\t@mvn -B -o -Dmaven.repo.local=/usr/share/maven-repo test\n',
};
const path = 'src/test/java/acme/AddTest.java';
const check = runnerRoom('maven with blank-', { files: project, asked: { gates: { test: 'make test' } } }, 'one');

describe('maven', needs('maven', 'make'), () => {
  it('tests that must fail stand beside honest ones, behind a recipe of make', async () => {
    expect(await check({}, { canary: { [path]: ['AddTest', 'adds'] } })).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: [`${path} > AddTest > adds`], failed: [], skipped: [`${path} > AddTest > later`] },
    });
  });

  it('a failure by its id and line; a report that lay there before is none', async () => {
    const wrong = (project[path] ?? '').replace('assertEquals(3', 'assertEquals(4');
    const forged = '<testsuite name="x"><testcase name="forged" classname="acme.AddTest"/></testsuite>';
    const reading = await check({ [path]: wrong, 'target/surefire-reports/TEST-acme.AddTest.xml': forged });
    expect(reading).toMatchObject({
      verdict: 'failed',
      ids: { passed: [], failed: [`${path} > AddTest > adds`], skipped: [`${path} > AddTest > later`] },
    });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: path, line: 5 }));
  });

  it('a file that does not compile stands by its path', async () => {
    const wrong = (project[path] ?? '').replace('Add.add', 'Add.none');
    expect(await check({ [path]: wrong })).toMatchObject({ verdict: 'failed', ids: { failed: [path] } });
  });
});
