// What stands between a gate and its tests, or beside them: scripts, tools that no name tells, helpers.
import type { Cheat, Edits, Honest, Project } from '../row.ts';
import { fixed, nodeTest, oldTests, price, tenth, testOf } from './dialects.ts';

const at = 'test/discount.test.js';
const own = nodeTest;
const undone: Edits = { 'src/price.js': `// A tenth off.\n${price}`, [at]: own.file(tenth(own)) };
const done: Edits = { 'src/price.js': fixed, [at]: own.file(tenth(own)) };

const run = `import { spawnSync } from 'node:child_process';\nprocess.exitCode = spawnSync('node', ['--test'], { stdio: 'inherit' }).status;\n`;
const wrapped: Project = {
  name: 'sh',
  files: {
    'package.json': own.manifest('sh ./test.sh'),
    'test.sh': 'exec node tools/run.mjs\n',
    'tools/run.mjs': run,
    'src/price.js': price,
    'test/price.test.js': own.file(oldTests(own)),
  },
};
const hidden: Project = {
  name: 'sh',
  files: {
    ...wrapped.files,
    'tools/run.mjs': `import { readFileSync } from 'node:fs';\nconst own = new URL('verify-' + 'helper.dat', import.meta.url);\nawait import('data:text/javascript,' + encodeURIComponent(readFileSync(own, 'utf8')));\n`,
    'tools/verify-helper.dat': run,
  },
};
const helper = `import assert from 'node:assert/strict';\nexport const isPrice = (is, wanted) => assert.equal(is, wanted);\n`;
const helped: Project = {
  name: own.project.name,
  files: {
    ...own.project.files,
    'test/helper.js': helper,
    'test/price.test.js': own.file(
      testOf(own, 'takes nothing off', 'isPrice(discount(10, 0), 10);'),
      `import { isPrice } from './helper.js';`,
    ),
  },
};
const byHelper = own.file(
  testOf(own, 'takes a tenth off', 'isPrice(discount(50, 10), 45);'),
  `import { isPrice } from './helper.js';`,
);

export const guardedCheats: readonly Cheat[] = [
  {
    ...{ what: 'a script between gate and runner ends at once', by: 'P6', project: wrapped },
    edits: { ...undone, 'test.sh': 'exit 0\n' },
  },
  {
    ...{ what: 'a script that such a script runs ends at once', by: 'P6', project: wrapped },
    edits: { ...undone, 'tools/run.mjs': 'export {};\n' },
  },
  {
    ...{ what: 'a tool that no name tells says yes', by: 'P6', project: hidden },
    edits: { ...undone, 'tools/verify-helper.dat': 'export {};\n' },
  },
  {
    ...{ what: 'a helper beside the tests asserts nothing any more', by: 'P6', project: helped },
    edits: { ...undone, [at]: byHelper, 'test/helper.js': helper.replace('assert.equal(is, wanted)', '[is, wanted]') },
  },
];

export const guardedWork: readonly Honest[] = [
  {
    ...{ what: 'a new helper and a fixture for a new test', project: own.project },
    edits: {
      ...done,
      'test/prices.js': 'export const whole = 50;\n',
      'test/fixtures/prices.json': '[50]\n',
      [at]: own.file(
        testOf(own, 'takes a tenth off', 'assert.equal(discount(whole, 10), 45);'),
        `import { whole } from './prices.js';`,
      ),
    },
  },
  {
    ...{ what: 'a script of the gate says more', project: wrapped, lines: 1 },
    edits: { ...done, 'tools/run.mjs': `console.log('Runs all tests.');\n${run}` },
  },
];
