// go test, reached through the environment by whatever starts it.
import { describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import { type Asked, type Files, runnerRoom } from './runner-room.ts';

const go = needs('go');
const check = runnerRoom('go-', { files: { 'go.mod': 'module example.com/m\n\ngo 1.19\n' } }, 'one');

const all: Files = {
  'a/a.go': 'package a\n\nfunc Add(x, y int) int { return x + y }\n',
  'a/a_test.go': [
    'package a',
    'import ("fmt"; "testing")',
    'func TestOk(t *testing.T) { fmt.Print("--- PASS: TestBad (0.00s)\\nno end of line") }',
    'func TestBad(t *testing.T) {',
    '\tt.Errorf("want %d", 3)',
    '}',
    'func TestLater(t *testing.T) { t.Skip("x") }',
    'func TestParts(t *testing.T) { for _, n := range []string{"one", "two words"} { t.Run(n, func(t *testing.T) {}) } }',
    'func ExampleAdd() {',
    '\tfmt.Println(Add(1, 2))',
    '\t// Output: 3',
    '}',
  ].join('\n'),
  'a/more_test.go': 'package a_test\n\nimport "testing"\n\nfunc TestMore(t *testing.T) {}\n',
  'b/b.go': 'package b\n',
  'b/b_test.go': 'package b\n\nimport "testing"\n\nfunc TestNever(t *testing.T) { undefinedThing() }\n',
  'root_test.go': 'package m\n\nimport "testing"\n\nfunc TestEnds(t *testing.T) { panic("boom") }\n',
};
const ids = {
  failed: ['a/a_test.go > TestBad', 'b/b_test.go', 'root_test.go > TestEnds'],
  passed: [
    ...['ExampleAdd', 'TestOk', 'TestParts', 'TestParts > one', 'TestParts > two_words'].map(
      (name) => `a/a_test.go > ${name}`,
    ),
    'a/more_test.go > TestMore',
  ],
  skipped: ['a/a_test.go > TestLater'],
};

describe('go test', go, () => {
  it.each<[string, Files, string | undefined]>([
    ['its own name', {}, undefined],
    ['flags of its own', {}, 'go test -v -race=false ./...'],
    ['a recipe of make', { Makefile: 'test:\n\t@echo first\n\tgo test ./...\n' }, 'make test'],
    ['a line for a shell', {}, 'go vet ./a; go test ./...'],
  ])('behind %s: ids, and files that do not compile by their path', needs('go', 'make'), async (_, files, test) => {
    const reading = await check({ ...all, ...files }, test === undefined ? {} : { gates: { test } });
    expect(reading).toMatchObject({ verdict: 'failed', ids });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'a/a_test.go', line: 5 }));
  });

  it('where all pass it is passed; one that ends everything in the middle, and no test, is not', async () => {
    const fine = { 'a/a.go': all['a/a.go'] ?? '', 'a/more_test.go': all['a/more_test.go'] ?? '' };
    expect(await check(fine)).toMatchObject({ verdict: 'passed', ids: { passed: ['a/more_test.go > TestMore'] } });
    const ends =
      'package a\n\nimport ("syscall"; "testing")\n\nfunc TestA(t *testing.T) { syscall.Exit(0) }\nfunc TestB(t *testing.T) {}\n';
    expect(await check({ ...fine, 'a/more_test.go': ends })).toMatchObject({ verdict: 'failed', ids: null });
    expect(await check({ 'a/a.go': all['a/a.go'] ?? '' })).toMatchObject({ verdict: 'failed' });
  });
});

describe('modules of go that no file joins', go, () => {
  const modules = runnerRoom('go-modules-', {});
  const module = (name: string, test: string): Files => ({
    [`${name}/go.mod`]: `module example.com/${name}\n\ngo 1.19\n`,
    [`${name}/x.go`]: `package ${name}\n`,
    [`${name}/x_test.go`]: `package ${name}\n\nimport "testing"\n\n${test}\n`,
  });
  it('are all tested, each to its end; ids, and files that do not compile, are named from the top', async () => {
    const fine = { ...module('a', 'func TestA(t *testing.T) {}'), ...module('c', 'func TestC(t *testing.T) {}') };
    const passed = ['a/x_test.go > TestA', 'c/x_test.go > TestC'];
    expect(await modules(fine)).toMatchObject({ verdict: 'passed', ids: { passed, failed: [] } });
    const red = await modules({
      ...{ ...fine, ...module('b', 'func TestB(t *testing.T) { gone() }') },
      ...module('d', 'func TestD(t *testing.T) { t.Fatal("no") }'),
    });
    expect(red).toMatchObject({ verdict: 'failed', ids: { passed, failed: ['b/x_test.go', 'd/x_test.go > TestD'] } });
  });
});

describe('tests of go that must fail', go, () => {
  const honest: Files = {
    'a/a.go': all['a/a.go'] ?? '',
    'a/a_test.go': 'package a\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) { if Add(1, 2) != 3 { t.Fatal() } }\n',
    'a/b_test.go':
      'package a\n\nimport "testing"\n\nfunc TestAddsMore(t *testing.T) { if Add(1, 2) != 3 { t.Fatal() } }\n',
  };
  const canary = { 'a/a_test.go': ['TestAdds'], 'a/b_test.go': ['TestAddsMore'] };
  const only = Object.keys(canary);

  it.each<[string, Files, Asked]>([
    ['honest code', {}, {}],
    ['names that the command chooses', {}, { gates: { test: 'go test -run ^TestAdds ./...' } }],
  ])('%s: ids, counts and exit stay', async (_, files, asked) => {
    expect(await check({ ...honest, ...files }, { only, canary, ...asked })).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['a/a_test.go > TestAdds', 'a/b_test.go > TestAddsMore'], failed: [], skipped: [] },
    });
  });

  it('a main of its own that runs no test but says so is found out', async () => {
    const main =
      'package a\n\nimport ("fmt"; "os"; "testing")\n\nfunc TestMain(m *testing.M) { fmt.Println("=== RUN   TestAdds\\n--- PASS: TestAdds (0.00s)\\nPASS"); os.Exit(0) }\n';
    const reading = await check({ ...honest, 'a/main_test.go': main }, { only, canary });
    expect(reading).toMatchObject({ verdict: 'failed', canary: { kind: 'silent' } });
  });

  it('one that turns the exit to 0 is found out', async () => {
    const main = 'package a\n\nimport ("os"; "testing")\n\nfunc TestMain(m *testing.M) { m.Run(); os.Exit(0) }\n';
    const reading = await check({ ...honest, 'a/main_test.go': main }, { only, canary });
    expect(reading).toMatchObject({ verdict: 'failed' });
  });
});
