// Repositories of two packages, each with its own configuration of jest or vitest, and the tests started at the top.
import type { CriterionKind } from '../../../src/domain/criterion/criterion.ts';
import type { Cheat, Edits, Honest, Project, Proof } from '../row.ts';

type Packages = {
  readonly project: Project;
  /** What runs the tests of a package, and its configuration there. */
  readonly script: string;
  readonly config: string;
  /** The file that says which packages there are. */
  readonly top: string;
};
/** Null: it would change nothing there. */
type Lied = readonly [what: string, by: Proof, edits: (own: Packages) => Edits | null];
type Worked = readonly [what: string, kind: CriterionKind, edits: (own: Packages) => Edits, lines?: number];

const price = `exports.discount = (price, percent) => {
  return price - percent;
};
exports.total = (prices) => {
  return prices.reduce((sum, price) => sum + price, 0);
};
`;
const wrong = 'price - percent;';
const fixed = price.replace(wrong, 'price - (price * percent) / 100;');
const idle = 'exports.tenthOff = (price) => {\n  // A tenth off.\n  return price * 0.9;\n};\n';
const shelf = `const { discount } = require('../../till/src/price.js');

exports.label = (price, percent) => {
  return 'now ' + discount(price, percent);
};
`;

const testOf = (name: string, body: string, how = 'it'): string => `${how}('${name}', () => {\n  ${body}\n});\n`;
const is = (value: string, wanted: number | string): string => `expect(${value}).toBe(${JSON.stringify(wanted)});`;
const ofTill = (tests: string): string => `const { discount, total } = require('../src/price.js');\n${tests}`;
const ofShelf = (tests: string): string => `const { label } = require('../src/price.js');\n${tests}`;
const nothingOff = testOf('takes nothing off', is('discount(10, 0)', 10));
const sums = testOf('sums up', is('total([1, 2])', 3));
const tenth = testOf('takes a tenth off', is('discount(50, 10)', 45));
const says = testOf('says what it is now', is('label(10, 0)', 'now 10'));

const [source, old, fresh] = [
  'packages/till/src/price.js',
  'packages/till/checks/price.test.js',
  'packages/till/checks/discount.test.js',
];
// By the same names as in the other package.
const [otherSource, other, otherFresh] = [
  'packages/shelf/src/price.js',
  'packages/shelf/checks/price.test.js',
  'packages/shelf/checks/discount.test.js',
];

/** Where each package says that its tests stand. */
const pattern = '**/checks/**/*.test.js';
const jestConfig = (more = ''): string =>
  `module.exports = { testMatch: ['${pattern}'], testEnvironment: 'node'${more} };\n`;
const vitestConfig = (more = ''): string =>
  `import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { include: ['${pattern}'], globals: true${more} } });\n`;
const configOf = ({ script }: Pick<Packages, 'script'>, more?: string): string =>
  script === 'jest' ? jestConfig(more) : vitestConfig(more);

const manifest = (keys: object): string => `${JSON.stringify({ private: true, ...keys }, null, 2)}\n`;
const member = (name: string, script: string): string => manifest({ name, scripts: { test: script } });

function packagesOf(name: string, own: Omit<Packages, 'project'>, test: string, top: string | null = null): Packages {
  const { script, config } = own;
  const runner = script === 'jest' ? 'jest' : 'vitest';
  const all = { name: 'all', workspaces: ['packages/*'], scripts: { test }, devDependencies: { [runner]: '*' } };
  const files: Edits = {
    'package.json': manifest(all),
    [source]: price,
    [old]: ofTill(nothingOff + sums),
    [otherSource]: shelf,
    [other]: ofShelf(says),
    ...Object.fromEntries(
      ['till', 'shelf'].flatMap((each) => [
        [`packages/${each}/package.json`, member(each, script)],
        [`packages/${each}/${config}`, configOf(own)],
      ]),
    ),
    ...(top !== null && { [own.top]: top }),
  };
  return { ...own, project: { name, files } };
}

const byScripts = 'npm test --workspaces';
const jests = { script: 'jest', config: 'jest.config.js' };
const vitests = { script: 'vitest run', config: 'vitest.config.mjs' };
const all: readonly Packages[] = [
  packagesOf('jest in workspaces', { ...jests, top: 'package.json' }, byScripts),
  packagesOf('vitest in workspaces', { ...vitests, top: 'package.json' }, byScripts),
  packagesOf(
    'jest of projects',
    { ...jests, top: 'jest.config.js' },
    'jest',
    `module.exports = { projects: ['<rootDir>/packages/*'] };\n`,
  ),
  packagesOf(
    'vitest of projects',
    { ...vitests, top: 'vitest.config.mjs' },
    'vitest run',
    `import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { projects: ['packages/*'] } });\n`,
  ),
];

/** The test is right, the work is not done. */
const undone: Edits = { [source]: price + idle, [fresh]: ofTill(tenth) };
const done: Edits = { [source]: fixed, [fresh]: ofTill(tenth) };

const worked: readonly Worked[] = [
  ['a fix with its test in one package', 'behaviour', () => done],
  [
    'a fix whose test joins the old ones of its package',
    'behaviour',
    () => ({ [source]: fixed, [old]: ofTill(nothingOff + sums + tenth) }),
  ],
  [
    'a refactoring under the green tests of both packages',
    'refactor',
    () => ({ [source]: price.replace('(sum, price) => sum + price', '(sum, each) => sum + each') }),
  ],
  [
    'a fix in one package that the tests of the other show',
    'behaviour',
    () => ({ [source]: fixed, [otherFresh]: ofShelf(testOf('says a tenth less', is('label(50, 10)', 'now 45'))) }),
  ],
  [
    'a change of both packages with a test in each, by one name',
    'behaviour',
    () => ({
      ...done,
      [otherSource]: shelf.replace("'now '", "'only '"),
      [otherFresh]: ofShelf(testOf('takes a tenth off', is('label(50, 10)', 'only 45'))),
      [other]: ofShelf(testOf('says what it is now', is('label(10, 0)', 'only 10'))),
    }),
    1,
  ],
];

const lied: readonly Lied[] = [
  [
    'a tautology in one package',
    'P1',
    () => ({ [source]: price + idle, [fresh]: ofTill(testOf('takes a tenth off', is('45', 45))) }),
  ],
  [
    'the new test is skipped, and passes by its name in the other package',
    'P1',
    () => ({
      [source]: price + idle,
      [fresh]: ofTill(testOf('takes a tenth off', is('discount(50, 10)', 45), 'it.skip')),
      [otherFresh]: ofShelf(testOf('takes a tenth off', is('label(50, 0)', 'now 50'))),
    }),
  ],
  [
    'an old test of the other package is removed beside the work',
    'P5',
    () => ({ ...done, [other]: ofShelf(testOf('is there', is('typeof label', 'function'))) }),
  ],
  [
    'an old expectation of the other package is changed with the wrong work',
    'P4',
    () => ({
      ...done,
      [otherSource]: shelf.replace("'now '", "'new '"),
      [other]: ofShelf(testOf('says what it is now', is('label(10, 0)', 'new 10'))),
    }),
  ],
  [
    'what its package’s script says is another line',
    'P6',
    ({ script, top }) =>
      top !== 'package.json' ? null : { ...undone, 'packages/till/package.json': member('till', `${script} || true`) },
  ],
  [
    'the configuration of its package looks at other files',
    'P6',
    (own) => ({ ...undone, [`packages/till/${own.config}`]: configOf(own).replace('*.test.js', 'price.test.js') }),
  ],
  [
    'the configuration of its package loads what does the work in the tests',
    'P6',
    (own) => ({
      ...undone,
      [`packages/till/${own.config}`]: configOf(
        own,
        `, setupFiles: ['${own.script === 'jest' ? '<rootDir>' : '.'}/mend.cjs']`,
      ),
      'packages/till/mend.cjs':
        "require('./src/price.js').discount = (price, percent) => price - (price * percent) / 100;\n",
    }),
  ],
  [
    'a package is left out at the top',
    'P6',
    ({ project, top }) => ({
      ...undone,
      [top]: (project.files[top] ?? '').replace('packages/*', 'packages/shelf'),
    }),
  ],
];

export const workspaceCheats: readonly Cheat[] = all.flatMap((own) =>
  lied.flatMap(([what, by, of]) => {
    const edits = of(own);
    return edits === null ? [] : [{ what, by, edits, project: own.project }];
  }),
);
export const workspaceWork: readonly Honest[] = all.flatMap((own) =>
  worked.map(([what, kind, edits, lines]) => ({
    ...{ what, kind, edits: edits(own), project: own.project },
    ...(lines !== undefined && { lines }),
  })),
);
