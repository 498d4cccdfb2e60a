#!/usr/bin/env node
// The installed launcher: says clearly what it needs, then runs the program in this same process. Kept to syntax that old Node.js reads.

const wanted = 24;
if (Number.parseInt(process.versions.node, 10) < wanted) {
  const error = `Drover needs Node.js ${wanted} or newer; this is ${process.version} (${process.execPath}).`;
  const hint = `Install Node.js ${wanted}, or run drover with it: /path/to/node${wanted} ${process.argv[1]}`;
  if (process.argv.includes('--json') || process.argv.includes('--jsonl'))
    process.stdout.write(`${JSON.stringify({ ok: false, error, error_code: 'NODE_TOO_OLD', hint })}\n`);
  else process.stderr.write(`${error} [NODE_TOO_OLD]\n${hint}\n`);
  process.exitCode = 1;
} else {
  const bundled = new URL('../dist/cli.mjs', import.meta.url);
  // Not `import`ed: a facade of all exports would be made first, which takes 3 ms.
  const isBuilt = process.getBuiltinModule('node:fs').existsSync(bundled);
  await import(isBuilt ? bundled.href : new URL('../src/surfaces/cli/main.ts', import.meta.url).href);
}
