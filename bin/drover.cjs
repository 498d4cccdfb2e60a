#!/usr/bin/env node
// The installed launcher: says clearly what it needs, then runs the program in this same process. Kept to syntax that old Node.js reads; no module, which would start 2 ms later.

const wanted = 24;
if (Number.parseInt(process.versions.node, 10) < wanted) {
  const error = `Drover needs Node.js ${wanted} or newer; this is ${process.version} (${process.execPath}).`;
  const hint = `Install Node.js ${wanted}, or run drover with it: /path/to/node${wanted} ${process.argv[1]}`;
  if (process.argv.includes('--json') || process.argv.includes('--jsonl'))
    process.stdout.write(`${JSON.stringify({ ok: false, error, error_code: 'NODE_TOO_OLD', hint })}\n`);
  else process.stderr.write(`${error} [NODE_TOO_OLD]\n${hint}\n`);
  process.exitCode = 1;
} else if (require('node:fs').existsSync(`${__dirname}/../dist/cli.cjs`)) {
  const state = process.env.DROVER_HOME || `${process.env.HOME}/.local/state/drover`;
  // Compiled once: a millisecond or two less at every start. Only where a daemon has been.
  if (require('node:fs').existsSync(`${state}/host`)) require('node:module').enableCompileCache(`${state}/cache`);
  require('../dist/cli.cjs');
} else void import('../src/surfaces/cli/main.ts');
