// How programs are bundled, for the package and for tests that start one again and again.
import type { BuildOptions, Plugin } from 'esbuild';
import { requests } from '../src/contract/cli/requests.ts';
import { words } from '../src/contract/cli/words.ts';

/** One is native; the others are asked for by libraries and used where somebody has installed them. */
const external = ['@lydell/node-pty', 'pg-native', 'typescript'];

/** An `import` of one of Node's own libraries makes a facade of all its exports and so opens every lazy part of it: `node:http` alone takes 40 ms for what nobody uses here. */
export const takesBuiltins: Plugin = {
  name: 'takes-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : null,
    );
    onLoad({ filter: /^node:/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/** Of libraries that are one function each, and seldom called: their tables of letters are made when it is, not half a millisecond at every start. */
const functions: Readonly<Record<string, string>> = { 'fast-string-width': 'default', 'fast-wrap-ansi': 'wrapAnsi' };

export const opensWhenCalled: Plugin = {
  name: 'opens-when-called',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fast-(string-width|wrap-ansi)$/ }, ({ path, kind, resolveDir }) =>
      kind === 'import-statement' ? { path, namespace: 'when-called', pluginData: resolveDir } : null,
    );
    onLoad({ filter: /./, namespace: 'when-called' }, ({ path, pluginData }) => {
      const call = `(...given) => require('${path}').${functions[path]}(...given)`;
      const contents =
        functions[path] === 'default' ? `export default ${call};` : `export const ${functions[path]} = ${call};`;
      return { contents, resolveDir: pluginData };
    });
  },
};

/** The command line's words, each as text that is read when it is asked for: a table of them all takes a millisecond at every start. */
export const wordsAsText: Plugin = {
  name: 'words-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /contract\/cli\/words\.ts$/ }, () => {
      const texts = words.map((word) => [word.name, JSON.stringify(word)]);
      return { contents: lookedUp(JSON.stringify(texts)) };
    });
    onLoad({ filter: /contract\/cli\/requests\.ts$/ }, () => ({
      contents: `export const requests = JSON.parse(${JSON.stringify(JSON.stringify(requests))});`,
    }));
  },
};

const lookedUp = (texts: string): string => `const texts = new Map(${texts});
export const wordNames = [...texts.keys()];
export const wordNamed = (name) => (texts.has(name) ? JSON.parse(texts.get(name)) : undefined);
export const words = /* @__PURE__ */ wordNames.map(wordNamed);
`;

/** Bundled CommonJS packages ask for builtins with `require`. */
export const banner = { js: "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);" };

export const bundled = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  external,
  // Its other entry asks for its parts by a `require` that no bundler sees, so that they would be missing.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
} satisfies BuildOptions;
