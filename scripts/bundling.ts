// How programs are bundled, for the package and for tests that start one again and again.
import type { BuildOptions, Plugin } from 'esbuild';

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
} satisfies BuildOptions;
