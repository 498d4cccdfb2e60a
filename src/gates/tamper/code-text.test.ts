import { describe, expect, it } from 'vitest';
import { codeText, type Language, languageOf, withoutComments } from './code-text.ts';

describe('the language of a file', () => {
  it.each([
    ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'].map((ending) => [ending, 'script']),
    ...['java', 'kt', 'kts', 'scala', 'groovy'].map((ending) => [ending, 'java']),
    ...[
      ['py', 'python'],
      ['rs', 'rust'],
      ['go', 'go'],
      ['cs', 'csharp'],
      ['fs', 'csharp'],
      ['rb', 'ruby'],
      ['php', 'php'],
    ],
    ...[
      ['txt', 'other'],
      ['JS', 'script'],
      ['test.Py', 'python'],
    ],
  ])('.%s is %s', (ending, language) => expect(languageOf(`a.b/x.${ending}`)).toBe(language));
});

/** `_` stands for what is blanked. */
const rows: readonly (readonly [Language, string, string])[] = [
  ['script', 'a // b', 'a ____'],
  ['script', 'a /* b\nc */ d', 'a ____\n____ d'],
  ['script', 'a /* b', 'a ____'],
  ['script', 'a "b\\"c" d', 'a "_____ d'],
  ['script', "a 'b' c", "a '__ c"],
  ['script', "a '' c", "a '_ c"],
  ['script', 'a "b\nc', 'a "_\nc'],
  ['script', 'a `b\nc\\`` d', 'a `_\n____ d'],
  ['script', 'a `` d', 'a `_ d'],
  ['script', 'a # b', 'a # b'],
  ['script', '"// a" b', '"_____ b'],
  ['python', 'a # b', 'a ___'],
  ['python', 'a """b\nc""" d', 'a """_\n____ d'],
  ['python', "a '''b\nc''' d", "a '''_\n____ d"],
  ['python', "a '''b\nc", "a '''_\n_"],
  ['python', 'a """b\nc', 'a """_\n_'],
  ['python', 'a \'b\' "c"', 'a \'__ "__'],
  ['python', '"""a""" b """c"""', '"""____ b """____'],
  ['python', 'a // b', 'a // b'],
  ['rust', 'a // b\n\'c "d\ne" f', 'a ____\n\'c "_\n__ f'],
  ['rust', 'a /* b */ "\\"" c', 'a _______ "___ c'],
  ['rust', '"" a', '"_ a'],
  ['go', 'a // b\n`c\nd` "e"', 'a ____\n`_\n__ "__'],
  ['go', '`` a', '`_ a'],
  ['java', 'a """b\nc""" d "e" // f', 'a """_\n____ d "__ ____'],
  ['java', '"""a\nb', '"""_\n_'],
  ['java', '"""""" b """c"""', '"""___ b """____'],
  ['csharp', 'a // b "c"\n"d"', 'a ________\n"__'],
  ['ruby', 'a # b\n"#{c}" \'d\'', 'a ___\n"_____ \'__'],
  ['ruby', '#\na', '#\na'],
  ['ruby', 'a # bcd\ne', 'a _____\ne'],
  ['php', 'a # b\n#[Test] // c\n"d"', 'a ___\n#[Test] ____\n"__'],
  ['other', 'a # b\n// c\n"d" e', 'a ___\n____\n"__ e'],
];

it.each(rows)('%s: of %j only the code is left', (language, text, expected) => {
  expect(codeText(text, language)).toBe(expected.replaceAll('_', ' '));
});

describe('without comments', () => {
  it.each<[string, Language, string, string]>([
    ['what explains is gone', 'python', 'a() # b\nc()', 'a()  \nc()'],
    [
      'a text that stands alone explains',
      'python',
      'def a():\n    """b\n    c"""\n    d()',
      'def a():\n     \n    d()',
    ],
    ['in whatever quotes', 'python', "'b'\na()", ' \na()'],
    ['at the beginning too', 'python', '"""b"""\na()', ' \na()'],
    ['one that is given to a name stays', 'python', 'a = "b"\nc = \'d\'', 'a = "b"\nc = \'d\''],
    ...['a(', 'a = [', 'a = {', 'a(b,', 'a =', 'a +', 'a = \\'].map((begun): [string, Language, string, string] => [
      `one goes on with ${begun}`,
      'python',
      `${begun}\n  "b"`,
      `${begun}\n  "b"`,
    ]),
    ['texts of a script stay', 'script', '"use strict"\na(`b`)', '"use strict"\na(`b`)'],
    ['its comments do not', 'script', 'a(/* b */ c) // d\n"e"', 'a(  c)  \n"e"'],
    ['nor those of a shell', 'other', 'a # b\n"c"', 'a  \n"c"'],
  ])('%s', (_, language, text, wanted) => {
    expect(withoutComments(text, language)).toBe(wanted);
  });
});
