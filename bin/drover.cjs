#!/usr/bin/env node
// The installed launcher: says clearly what it needs, then runs the program in this same process. Kept to syntax that old Node.js reads; no module, which would start 2 ms later.

const wanted = 24;
/** A checkout brings its own Node.js for its scripts. */
const brought = require('node:path').join(__dirname, '../node_modules/node/bin/node');
if (Number.parseInt(process.versions.node, 10) >= wanted) begin();
else if (isAnother(brought)) runWith(brought);
else refuse();

function isAnother(node) {
  const { existsSync, realpathSync } = require('node:fs');
  return existsSync(node) && realpathSync(node) !== realpathSync(process.execPath);
}

function begin() {
  if (!require('node:fs').existsSync(`${__dirname}/../dist/cli.cjs`)) return void import('../src/surfaces/cli/main.ts');
  const state = process.env.DROVER_HOME || `${process.env.HOME}/.local/state/drover`;
  // Compiled once: a millisecond or two less at every start. Only where a daemon of ours has been: what is compiled is run.
  if (isOurs(state)) require('node:module').enableCompileCache(`${state}/cache`);
  require('../dist/cli.cjs');
}

/** One that is named from where one stands, or by a HOME that is not there, lies in whatever checkout that is. */
function isOurs(state) {
  const { existsSync, statSync } = require('node:fs');
  return state.startsWith('/') && existsSync(`${state}/host`) && statSync(state).uid === process.getuid();
}

/** As if it were this process: its terminal, its signals, its ending. */
function runWith(node) {
  const { spawn } = require('node:child_process');
  const child = spawn(node, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // What is typed on a terminal reaches both without us.
  const handOn = (signal) => (process.stdin.isTTY && signal === 'SIGINT' ? undefined : child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handOn);
  child.on('exit', (code, signal) => {
    process.removeAllListeners(signal || 'exit');
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
  child.on('error', refuse);
}

function refuse() {
  const error = `Drover needs Node.js ${wanted} or newer; this is ${process.version} (${process.execPath}).`;
  const hint = `Install Node.js ${wanted}, or run drover with it: /path/to/node${wanted} ${process.argv[1]}`;
  if (process.argv.includes('--json') || process.argv.includes('--jsonl'))
    process.stdout.write(`${JSON.stringify({ ok: false, error, error_code: 'NODE_TOO_OLD', hint })}\n`);
  else process.stderr.write(`${error} [NODE_TOO_OLD]\n${hint}\n`);
  process.exitCode = 1;
}
