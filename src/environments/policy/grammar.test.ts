// WT-120: a value's pattern holds for the whole value: anchored at both ends, in every flag and operand of every program.
import { describe, expect, it } from 'vitest';
import { grammar, type Rule } from './grammar.ts';

const patterns = new Map(Object.entries(grammar).flatMap(([program, rule]) => patternsOf(program, rule)));

function patternsOf(at: string, { flags, operands }: Rule): readonly (readonly [string, RegExp])[] {
  return [
    ...Object.entries(flags).flatMap(([flag, kind]) =>
      kind instanceof RegExp ? [[`${at} ${flag}`, kind] as const] : [],
    ),
    ...(operands.kind === 'words'
      ? [[`${at} WORD`, operands.like] as const, [`${at} FIRST`, operands.first] as const]
      : []),
    ...(operands.kind === 'commands'
      ? Object.entries(operands.commands).flatMap(([command, rule]) => patternsOf(`${at} ${command}`, rule))
      : []),
  ];
}

/** A value that the pattern takes, of each kind that stands in the grammar. */
const samples = [
  ...['5', '10k', '2026-01-01 10:00', '-1h', 'shop.service', 'api-1', 'app=shop', 'pid', 'pid,args', 'pods', 'wide'],
  ...['name', 'short-iso', 'cat', '3', 'service', 'failed', ',', '%n', '1,2', 'aux', '+rss', 'pod/api', '4,5', 'err'],
  ...['.metadata.name', 'nodes', 'metadata.name=x', 'pods/api-1'],
];

/** What is looked for among processes is any text that is no flag. */
const strict = [...patterns].filter(([at]) => !at.startsWith('pgrep '));

describe('WT-120 a value in the grammar', () => {
  it.each(strict)('%s holds for the whole of it', (_, pattern) => {
    const taken = samples.filter((sample) => pattern.test(sample));
    expect(taken, 'a sample that it takes').not.toEqual([]);
    const hostile = (sample: string) =>
      ['--x=$', ';$', '$;x', '$\n', '\n$', '$\nx'].map((text) => text.replace('$', sample));
    expect(taken.flatMap(hostile).filter((value) => pattern.test(value))).toEqual([]);
  });

  it('is anchored in each alternative', () => {
    for (const [at, { source }] of patterns) {
      expect(`${at}: ${source[0]}`).toBe(`${at}: ^`);
      expect(`${at}: ${source.at(-1)}`).toBe(`${at}: $`);
      expect(`${at}: ${topLevelAlternatives(source)}`).toBe(`${at}: 1`);
    }
  });
});

/** How many alternatives stand outside of every group: more than one would each need anchors of their own. */
function topLevelAlternatives(source: string): number {
  let depth = 0;
  let count = 1;
  for (const [sign] of source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|[()|]/g)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '|' && depth === 0) count += 1;
  }
  return count;
}
