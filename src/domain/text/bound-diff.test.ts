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

test('what fits is shown to the last character, and what is not there is named without a size', () => {
  const diff = part('a.js', 1);
  const room = diff.trimEnd().length;
  expect(boundDiff(diff, ['a.js'], room)).toBe(`The whole change:\n\n\`\`\`diff\n${diff.trimEnd()}\n\`\`\``);
  expect(boundDiff(diff, ['a.js', 'b.js'], room - 1)).toBe(
    'Too large to be shown here; read these files in the folder:\n- a.js (5 lines)\n- b.js',
  );
  expect(boundDiff(part('b.js', 1) + diff, [], room)).toContain('- a.js (5 lines)');
  expect(boundDiff('diff --git of nothing', [], 1)).toContain('- a file (1 lines)');
});
