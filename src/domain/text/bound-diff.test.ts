import { expect, test } from 'vitest';
import { boundDiff } from './bound-diff.ts';

const part = (path: string, lines: number) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1,${lines} @@\n${`+${path}\n`.repeat(lines)}`;

test('a change that fits is shown whole, in its order', () => {
  const diff = part('b.js', 2) + part('a.js', 2);
  const shown = boundDiff(diff, ['a.js', 'b.js']);
  expect(shown.indexOf('+b.js')).toBeGreaterThan(0);
  expect(shown.indexOf('+b.js')).toBeLessThan(shown.indexOf('+a.js'));
  expect(shown).not.toContain('Too large');
});

test('what does not fit is named and never cut, the small ones are shown', () => {
  const shown = boundDiff(part('large.js', 400) + part('small.js', 2), ['large.js', 'small.js', 'unseen.js'], 1000);
  expect(shown).toContain('+small.js');
  expect(shown).not.toContain('+large.js');
  expect(shown).toMatch(/- large\.js \(40\d lines\)/);
  expect(shown).toContain('- unseen.js\n'.trim());
});

test('a fence in the change cannot close its own', () => {
  const shown = boundDiff(`${part('a.md', 1)}+\`\`\`\`\n`, ['a.md']);
  expect(shown).toContain('`````diff');
});

test('nothing is said to be nothing', () => {
  expect(boundDiff('', [])).toBe('Nothing differs from the base.');
});
