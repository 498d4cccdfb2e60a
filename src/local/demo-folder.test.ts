// The demo's material: a bug that the project's own tests miss, and a script whose test is red before its fix and green after it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DemoFolder, openDemoFolder } from './demo-folder.ts';
import { demoScript } from './demo-script.ts';

type Step = { write?: { path: string; text: string }; replace?: { path: string; old: string; new: string } };

const steps = demoScript.turns.flatMap((turn) => [...turn.do] as Step[]);

function tests({ checkout, env }: DemoFolder) {
  const { NODE_TEST_CONTEXT: _, ...clean } = env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: checkout,
    env: clean,
    encoding: 'utf8',
  });
  return { status, failed: (stdout.match(/^not ok .* - (?!.*\.js$)(.+)$/gm) ?? []).length };
}

it("is green before, red with the script's test alone, and green with its fix", async () => {
  const folder = await openDemoFolder(process.env, true);
  expect(tests(folder)).toEqual({ status: 0, failed: 0 });
  for (const { write } of steps) if (write) writeFileSync(join(folder.checkout, write.path), write.text);
  expect(tests(folder)).toEqual({ status: 1, failed: 2 });
  for (const { replace } of steps) {
    if (!replace) continue;
    const path = join(folder.checkout, replace.path);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(replace.old);
    writeFileSync(path, text.replace(replace.old, replace.new));
  }
  expect(tests(folder)).toEqual({ status: 0, failed: 0 });
  await folder.close(false);
});

it('asks the remote itself for a branch, and leaves no folder behind', async () => {
  const folder = await openDemoFolder(process.env, true);
  expect(await folder.branch('main')).toMatch(/^[0-9a-f]{40}$/);
  expect(await folder.branch('none')).toBeNull();
  await folder.close(false);
  expect(existsSync(folder.path)).toBe(false);
});

it("keeps its state, its configuration and its agent's memory to itself", async () => {
  const { env, path, close } = await openDemoFolder({ ...process.env, DROVER_CONFIG: '/x', GIT_DIR: '/y' }, true);
  expect(env.DROVER_HOME).toBe(join(path, 'drover'));
  expect(env.DROVER_SCRIPTED_STATE).toBe(join(path, 'agent'));
  expect([env.DROVER_CONFIG, env.GIT_DIR]).toEqual([undefined, undefined]);
  await close(false);
});

it('WT-20 trusts its sample to the last byte, and nothing that a template of the person’s git adds', async () => {
  const folder = await openDemoFolder(process.env, true);
  const git = (...words: readonly string[]) =>
    spawnSync('git', words, { cwd: folder.checkout, env: folder.env, encoding: 'utf8' }).stdout.trim();
  const config = JSON.parse(readFileSync(join(folder.path, 'drover', 'config.yaml'), 'utf8')) as { trust: string[] };
  expect(config.trust).toEqual([git('rev-parse', 'HEAD^{tree}')]);
  expect(git('config', 'core.hooksPath')).toBe(join(folder.checkout, '.git', 'hooks'));
  expect(existsSync(join(folder.checkout, '.git', 'hooks'))).toBe(false);
  await folder.close(false);
});
