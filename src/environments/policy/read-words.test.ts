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

describe('a refusal says what a shell would have made of it', () => {
  it.each([
    ['a ; b', '";" would be a second command;'],
    ['a & b', '"&" would be a second command;'],
    ['a > b', '">" would be a file to be written;'],
    ['a < b', '"<" would be a file to be read from;'],
    ['a `b`', '"`" would be a command in a command;'],
    ['a $b', '"$" would be a variable or a command in a command;'],
    ['(a)', '"(" would be a group of commands;'],
    ['a )', '")" would be a group of commands;'],
    ['a\nb', '"\\n" would be a second line;'],
    ['a\rb', '"\\r" would be a second line;'],
    ['a *', '"*" would be a pattern of file names'],
    ['a b?', '"?" would be a pattern of file names'],
    ['a [b]', '"[" would be a pattern of file names'],
    ['a {b', '"{" would be a list of words'],
    ['a b}', '"}" would be a list of words'],
    ['a ~', '"~" would be a home'],
    ['a #b', '"#" would be a comment;'],
    ['a !b', '"!" would be a negation or an older command;'],
    ['a "$b"', '"$" acts in double quotes'],
    ['a "b`c"', '"`" acts in double quotes'],
    ['a "b!"', '"!" acts in double quotes'],
    ['a "b\\c"', 'A backslash in double quotes'],
    ['a "b\nc"', 'A command is one line.'],
    ["a 'b\nc'", 'A command is one line.'],
    ['a \\\nb', 'A command is one line, and ends with it.'],
    ['a \\', 'A command is one line, and ends with it.'],
    ['a "b', 'A quote " is not closed.'],
    ["a 'b", "A quote ' is not closed."],
    ['a || b', '"||" would be a second command or a redirection.'],
    ['a |& b', '"|&" would be a second command or a redirection.'],
    ['| a', 'There is no command before "|".'],
    ['a | | b', 'There is no command before "|".'],
    ['a |', 'There is no command.'],
    ['', 'There is no command.'],
    ['a\u0000b', 'There is a control character in it.'],
    [`a ${'x'.repeat(longestCommand)}`, 'A command has at most 4096 characters.'],
  ])('%j: %s', (text, why) => {
    expect(readWords(text)).toMatchObject({ ok: false, failure: { message: expect.stringContaining(why) } });
  });
});
