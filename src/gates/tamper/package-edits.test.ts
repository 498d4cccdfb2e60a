import { describe, expect, it } from 'vitest';
import type { GatePlan } from '../../ports/gates.ts';
import { packageEdits } from './package-edits.ts';

const plan = (...argv: readonly string[]) =>
  ({ fromStart: true, gates: argv.length === 0 ? [] : [{ argv }] }) as unknown as GatePlan;
const edits = (before: object, after: object, of: GatePlan = plan()) =>
  packageEdits(of, 'package.json', JSON.stringify(before), JSON.stringify(after)).map(
    ({ what, weight, needs }) => `${weight}${needs === undefined ? '' : ` ${needs}`}: ${what}`,
  );
type Texts = Readonly<Record<string, string>>;
type ScriptRow = readonly [words: string, argv: readonly string[], before: Texts, after: Texts, name: string];
const scripts = (map: Readonly<Record<string, string>>) => ({ scripts: map });
const changed = (name: string) => [`fail: a command that a gate runs was changed: scripts.${name}`];

describe('an edit of package.json', () => {
  it.each(['jest', 'vitest', 'nyc', 'c8', 'ava', 'mocha', 'tap'])(
    'of the key %s is asked with what stood there',
    (key) => {
      const told = `the configuration of the test runner was changed: ${key}: was \`nothing\`, now \`{"a":1}\``;
      expect(edits({}, { [key]: { a: 1 } })).toEqual([`note yes: ${told}`]);
      expect(edits({}, { [key]: { a: 1 } }, { gates: [] } as unknown as GatePlan)).toEqual([`fail: ${told}`]);
      expect(edits({ [key]: { a: 1, b: 2 } }, { [key]: { b: 2, a: 1 } })).toEqual([]);
    },
  );

  it.each(['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions'])(
    'WT-120 of %s is noted by name',
    (key) => {
      expect(edits({ [key]: { a: '1', gone: '1' } }, { [key]: { a: '2' } })).toEqual([
        `note: ${key} changed: a 2, gone removed`,
      ]);
    },
  );

  it('WT-120 of anything else is noted once, and what cannot be read fails', () => {
    expect(edits({ name: 'a' }, { name: 'b', type: 'module' })).toEqual(['note: changed: name, type']);
    expect(edits({ name: 'a' }, { name: 'a' })).toEqual([]);
    expect(packageEdits(plan(), 'package.json', '{}', '{')).toMatchObject([{ weight: 'fail' }]);
  });

  it.each<ScriptRow>([
    ['test, which every gate may come to', [], { test: 'a' }, { test: 'b' }, 'test'],
    ['what comes before it', [], { test: 'a', pretest: 'x' }, { test: 'a', pretest: 'y' }, 'pretest'],
    ['what comes after it, where it is new', [], { test: 'a' }, { test: 'a', posttest: 'y' }, 'posttest'],
    ['what it calls', [], { test: 'npm run unit', unit: 'a' }, { test: 'npm run unit', unit: 'b' }, 'unit'],
    [
      'what that calls',
      [],
      { test: 'yarn unit', unit: 'node --run deep', deep: 'a' },
      { test: 'yarn unit', unit: 'node --run deep', deep: 'b' },
      'deep',
    ],
    [
      'a flag between',
      [],
      { test: 'npm --silent run -s unit', unit: 'a' },
      { test: 'npm --silent run -s unit', unit: 'b' },
      'unit',
    ],
    ['run-script', [], { test: 'npm run-script unit', unit: 'a' }, { test: 'npm run-script unit', unit: 'b' }, 'unit'],
    ['pnpm', [], { test: 'pnpm unit', unit: 'a' }, { test: 'pnpm unit', unit: 'b' }, 'unit'],
    ['bun', [], { test: 'bun run unit', unit: 'a' }, { test: 'bun run unit', unit: 'b' }, 'unit'],
    ...[
      ...[
        'npm -s -q run unit',
        'npm run -s -q unit',
        'npm  run  unit',
        'node --run unit',
        'node --run=unit',
        'npm unit',
      ],
      ...['a && npm run unit', 'bun unit', 'yarn run unit', 'cross-env A=1 npm run unit -- --x'],
    ].map((test) => [test, [], { test, unit: 'a' }, { test, unit: 'b' }, 'unit'] as const),
    [
      'a name of many signs',
      [],
      { test: 'npm run a-b:c.d_e', 'a-b:c.d_e': 'a' },
      { test: 'npm run a-b:c.d_e', 'a-b:c.d_e': 'b' },
      'a-b:c.d_e',
    ],
    ['the script of a gate', ['npm', 'run', 'lint:all'], { 'lint:all': 'a' }, { 'lint:all': 'b' }, 'lint:all'],
    ['a removed one', ['npm', 'run', 'lint'], { lint: 'a' }, {}, 'lint'],
  ])('WT-120 of a script that a gate runs fails: %s', (_words, argv, before, after, name) => {
    expect(edits(scripts(before), scripts(after), plan(...argv))).toEqual(changed(name));
  });

  it.each([
    ['changed', { build: 'a' }, { build: 'b' }, 'build'],
    ['changed', { test: 'pnpmx unit', unit: 'a' }, { test: 'pnpmx unit', unit: 'b' }, 'unit'],
    ['changed', { test: 'run unit', unit: 'a' }, { test: 'run unit', unit: 'b' }, 'unit'],
    ['added', {}, { build: 'b' }, 'build'],
    ['removed', { build: 'a' }, {}, 'build'],
    ['added', {}, { test: 'node --test' }, 'test'],
    ['changed', { test: 'echo "Error: no test specified" && exit 1' }, { test: 'node --test' }, 'test'],
  ])('WT-120 a script is only noted where no gate ran it before: %s', (word, before, after, name) => {
    expect(edits(scripts(before), scripts(after))).toEqual([`note: scripts.${name} ${word}`]);
  });
});
