import { expect, it } from 'vitest';
import type { LookupCommand } from '../run/lookup.ts';
import { bindValues, misplacedIn } from './bind-values.ts';

const values = new Map([
  ['name', 'a[other]'],
  ['other', '$(id)'],
]);
const bound = (command: LookupCommand) => bindValues(command, values);

it.each<[LookupCommand, LookupCommand]>([
  [
    { kind: 'read', path: 'src/[name].ts' },
    { kind: 'read', path: 'src/a[other].ts' },
  ],
  [
    { kind: 'glob', pattern: '{{other}}/*' },
    { kind: 'glob', pattern: '$(id)/*' },
  ],
  [
    { kind: 'search', pattern: '[name]+', path: '{other}' },
    { kind: 'search', pattern: 'a[other]+', path: '$(id)' },
  ],
  [
    { kind: 'search', pattern: '[a-z]', path: null },
    { kind: 'search', pattern: '[a-z]', path: null },
  ],
  [
    { kind: 'mcp', server: 's', tool: 't', args: { '[name]': ['[name]', { deep: '[other]' }], n: 1, no: null } },
    { kind: 'mcp', server: 's', tool: 't', args: { '[name]': ['a[other]', { deep: '$(id)' }], n: 1, no: null } },
  ],
])('PC-52 values are put into %j once, as they are', (command, expected) => {
  expect(bound(command)).toEqual({ command: expected, env: {} });
});

const one = `\${DROVER_VALUE_1}`;
const two = `\${DROVER_VALUE_2}`;
const own = `echo \\[name] "\\[name]" \${name} [nobody] [0-9]`;

it.each([
  ['grep [name] src', `grep "${one}" src`, ['a[other]']],
  [`grep "x [name]" '[other]' {{name}}`, `grep "x ${one}" ''"${two}"'' "${one}"`, ['a[other]', '$(id)']],
  [own, own, []],
])('PC-72 a shell gets the values of %s as variables', (line, command, held) => {
  const { command: made, env } = bound({ kind: 'bash', command: line });
  expect(made).toEqual({ kind: 'bash', command });
  expect(Object.values(env)).toEqual(held);
});

it('a variable holds no NUL', () => {
  const { env } = bindValues({ kind: 'bash', command: 'echo [a]' }, new Map([['a', 'x\0y']]));
  expect(env).toEqual({ DROVER_VALUE_1: 'xy' });
});

it.each([
  'command -v [v]',
  '. ./lib.sh [v]',
  'grep -r x src &>/dev/null [v]',
  'if cat lib.sh | bash; then echo [v]; fi',
  'while read -r file; do bash < "$file"; echo [v]; done',
  'echo [v] | { cat; bash ./run.sh; }',
  '{ grep [v] src; } | head',
])('%s is refused for nothing', (line) => {
  expect(misplacedIn(line, ['v'])).toEqual([]);
});
