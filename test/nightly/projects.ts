// Projects as people have them: what each looks like, the change a task makes in it, and what Drover is to find.

import type { GateDefinition } from '../../src/domain/evidence/gate-plan.ts';
import { asLine } from '../../src/domain/text/as-line.ts';
import { createGates } from '../../src/gates/create-gates.ts';
import { agentFiles } from '../fakes/footprints.ts';
import { memoryTree } from '../fakes/memory-tree.ts';
import type { Need } from '../needs/needs.ts';

type Files = Readonly<Record<string, string>>;
export type Manager = keyof typeof managers;

/** A registry that copies another has by now what came out before: a package with all that belongs to it. */
const settled = new Date(Date.now() - 90 * 24 * 3_600_000).toISOString();
const lockOnly = ['--package-lock-only', '--no-audit', '--no-fund', `--before=${settled}`];

/** Each with its lock file, and what makes one where nothing is installed yet. */
export const managers = {
  npm: { lock: 'package-lock.json', add: ['install', ...lockOnly, '--save-dev'] },
  pnpm: { lock: 'pnpm-lock.yaml', add: ['add', '--lockfile-only', '--save-dev'] },
  yarn: { lock: 'yarn.lock', add: ['add', '--dev', '--ignore-scripts', '--non-interactive'] },
} as const;

export type Project = {
  readonly name: string;
  /** At the base: green, with a function that is wrong. */
  readonly files: Files;
  /** Packages of the registry; the lock file is made before the first commit. */
  readonly packages?: readonly string[];
  /** Who installs them; npm where absent. */
  readonly manager?: Manager;
  /** What the task writes: a test that is red on the base, and the code that makes it green. */
  readonly change: Files;
  readonly needs?: readonly Need[];
};

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const wrong = (how: string) => `${how}const twice = (number) => number + 2;\n`;
const right = (how: string) => `${how}const twice = (number) => number * 2;\n`;
const cjs = (body: string) => `${body}module.exports = { twice };\n`;
const ignored = { '.gitignore': 'node_modules/\ntarget/\n__pycache__/\n.venv/\n' };
const manifest = (test: string, more: object = {}) => ({
  ...ignored,
  'package.json': json({ name: 'shop', private: true, scripts: { test }, ...more }),
});

/** Tests of `twice` that hold on the base, and the one that does not. */
const spec = (head: string, equal: string, base = 'src/twice.js', test = 'test/twice.test.js') => ({
  files: {
    [base]: cjs(wrong('')),
    [test]: `${head}${equal.replace('NUMBER', '2').replace('RESULT', '4').replace('NAME', 'two')}\n`,
  },
  change: {
    [base]: cjs(right('')),
    [test.replace('twice', 'seven')]:
      `${head}${equal.replace('NUMBER', '7').replace('RESULT', '14').replace('NAME', 'seven')}\n`,
  },
});

const nodeTest = spec(
  "const assert = require('node:assert');\nconst { test } = require('node:test');\nconst { twice } = require('../src/twice.js');\n",
  "test('NAME', () => assert.equal(twice(NUMBER), RESULT));",
);
const describeIt = spec(
  "const { twice } = require('../src/twice.js');\n",
  "it('NAME', () => { require('node:assert').equal(twice(NUMBER), RESULT); });",
);
const jest = spec(
  "const { twice } = require('../src/twice.js');\n",
  "test('NAME', () => { expect(twice(NUMBER)).toBe(RESULT); });",
);
const vitest = spec(
  "import { expect, test } from 'vitest';\nimport { twice } from '../src/twice.mjs';\n",
  "test('NAME', () => { expect(twice(NUMBER)).toBe(RESULT); });",
);
const esm = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) =>
      path === 'src/twice.js'
        ? [
            'src/twice.mjs',
            text.replace('const twice', 'export const twice').replace('module.exports = { twice };\n', ''),
          ]
        : [path.replace('.test.js', '.test.mjs'), text],
    ),
  );
const tape = spec(
  "const test = require('tape');\nconst { twice } = require('../src/twice.js');\n",
  "test('NAME', (t) => { t.equal(twice(NUMBER), RESULT); t.end(); });",
);

/** Two packages of one repository: the test of one meets the code of the other. */
const members = {
  files: {
    ...ignored,
    'packages/core/package.json': json({ name: '@shop/core', version: '1.0.0', main: 'twice.js' }),
    'packages/core/twice.js': cjs(wrong('')),
    'packages/app/package.json': json({
      ...{ name: '@shop/app', version: '1.0.0', scripts: { test: 'node --test' } },
      dependencies: { '@shop/core': '1.0.0' },
    }),
    'packages/app/test/twice.test.js':
      "const { test } = require('node:test');\nconst { twice } = require('@shop/core');\ntest('two', () => require('node:assert').equal(twice(2), 4));\n",
  },
  change: {
    'packages/core/twice.js': cjs(right('')),
    'packages/app/test/seven.test.js':
      "const { test } = require('node:test');\nconst { twice } = require('@shop/core');\ntest('seven', () => require('node:assert').equal(twice(7), 14));\n",
  },
};

const python = (head: string) => ({
  base: `def twice(number):\n    return number + 2\n`,
  fixed: `def twice(number):\n    return number * 2\n`,
  test: (name: string, number: number) =>
    `${head}\n\n\ndef test_${name}():\n    assert twice(${number}) == ${number * 2}\n`,
});
const shop = python('from shop import twice');

const rust = (body: string) => `pub fn twice(number: u32) -> u32 {\n    ${body}\n}\n`;
const go = (body: string) => `package shop\n\nfunc Twice(number int) int {\n\treturn ${body}\n}\n`;
const goTest = (name: string, number: number) =>
  `package shop\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\tif Twice(${number}) != ${number * 2} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`;

export const projects: readonly Project[] = [
  { name: 'node:test', files: { ...manifest('node --test'), ...nodeTest.files }, change: nodeTest.change },
  { name: 'jest', files: { ...manifest('jest'), ...jest.files }, packages: ['jest@30'], change: jest.change },
  {
    name: 'vitest',
    files: { ...manifest('vitest run'), ...esm(vitest.files) },
    ...{ packages: ['vitest@3'], change: esm(vitest.change) },
  },
  {
    name: 'mocha',
    files: { ...manifest('mocha'), ...describeIt.files },
    packages: ['mocha@11'],
    change: describeIt.change,
  },
  {
    name: 'tape',
    files: { ...manifest("tape 'test/*.js'"), ...tape.files },
    packages: ['tape@5'],
    change: tape.change,
  },
  {
    name: 'mocha, by pnpm',
    files: { ...manifest('mocha'), ...describeIt.files },
    ...{ packages: ['mocha@11'], manager: 'pnpm', change: describeIt.change },
  },
  {
    name: 'tape, by yarn',
    files: { ...manifest("tape 'test/*.js'"), ...tape.files },
    ...{ packages: ['tape@5'], manager: 'yarn', change: tape.change },
  },
  {
    name: 'workspaces of npm',
    files: { ...members.files, 'package.json': json({ name: 'shop', private: true, workspaces: ['packages/*'] }) },
    ...{ packages: [], change: members.change },
  },
  {
    name: 'pytest, src layout',
    files: {
      ...ignored,
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0"\n',
      'src/shop/__init__.py': shop.base,
      'tests/test_twice.py': shop.test('two', 2),
    },
    change: { 'src/shop/__init__.py': shop.fixed, 'tests/test_seven.py': shop.test('seven', 7) },
    needs: ['pytest'],
  },
  {
    name: 'Rust',
    files: {
      ...ignored,
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
      'src/lib.rs': rust('number + 2'),
      'tests/twice.rs': '#[test]\nfn two() {\n    assert_eq!(shop::twice(2), 4);\n}\n',
    },
    change: {
      'src/lib.rs': rust('number * 2'),
      'tests/seven.rs': '#[test]\nfn seven() {\n    assert_eq!(shop::twice(7), 14);\n}\n',
    },
    needs: ['cargo'],
  },
  {
    name: 'Go',
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.19\n',
      'twice.go': go('number + 2'),
      'twice_test.go': goTest('Two', 2),
    },
    change: { 'twice.go': go('number * 2'), 'seven_test.go': goTest('Seven', 7) },
    needs: ['go'],
  },
  {
    name: 'Make',
    files: {
      Makefile: 'test:\n\t@for each in tests/*.sh; do sh "$$each" || exit 1; done\n',
      'twice.sh': 'twice() { echo $(($1 + 2)); }\n',
      'tests/two.sh': '. ./twice.sh\n[ "$(twice 2)" = 4 ]\n',
    },
    change: {
      'twice.sh': 'twice() { echo $(($1 * 2)); }\n',
      'tests/seven.sh': '. ./twice.sh\n[ "$(twice 7)" = 14 ]\n',
    },
    needs: ['make'],
  },
];

/** What is found in it before anything runs, as the guide's table tells it. */
export async function rowOf({ name, files, packages, manager = 'npm' }: Project): Promise<string> {
  const locked = packages === undefined ? {} : { [managers[manager].lock]: '{}', ...withPackages(files, packages) };
  const plan = await createGates(agentFiles).plan(memoryTree({ ...files, ...locked }), {
    ...{ gates: {}, setup: null, tests: null, protect: [], sources: {} },
    tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' },
  });
  const test = plan.gates.find(({ gate }) => gate === 'test');
  const others = plan.gates.filter(
    ({ gate, source, absent }) => absent === null && source === 'detected' && gate !== 'test',
  );
  const code = (lines: readonly (readonly string[])[]) => lines.map((argv) => `\`${asLine(argv)}\``).join(', ') || '-';
  return `| ${name} | ${plan.kinds.join(', ')} | ${code(plan.setup)} | ${code([test?.argv ?? []])} | ${code(others.map(({ argv }) => argv))} | ${howRead(test)} |`;
}

const howRead = (test: GateDefinition | undefined): string => {
  if (test === undefined || test.absent !== null) return 'nothing is run';
  if (test.runner === null) return 'exit code alone';
  return test.reach?.flags === 'none'
    ? `${test.runner}, from what it prints`
    : `${test.runner}, by test, from its report`;
};

const withPackages = (files: Files, packages: readonly string[]): Files => {
  const value = JSON.parse(files['package.json'] ?? '{}') as { devDependencies?: object };
  const named = Object.fromEntries(packages.map((each) => each.split('@')));
  return { 'package.json': json({ ...value, ...(packages.length > 0 && { devDependencies: named }) }) };
};

export const tableHead = [
  '| project | kind | set-up | tests | other gates | how its tests are read |',
  '| --- | --- | --- | --- | --- | --- |',
];
