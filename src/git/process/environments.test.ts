import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinnedEnv } from './environments.ts';

it.each([
  ['core.trustctime', 'false', 'true'],
  ['core.checkStat', 'minimal', 'default'],
  ['core.ignoreStat', 'true', 'false'],
  ['core.hooksPath', '/tmp/theirs', '/dev/null'],
])('%s = %s in the configuration of a repository does not count: %s', (key, theirs, ours) => {
  const cwd = mkdtempSync(join(tmpdir(), 'pins-'));
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd, env: pinnedEnv(process.env.PATH ?? ''), encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', '--local', key, theirs);
  expect(git('config', '--get', key)).toBe(ours);
});
