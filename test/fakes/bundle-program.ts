// A program of the tests in one file: from its sources each of its starts would load some two hundred.
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, stop } from 'esbuild';
import { banner, bundled, takesBuiltins } from '../../scripts/bundling.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/bundled');

/** Made from the sources as they are now. Named after what is in it, so that what is compiled of it serves the next run too; gives its path. */
export async function bundleProgram(source: string): Promise<string> {
  const { outputFiles } = await build({
    ...bundled,
    absWorkingDir: root,
    entryPoints: [source],
    write: false,
    plugins: [takesBuiltins],
    banner,
  });
  await stop();
  const text = outputFiles[0]?.contents ?? new Uint8Array();
  const name = `${basename(source, '.ts')}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`;
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  // Two workers may make the same one.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
