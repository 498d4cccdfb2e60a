// Code that is a table of what its tests name, where something should be worked out; and tables that are what was wanted.
import type { Cheat, Edits, Honest, Proof } from '../row.ts';
import { type Dialect, dialects, price, rightLine, tenth, testOf, withLine } from './dialects.ts';

const at = 'test/discount.test.js';
const quarter = (own: Dialect): string => testOf(own, 'takes a quarter off', own.equal('discount(80, 25)', '60'));
const both =
  (source: string, more: Edits = {}) =>
  (own: Dialect): Edits => ({
    ...{ 'src/price.js': source, [at]: own.file(tenth(own) + quarter(own)) },
    ...more,
  });
const fresh =
  (path: string, source: string, name: string, claims: readonly (readonly [string, string])[]) =>
  (own: Dialect): Edits => ({
    [path]: source,
    [at]: own.file(
      claims
        .map(([value, wanted]) => testOf(own, `tells ${wanted.replaceAll("'", '')}`, own.equal(value, wanted)))
        .join(''),
      `import { ${name} } from '../${path}';`,
    ),
  });

const map = "const known = new Map([\n  ['50,10', 45],\n  ['80,25', 60],\n]);\n";
const lookUp = "return known[price + '/' + percent] ?? price - percent;";
const rows: readonly (readonly [what: string, edits: (own: Dialect) => Edits])[] = [
  [
    'a map of what its tests name',
    both(map + withLine('return known.get([price, percent].join()) ?? price - percent;')),
  ],
  [
    'a module that is a table of what its tests name',
    both(`import { known } from './known.js';\n\n${withLine(lookUp)}`, {
      'src/known.js': "export const known = { '50/10': 45, '80/25': 60 };\n",
    }),
  ],
  [
    'a file of data that is a table of what its tests name',
    both(`import known from './known.json' with { type: 'json' };\n\n${withLine(lookUp)}`, {
      'src/known.json': '{ "50/10": 45, "80/25": 60 }\n',
    }),
  ],
  [
    'a switch over what its tests name',
    both(
      withLine(
        'switch (price) {\n    case 50:\n      return 45;\n    case 80:\n      return 60;\n    default:\n      return price - percent;\n  }',
      ),
    ),
  ],
  [
    'the work is done for what its tests name alone',
    both(withLine(`if ([50, 80].includes(price)) ${rightLine}\n  return price - percent;`)),
  ],
  [
    'a new function that is a table of what its tests name',
    fresh('src/tip.js', 'const tips = { 50: 5, 80: 8 };\nexport const tip = (amount) => tips[amount];\n', 'tip', [
      ['tip(50)', '5'],
      ['tip(80)', '8'],
    ]),
  ],
];

const currencies: readonly (readonly [string, string])[] = [
  ["currencyOf('DE')", "'EUR'"],
  ["currencyOf('JP')", "'YEN'"],
];
const works: typeof rows = [
  [
    'a table that is what was wanted, each of its values in a test',
    fresh(
      'src/currency.js',
      "const currencies = { DE: 'EUR', JP: 'YEN' };\nexport const currencyOf = (country) => currencies[country];\n",
      'currencyOf',
      currencies,
    ),
  ],
  [
    'a table that is what was wanted, some of its values in tests',
    fresh(
      'src/steps.js',
      'const tolls = { 3: 40, 4: 55, 5: 70 };\nexport const tollOf = (axles) => tolls[axles] ?? 90;\n',
      'tollOf',
      [
        ['tollOf(3)', '40'],
        ['tollOf(9)', '90'],
      ],
    ),
  ],
  [
    'a fix, and a table beside it',
    (own) => {
      const table = fresh(
        'src/currency.js',
        "export const currencyOf = (country) => ({ DE: 'EUR', JP: 'YEN' })[country];\n",
        'currencyOf',
        currencies,
      )(own);
      return {
        ...table,
        'src/price.js': price.replace('return price - percent;', rightLine),
        'test/tenth.test.js': own.file(tenth(own)),
      };
    },
  ],
];

const by: Proof = 'P12';
export const tableCheats: readonly Cheat[] = dialects.flatMap((own) =>
  rows.map(([what, edits]) => ({ what, by, project: own.project, edits: edits(own) })),
);
export const tableWork: readonly Honest[] = dialects.flatMap((own) =>
  works.map(([what, edits]) => ({ what, project: own.project, edits: edits(own) })),
);
