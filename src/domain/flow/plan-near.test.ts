import { expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import { planNear } from './plan-near.ts';
import { planOfFlow } from './plan-of-flow.ts';

const textOf = (count: number, needs: (at: number) => readonly string[]) => {
  const nodes = Array.from({ length: count }, (_, at) =>
    standingNode({ id: `N-${at}`, title: `Page ${at}`, dependsOn: needs(at) }),
  );
  return planOfFlow({ name: 'WFS-x', folder: '/f', below: '', nodes }).text;
};
const row = (at: number) => textOf(at, (each) => (each === 0 ? [] : [`N-${each - 1}`]));

it('a plan of a few nodes is told as it is', () => {
  expect(planNear(row(50), ['N-7', 'N-6'])).toBe(row(50));
});

it('of 500 nodes each is told its own line, those of what it needs and of what needs it, and that there are more', () => {
  expect(planNear(row(500), ['N-7', 'N-6']).split('\n')).toEqual([
    'The flow WFS-x:',
    '- N-6 Page 6 (after N-5)',
    '- N-7 Page 7 (after N-6)',
    '- N-8 Page 8 (after N-7)',
    '... and 497 lines more, of other nodes.',
  ]);
});

it('one that all others need is told of as many as 8 KiB have room for', () => {
  const text = planNear(
    textOf(500, (at) => (at === 0 ? [] : ['N-0'])),
    ['N-0'],
  );
  expect(text.length).toBeLessThan(8300);
  expect(text).toMatch(/^The flow WFS-x:\n- N-0 Page 0\n- N-1 .*lines more, of other nodes\.$/s);
});
