// phpunit: its XML where flags reach it, what it prints where they do not.
import { describe, expect, it } from 'vitest';
import type { GateReading } from '../../src/ports/gates.ts';
import { needs } from '../needs/needs.ts';
import { type Files, runnerRoom } from './runner-room.ts';

const check = runnerRoom('phpunit with blank-', { asked: { gates: { test: 'phpunit tests' } } });

const test = (name: string, body: string, space = ''): string =>
  `<?php\n${space}use PHPUnit\\Framework\\TestCase;\nfinal class ${name} extends TestCase {\n${body}\n}\n`;
const all: Files = {
  'tests/AddTest.php': test(
    'AddTest',
    [
      '  public function testOk(): void { $this->assertSame(1, 1); }',
      '  public function testBreaks(): void {',
      '    $this->assertSame(1, 2);',
      '  }',
      "  public function testLater(): void { $this->markTestSkipped('x'); }",
      '  /** @dataProvider rows */',
      '  public function testRow(int $a): void { $this->assertSame($a, $a); }',
      "  public static function rows(): array { return ['one' => [1], [2]]; }",
    ].join('\n'),
  ),
};

describe('phpunit', needs('phpunit'), () => {
  it('counts and ids; behind a script of make what it prints', needs('phpunit', 'make'), async () => {
    const reading = await check(all);
    expect(reading).toMatchObject({
      verdict: 'failed',
      ids: {
        failed: ['tests/AddTest.php > AddTest > testBreaks'],
        passed: [
          'tests/AddTest.php > AddTest > testOk',
          'tests/AddTest.php > AddTest > testRow with data set "one"',
          'tests/AddTest.php > AddTest > testRow with data set #0',
        ],
        skipped: ['tests/AddTest.php > AddTest > testLater'],
      },
    });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'tests/AddTest.php', line: 6 }));
    const made = await check({ ...all, Makefile: 'test:\n\tphpunit tests\n' }, { gates: { test: 'make -k test' } });
    expect(made).toMatchObject({ verdict: 'failed', ids: null });
    const behind = await check(
      { ...all, Makefile: '.PHONY: test\ntest:\n\tphpunit tests\n' },
      { gates: { test: 'make test' } },
    );
    expect(behind).toMatchObject({ verdict: 'failed', ids: null, counts: { passed: 3, failed: 1, skipped: 1 } });
  });

  it('a file that ends php stands by its path; no test is no pass', async () => {
    const broken = await check({ ...all, 'tests/LoadTest.php': '<?php not_there();\n' });
    expect(broken).toMatchObject({ verdict: 'failed', ids: { failed: ['tests/LoadTest.php'] } });
    expect(await check({ 'tests/none.txt': '' })).toMatchObject({ verdict: 'failed' });
  });

  const beside = (add: string, more: Files = {}): Promise<GateReading> =>
    check(
      {
        'add.php': add,
        'tests/AddTest.php': test(
          'AddTest',
          "  public function testAdds(): void { require_once __DIR__ . '/../add.php'; $this->assertSame(3, add(1, 2)); }",
          'namespace Acme\\Tests;\n',
        ),
        ...more,
      },
      { canary: { 'tests/AddTest.php': ['AddTest', 'testAdds'] } },
    );

  it('tests that must fail stand beside honest ones; one that ends everything is found out', async () => {
    expect(await beside('<?php function add($a, $b) { return $a + $b; }')).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['tests/AddTest.php > AddTest > testAdds'], failed: [], skipped: [] },
    });
    const ends = await beside('<?php register_shutdown_function(fn() => exit(0)); function add($a, $b) { exit(0); }');
    expect(ends).toMatchObject({ verdict: 'failed' });
  });
});
