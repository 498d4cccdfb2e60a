import { expect, test } from 'vitest';
import { planLabels } from './plan-label.ts';

test('plans are called by their number, else by their words, and never two the same', () => {
  expect(planLabels(['plans/23-parser.md', '023.md', 'docs/Fix the Parser!.md', '../23_x.md', '---.md'])).toEqual([
    '23',
    '023',
    'fix-the-parser',
    '23-2',
    'plan',
  ]);
});
