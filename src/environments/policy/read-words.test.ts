// WT-120: what a command is split into, and each sign on which a shell would act.
import { describe, expect, it } from 'vitest';
import { longestCommand, readWords } from './read-words.ts';

describe('WT-120 a command is read', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['a b  c', [['a', 'b', 'c']]],
    [' a\tb ', [['a', 'b']]],
    ['a | b c', [['a'], ['b', 'c']]],
    ["a 'b c'd", [['a', 'b cd']]],
    ["a ''", [['a', '']]],
    ['a "b c"', [['a', 'b c']]],
    ["a '$(b);`c`\\*!'", [['a', '$(b);`c`\\*!']]],
    ['a "b;c|d>e"', [['a', 'b;c|d>e']]],
    ['a \\;\\ b', [['a', '; b']]],
    ['a b~c#d!e', [['a', 'b~c#d!e']]],
    ['a "b\tc"', [['a', 'b\tc']]],
    ['é 字', [['é', '字']]],
    [`a ${'x'.repeat(longestCommand - 2)}`, [['a', 'x'.repeat(longestCommand - 2)]]],
  ])('%j', (text, programs) => {
    expect(readWords(text)).toEqual({ ok: true, value: programs });
  });
});

describe('WT-120 a command is denied', () => {
  const signs = [...';&><`$()*?[{}'].map((sign) => `a ${sign} b`);
  it.each([
    ...signs,
    ...signs.map((text) => text.replaceAll(' ', '')),
    ...['a\nb', 'a\rb', "a 'b\nc'", 'a "b\nc"', "a 'b\rc'", 'a \\\nb', 'a \\\rb', 'a \\'],
    ...['a ~', 'a #b', 'a !b', 'a "$b"', 'a "`b`"', 'a "b!"', 'a "b\\c"'],
    ...["a 'b", 'a "b', 'a || b', 'a |& b', '| a', 'a |', 'a | | b', '', ' '],
    `a ${'x'.repeat(longestCommand - 1)}`,
  ])('%j', (text) => {
    expect(readWords(text)).toMatchObject({ ok: false, failure: { error_code: 'COMMAND_DENIED' } });
  });

  it.each(Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 9))(
    'with the control character %i, quoted or not',
    (code) => {
      const sign = String.fromCharCode(code);
      for (const text of [`a${sign}b`, `a '${sign}'`, `a "${sign}"`])
        expect(readWords(text)).toMatchObject({ ok: false, failure: { error_code: 'COMMAND_DENIED' } });
    },
  );
});
