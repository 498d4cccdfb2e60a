// Bundles the programs for the package: dist/PROGRAM.mjs, with their libraries, so that an install is nearly nothing but Drover itself; and the page, dist/web. Another folder than dist may be named.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { build as buildWith } from 'vite';
import { grammars } from '../src/gates/functions/grammars.ts';
import { banner, bundled, opensWhenCalled, takesBuiltins, wordsAsText } from './bundling.ts';
import { writeLicences } from './write-licences.ts';

const root = join(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(root, 'dist'));

const cli = 'src/surfaces/cli/main.ts';

/** What is started as a process, by its source. */
const programs: ReadonlyMap<string, string> = new Map([
  [cli, 'cli'],
  ['src/daemon/main.ts', 'daemon'],
  ['src/keeper/main.ts', 'keeper'],
  ['src/keeper/screen/worker.ts', 'screens'],
  ['src/agents/scripted/main.ts', 'scripted'],
  ['src/agents/hook/main.ts', 'hook'],
  ['src/agents/edits/main.ts', 'edits'],
  ['src/agents/pi/edits/main.ts', 'pi-edits'],
  ['src/sandbox/gateway/main.ts', 'gateway'],
  ['src/lookups/main.ts', 'lookup'],
  ['src/agents/opencode/plugin/main.ts', 'opencode-plugin'],
  ['src/git/remote/fetch-main.ts', 'fetch'],
  ['src/gates/functions/worker.ts', 'functions'],
  ['src/gates/hunks/worker.ts', 'hunks'],
  ['src/git/process/forker/main.ts', 'forker'],
]);

/** `new URL('../keeper/main.ts', import.meta.url)` in a source is `new URL('./keeper.mjs', ...)` in the package. */
const startsPrograms = (ownUrl = 'import.meta.url'): Plugin => ({
  name: 'starts-programs',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const named = text.replaceAll(
        /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
        (_, source) => `new URL('./${programOf(join(dirname(path), source))}.mjs', import.meta.url)`,
      );
      return { contents: named.replaceAll('import.meta.url', ownUrl), loader: 'ts' };
    });
  },
});

function programOf(path: string): string {
  const program = programs.get(relative(root, path));
  if (program === undefined) throw new Error(`${path} is started as a program, but the build does not know it`);
  return program;
}

const common = {
  ...bundled,
  absWorkingDir: root,
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  metafile: true,
} satisfies BuildOptions;

/** In one file, and what is imported on demand in files of its own. Returns the paths of all that went in. */
async function buildProgram(source: string, program: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...common,
    entryPoints: [{ in: source, out: program }],
    splitting: true,
    chunkNames: `${program}-[name]-[hash]`,
    plugins: [startsPrograms(), takesBuiltins],
    banner,
  });
  return Object.keys(metafile.inputs);
}

/** Loaded by `require`: as modules the same files start 2 ms later. */
const asCommonJs = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
} satisfies BuildOptions;

/** What CommonJS has instead of `import.meta.url`. */
const ownUrl = "require('node:url').pathToFileURL(__filename).href";

/**
 * The command line: each `import()` is a file of its own that shares nothing with the others, so that a command loads one or two files instead of
 * many small common ones. It has no classes or state that would have to be the same in both.
 */
async function buildCommandLine(): Promise<readonly string[]> {
  const pieces = new Map([['cli', join(root, cli)]]);
  const importsPieces: Plugin = {
    name: 'imports-pieces',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return null;
        const source = join(resolveDir, path);
        const name = nameOfPiece(source);
        pieces.set(name, source);
        return { path: `./${name}.cjs`, external: true };
      });
    },
  };
  const inputs: string[] = [];
  for (const [name, source] of pieces) {
    const plugins = [wordsAsText, opensWhenCalled, importsPieces, startsPrograms(ownUrl)];
    const { metafile } = await build({ ...common, ...asCommonJs, entryPoints: [{ in: source, out: name }], plugins });
    inputs.push(...Object.keys(metafile.inputs));
  }
  return inputs;
}

/** `src/surfaces/cli/help/help.ts` -> `cli-help`, `src/local/up.ts` -> `cli-local-up`. */
function nameOfPiece(source: string): string {
  const path = relative(join(root, 'src'), source);
  return `cli-${path.replace('surfaces/cli/', '').replace(/\.ts$/, '').replaceAll('/', '-')}`;
}

/** The same on every machine: nothing is compiled or fetched where it is installed. A tenth of their size is left of them packed. Returns the paths of all that went in. */
async function packGrammars(): Promise<readonly string[]> {
  const folder = join(dist, 'grammars');
  await mkdir(folder, { recursive: true });
  const parser: [string, string] = ['parser', 'node_modules/web-tree-sitter/web-tree-sitter.wasm'];
  const each = Object.keys(grammars).map((name): [string, string] => [
    name,
    `node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`,
  ]);
  for (const [name, source] of [parser, ...each]) {
    const packed = brotliCompressSync(await readFile(join(root, source)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
    });
    await writeFile(join(folder, `${name}.wasm.br`), packed);
  }
  return [parser, ...each].map(([, source]) => source);
}

/** Files for a browser. Returns the paths of all that went in. */
async function buildPage(): Promise<readonly string[]> {
  const configFile = join(root, 'web/vite.config.ts');
  const made = await buildWith({ configFile, build: { outDir: join(dist, 'web') } });
  const outputs = 'output' in made ? [made] : Array.isArray(made) ? made : [];
  return outputs
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .map((id) => relative(root, id));
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const others = [...programs].filter(([source]) => source !== cli);
const built = [
  buildCommandLine(),
  packGrammars(),
  buildPage(),
  ...others.map(([source, program]) => buildProgram(source, program)),
];
await copyFile(join(root, 'docs/openapi.json'), join(dist, 'openapi.json'));
await writeLicences(root, (await Promise.all(built)).flat(), join(dist, 'LICENCES.txt'));
