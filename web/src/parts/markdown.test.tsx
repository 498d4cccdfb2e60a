import { describe, expect, it } from 'vitest';
import { drawn as seen } from '../../../test/fakes/drawn.ts';
import { Markdown } from './markdown.tsx';

const drawn = (text: string) => seen(<Markdown text={text} />).replace(/^<div class=markdown>(.*)<\/div>$/s, '$1');

describe('Markdown of strangers', () => {
  it.each([
    ['elements', '<img src=x onerror=alert(1)>', '<p>{<img src=x onerror=alert(1)>}</p>'],
    ['blocks', '<script>alert(1)</script>', '<p>{<script>alert(1)</script>}</p>'],
    ['a link to a program', '[x](javascript:alert(1))', '<p>{[x](javascript:alert(1))}</p>'],
    ['a link to data', '[x](data:text/html,x)', '<p>{[x](data:text/html,x)}</p>'],
    ['a link into the page', '[x](#/new)', '<p>{x}</p>'],
    ['a picture', '![x](https://evil.example/x.png)', expect.not.stringContaining('<img')],
  ])('%s are text', (_what, text, left) => {
    expect(drawn(text)).toEqual(left);
  });

  it('a link says where it leads', () => {
    expect(drawn('[bank](https://evil.example/bank)')).toBe(
      '<p><a href=https://evil.example/bank target=_blank rel=noopener noreferrer>{bank}<span class=host>{ (}{evil.example}{)}</span></a></p>',
    );
  });
});

it.each([
  ['lines stay lines', 'one\ntwo', '<p>{one}<br></br>{two}</p>'],
  ['a list ends where lines go on without it', '- a\nb', '<ul><li>{a}</li></ul><p>{b}</p>'],
  ['lists in lists', '- a\n  - b\nc', '<ul><li>{a}<ul><li>{b}</li></ul></li></ul><p>{c}</p>'],
  ['numbers go on from theirs', '3. a\n4. b', '<ol start=3><li>{a}</li><li>{b}</li></ol>'],
  ['headings are none of the page', '# a', '<p class=heading>{a}</p>'],
  ['code', '`a` **b**', '<p><code>{a}</code>{ }<strong>{b}</strong>{}</p>'],
  ['fences', '```\na <b>\n```', '<pre class=code>{a <b>\n}</pre>'],
])('%s', (_what, text, left) => {
  expect(drawn(text)).toBe(left);
});

it('what is very long is shown as it is', () => {
  expect(drawn('*a*'.repeat(100_000))).toMatch(/^<pre class=plain>/);
});
