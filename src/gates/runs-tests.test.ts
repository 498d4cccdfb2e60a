import { describe, expect, it } from 'vitest';
import { runsTests } from './runs-tests.ts';

const own = ['node', 'scripts/all.js', '--fast'];

describe('PC-14 a command', () => {
  it.each([
    'node scripts/all.js --fast',
    'node scripts/all.js --fast test/a.test.js',
    'cd packages/a && npm test',
    'CI=1 npx vitest run src/a.test.ts',
    "bash -lc 'pytest -q tests'",
    'python3 -m pytest',
    'go test ./...',
    'timeout 60 cargo test',
    'npm run test:unit 2>&1 | tail -20',
    'npm --prefix web test',
    'npm -w packages/a run test',
    'pnpm -r --silent test',
    'pnpm --filter=./packages/a run test:unit',
    'yarn workspace a test',
    'make check',
    '`node --test`',
    'uv run pytest',
  ])('%s runs tests', (command) => {
    expect(runsTests(command, own)).toBe(true);
  });

  it.each([
    'ls test',
    'cat package.json',
    'node scripts/all.js --slow',
    'git commit -m tests',
    'npm run build',
    'npm install vitest',
    'yarn workspace test build',
    'echo done',
    '',
    'src/test.js',
  ])('%s runs none', (command) => {
    expect(runsTests(command, own)).toBe(false);
  });

  it('of any length is read at once', () => {
    for (const flags of [' -a', ' -a b']) expect(runsTests(`npm${flags.repeat(100_000)}`, own)).toBe(false);
  });

  it('is not taken for the gate where that has no words', () => {
    expect(runsTests('ls', [])).toBe(false);
  });
});
