// What is loaded into each Node of a run that mocha judges: mocha has one reporter, and ours shows what its own would and writes each test down.

/** Loaded before the program itself; where that is mocha, its last word on the reporter is ours. */
export const mochaPreload = `'use strict';
const path = require('node:path');
const script = process.argv[1] || '';
if (/(^|[\\\\/])_?mocha(\\.[cm]?js)?$|[\\\\/]mocha[\\\\/]lib[\\\\/]cli[\\\\/]cli\\.[cm]?js$/.test(script)) {
  const words = ['--no-bail', '--reporter', path.join(__dirname, 'reporter.cjs')];
  if (!process.argv.includes(words[2])) {
    const end = process.argv.indexOf('--');
    process.argv.splice(end < 0 ? process.argv.length : end, 0, ...words);
  }
}
`;

export const mochaReporter = `'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { createRequire } = require('node:module');
const folder = path.join(__dirname, '..', 'reports');
const report = process.env.DROVER_EACH ? path.join(folder, process.pid + '.report') : path.join(__dirname, '..', 'report.jsonl');
if (process.env.DROVER_EACH) fs.mkdirSync(folder, { recursive: true });

/** What mocha itself shows by default, where it is found. */
function shown() {
  try {
    const own = createRequire(fs.realpathSync(process.argv[1]));
    return own('mocha').reporters.Spec;
  } catch {
    return class {};
  }
}

function titles(test) {
  // Told by another process it has no suites.
  if (typeof test.titlePath === 'function') return test.titlePath().map(String);
  const names = [];
  for (let at = test; at; at = at.parent) if (at.title) names.unshift(String(at.title));
  return names;
}

function fileOf(test) {
  for (let at = test; at; at = at.parent) if (at.file) return String(at.file);
  return '';
}

function turn(suite) {
  suite.tests.reverse();
  for (const each of suite.suites.reverse()) turn(each);
}

const write = (line) => fs.appendFileSync(report, JSON.stringify(line) + '\\n');

module.exports = class extends shown() {
  constructor(runner, options) {
    super(runner, options);
    // What the tests start themselves is none of ours.
    const left = (process.env.NODE_OPTIONS || '').split(/ (?=-)/).filter((word) => !word.includes('preload.cjs'));
    if (left.length > 0) process.env.NODE_OPTIONS = left.join(' ');
    else delete process.env.NODE_OPTIONS;
    if (process.env.DROVER_ORDER) turn(runner.suite);
    const tell = (status, test, error) => {
      const text = error === undefined ? '' : [error && error.message, error && error.stack].join('\\n').slice(0, 20000);
      write({ file: fileOf(test), path: titles(test), status, text });
    };
    runner.on('pass', (test) => tell('passed', test));
    runner.on('fail', (test, error) => tell('failed', test, error === undefined ? 'failed' : error));
    runner.on('pending', (test) => tell('skipped', test));
    runner.on('end', () => write({ end: true }));
  }
};
`;
