import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { failed } from '../domain/error.ts';
import { createBareForge } from './bare.ts';
import { clean } from './clean.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page.ts';

const draft = {
  task: 'shop-1',
  title: 'Fix the price',
  body: '## What\n\nIt was **wrong**.\n\n## Criteria\n\n- [x] `SC-1` the price is right\n\n| gate | verdict |\n|---|---|\n| test | passed |',
  branch: 'drover/shop-1',
  base: 'main',
  commit: 'a'.repeat(40),
  ...{ draft: false, labels: [], reviewers: [] },
  diff: 'diff --git a/src/x.js b/src/x.js\n--- a/src/x.js\n+++ b/src/x.js\n@@ -10,2 +10,2 @@ function f() {\n same\n-old\n+new\ndiff --git a/i.png b/i.png\nnew file mode 100644\nBinary files /dev/null and b/i.png differ\n',
  evidence: [
    {
      number: 1,
      result: {
        gate: 'test',
        verdict: 'failed',
        why: 'one failed',
        argv: ['npm', 'test'],
        counts: { passed: 1, total: 2 },
        durationMs: 1,
      },
    },
    {
      number: 2,
      result: {
        gate: 'test',
        verdict: 'passed',
        why: '',
        argv: ['npm', 'test'],
        counts: { passed: 2, total: 2 },
        durationMs: 1500,
      },
    },
  ],
};

test('the page shows title, way, body, the last verdict of each gate, the diff with line numbers and the evidence', () => {
  const page = renderPage(draft, '');
  expect(page).toContain('<h1>Fix the price</h1>');
  expect(page).toContain('<code>drover/shop-1</code> into <code>main</code> at <code>aaaaaaaaaaaa</code>');
  expect(page).toContain('<h3>What</h3>\n<p>It was <strong>wrong</strong>.</p>');
  expect(page).toContain('<li>☑ <code>SC-1</code> the price is right</li>');
  expect(page).toContain(
    '<td class="verdict passed">passed</td><td>2 of 2 passed</td><td><code>npm test</code></td><td class="quiet">1.5 s</td>',
  );
  expect(page).not.toContain('class="verdict failed"');
  expect(page).toContain('<tr class="add"><td data-n=""></td><td data-n="11"></td><td>+new</td></tr>');
  expect(page).toContain('<code>i.png</code> <span class="added">+0</span>');
  expect(page).toContain('2 files, <span class="added">+1</span>');
  const data = /<script type="application\/json" id="evidence">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(draft.evidence);
});

test('the page allows its one style and nothing else', () => {
  const page = renderPage(draft, '');
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(
    `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
  );
  expect(page).not.toMatch(/<script(?! type="application\/json")| on\w+=|<img|<link|<iframe/);
});

const hostile =
  '</title></script></style><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="x\u202etxt.exe\u001b]52;c;aGk=\u0007\u001b[31mred\u0000\ud800';

test('text of strangers is text wherever it stands', () => {
  const everywhere = Object.fromEntries(
    ['task', 'title', 'body', 'branch', 'base', 'commit'].map((key) => [key, hostile]),
  );
  const diff = `diff --git a/${hostile} b/${hostile}\n--- a/x\n+++ b/${hostile}\n@@ -1 +1 @@ ${hostile}\n+${hostile}\n`;
  const evidence = { gates: [{ gate: hostile, verdict: hostile, why: hostile, argv: [hostile] }], note: hostile };
  const page = renderPage({ ...draft, ...everywhere, diff, evidence }, '');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<\/(script|style|title)>/g)).toHaveLength(3);
  expect(page).not.toMatch(/<img|<[^>]*\sonmouseover/);
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800]/);
  expect(page).toContain('⟨U+202E⟩txt.exe');
});

test('Markdown makes no markup of what it is given, and links lead to the web only', () => {
  expect(renderMarkdown('`<b>` <b> [x](javascript:alert(1)) [y](https://a.example/?a=1&b="2")')).toBe(
    '<p><code>&lt;b&gt;</code> &lt;b&gt; [x](javascript:alert(1)) <a href="https://a.example/?a=1&amp;b=&quot;2&quot;" rel="noreferrer noopener">y</a></p>',
  );
  expect(renderMarkdown('```js\n<script>\n')).toBe('<pre><code>&lt;script&gt;\n</code></pre>');
  expect(renderMarkdown('1. one\n   more\n2. two\n> said\n***\n# Head')).toBe(
    '<ol><li>one more</li><li>two</li></ol>\n<blockquote>said</blockquote>\n<hr>\n<h2>Head</h2>',
  );
});

test('a long body of odd characters is rendered, as one line and as many', () => {
  for (const part of ['*', '`', '[', '|', '> ', '- ', '#', '~~~', '**a', '# a  ', '<b>\n', '- \n', 'a\n\n', '[x](http'])
    expect(renderMarkdown(`# ${part.repeat(20_000)}`)).toContain('<');
});

test('terminal sequences go whole', () => {
  expect(clean('\u001b]8;;http://evil\u0007link\u001b]8;;\u0007 \u001b[1;31mred\u001b[0m\r\nnext\ttab')).toBe(
    'link red\nnext\ttab',
  );
});

test('a full disk is a value of the port', async () => {
  const full = {
    path: (...parts: string[]) => `/${parts.join('/')}`,
    read: async () => null,
    write: async () => Promise.reject(failed('DISK_FULL', 'No space.')),
  };
  expect(await createBareForge(full).open(draft)).toMatchObject({ failure: { error_code: 'DISK_FULL' } });
});
