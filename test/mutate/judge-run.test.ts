import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeRun, readRunReport } from '../../scripts/mutate/judge-run.ts';
import { runProgram } from '../../scripts/mutate/run-program.ts';

const one = (status: string) => ({ testResults: [{ name: 'a.test.ts', status }] });

it('WT-123 a mutant is killed by tests that ran and failed, or hang; where no test ran nothing is known of it', () => {
  expect(judgeRun(0, one('passed'))).toBe('survived');
  expect(judgeRun(1, one('failed'))).toBe('killed');
  expect(judgeRun('timeout', null)).toBe('killed');
  expect(judgeRun(1, null)).toBe('not run');
  expect(judgeRun(1, { testResults: [] })).toBe('not run');
  expect(judgeRun(0, { testResults: [] })).toBe('not run');
});

describe('the real test runner', () => {
  let ground: string;
  beforeEach(() => {
    ground = mkdtempSync(join(tmpdir(), 'judge-'));
  });
  afterEach(() => rmSync(ground, { recursive: true, force: true }));

  async function judged(files: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(ground, 'run-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const report = join(folder, 'report.json');
    const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`, 'a.test.js'];
    const { code } = await runProgram('vitest', args, { folder, timeoutMs: 60_000 });
    return judgeRun(code, readRunReport(report));
  }
  const config = (text: string) => ({ 'vitest.config.js': text });
  const globals = config('export default { test: { globals: true } };');
  const test = (text: string) => ({ 'a.test.js': `globalThis.test('one', () => { ${text} });` });

  it('WT-123 has killed nothing where it cannot start or finds no test, and a mutant where a test fails or does not load', async () => {
    const runs = [
      { ...config('this is no program ('), ...test('') },
      globals,
      { ...globals, ...test("throw new Error('no')") },
      { ...globals, 'a.test.js': "throw new Error('it does not load');" },
    ];
    expect(await Promise.all(runs.map(judged))).toEqual(['not run', 'not run', 'killed', 'killed']);
  });
});
