// What Drover starts, started by nobody else: the scripted agent, and the tests of the demo.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BuiltCli } from './built-cli.ts';

const agent = join(import.meta.dirname, '..', 'dist', 'scripted.mjs');

export const scriptOf = (path: string): string => join(path, 'script.json');

export function bareAgent({ folder }: BuiltCli, prompt: string): void {
  const where = ['--script', scriptOf(folder.path), '--cwd', folder.checkout];
  const argv = [agent, ...where, '--mode', 'analysis', '--session-id', randomUUID()];
  const { status } = spawnSync(process.execPath, argv, { env: folder.env, cwd: folder.checkout, input: prompt });
  if (status !== 0) throw new Error(`the bare agent ended with ${status}`);
}

/** The gate's own command in the checkout, or in another folder; with `files` those alone. As often as it takes to be known: milliseconds. */
export function bareTests(
  { folder }: BuiltCli,
  { cwd = folder.checkout, files = [] }: { readonly cwd?: string; readonly files?: readonly string[] } = {},
): number {
  const argv = files.length === 0 ? ['test'] : ['test', '--', ...files];
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    execFileSync('npm', argv, { cwd, env: { ...folder.env }, stdio: 'ignore' });
    return performance.now() - begun;
  });
  return times.toSorted((one, other) => one - other)[2] ?? 0;
}
