// Bundles the program for the package: dist/*.mjs, one file for each process; the CLI in pieces, so that a quick command loads a small one.
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Every file that is started or loaded as a program of its own. */
const entries: Readonly<Record<string, string>> = {
  'src/surfaces/cli/main.ts': 'cli',
  'src/daemon/main.ts': 'daemon',
  'src/keeper/main.ts': 'keeper',
  'src/agents/scripted/main.ts': 'scripted',
  'src/git/fetch-main.ts': 'fetch',
};

/** `new URL('../keeper/main.ts', import.meta.url)` in a source is `new URL('./keeper.mjs', ...)` in the package. */
const programs: Plugin = {
  name: 'programs',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(
        /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
        (_, named) => `new URL('./${nameOf(join(dirname(path), named))}.mjs', import.meta.url)`,
      );
      return { contents, loader: 'ts' };
    });
  },
};

function nameOf(path: string): string {
  const source = relative(root, path);
  const name = entries[source];
  if (name === undefined)
    throw new Error(`${source} is started as a program, but ${basename(import.meta.filename)} does not know it`);
  return name;
}

/** What is native, or finds its own files beside itself, stays a package. */
const external = ['@lydell/node-pty', 'pg', 'pg-native', 'graphile-worker', '@secretlint/*'];

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'cli-[hash]',
  bundle: true,
  minify: true,
  keepNames: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [programs],
  external,
};

/** Bundled CommonJS packages ask for builtins with `require`. */
const banner = { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" };

await rm(dist, { recursive: true, force: true });
for (const [source, name] of Object.entries(entries))
  await build({
    ...common,
    entryPoints: [{ in: source, out: name }],
    ...(name === 'cli' ? { splitting: true } : { banner }),
  });
