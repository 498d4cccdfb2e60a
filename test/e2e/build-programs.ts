// Before the whole-program tests: what is shipped, built once and laid out as an installed package. Its programs start in a third of the time that the sources take.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built package. */
    built: string;
  }
}

const root = join(import.meta.dirname, '../..');

/** Its own folder: whoever builds the checkout meanwhile does not touch it. */
export default async function buildPrograms({ provide }: TestProject): Promise<() => void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drover-built-')));
  for (const name of ['package.json', 'bin', 'texts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // A build takes seconds; esbuild was once seen to wait for ever, and a run of tests with it.
  const argv = [join(root, 'scripts/build.ts'), join(folder, 'dist')];
  await promisify(execFile)(process.execPath, argv, { timeout: 300_000, killSignal: 'SIGKILL' });
  provide('built', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
