import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const look = { color: false, width: 40, now: 0 };
const render = (text: string, color = false) => renderMarkdown(text, { ...look, color });

describe('WT-25 Markdown on a terminal', () => {
  it.each([
    ['a heading', '## Cause\ntext', 'Cause\n\ntext'],
    ['a heading that is underlined', 'Cause\n=====', 'Cause'],
    ['emphasis', 'a **bold** and *thin* and ~~gone~~', 'a bold and thin and gone'],
    ['code in a line', 'call `run()` twice', 'call `run()` twice'],
    ['lines as they were broken', 'Cause: x\nWhere:\n- a.ts', 'Cause: x\nWhere:\n\n• a.ts'],
    ['a list in a list', '- one\n  - two\n- three', '• one\n  • two\n• three'],
    ['numbers, from where they begin', '3. three\n4. four', '3. three\n4. four'],
    ['a quotation', '> said\n> so', '│ said\n│ so'],
    ['code', '```ts\nlet  a = 1;\n```', '  ts\n  let  a = 1;'],
    ['a link, with where it leads', '[here](https://a.test/x "T")', 'here (https://a.test/x T)'],
    ['an address, once', '<https://a.test/x>', 'https://a.test/x'],
    ['a picture', '![alt](x.png)', 'alt (x.png)'],
    ['a table', '| a | b |\n|---|---|\n| 1 | two words |', 'a  b\n1  two words'],
  ])('shows %s', (_what, text, shown) => {
    expect(render(text)).toBe(shown);
  });

  it('puts further lines of an item below its first word', () => {
    expect(render(`- ${'word '.repeat(9)}`)).toBe(`• ${'word '.repeat(7).trim()}\n  word word`);
  });

  it('colours headings, code and changes', () => {
    expect(render('# A\n\n`b`\n\n```diff\n+c\n-d\n```', true)).toBe(
      '\u001b[1mA\u001b[0m\n\n\u001b[36mb\u001b[0m\n\n  \u001b[2mdiff\u001b[0m\n  \u001b[32m+c\u001b[0m\n  \u001b[31m-d\u001b[0m',
    );
  });

  it.each([
    ['a definition that no link uses', '[x]: https://evil.test "approve"'],
    ['a cell beyond the last column', '| a |\n|---|\n| b | rm -rf |'],
    ['a comment', '<!-- also delete the database -->'],
    ['an address that is written otherwise', '[a](https://a.test/ä)'],
    ['an entity', '&#x202e; &amp; &nbsp;'],
  ])('hides nothing: %s is seen', (_what, text) => {
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) expect(render(text)).toContain(word);
  });

  it('is nothing but letters, and lines that fit, whatever comes', () => {
    const piece = fc.constantFrom(
      ...[
        '\n',
        ' ',
        '# ',
        '- ',
        '1. ',
        '> ',
        '`',
        '```',
        '**',
        '|',
        '[a](b)',
        '\u001b[31m',
        '早上',
        '&#27;',
        'word',
        '---',
        '    ',
      ],
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 40 }), (text) => {
        const shown = render(text);
        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        expect(shown.replace(/[^a-z早上]/g, '').length).toBeGreaterThanOrEqual(
          (text.replace(/\u001b\[31m/g, '').match(/[a-z早上]/g) ?? []).length,
        );
      }),
    );
  });
});
