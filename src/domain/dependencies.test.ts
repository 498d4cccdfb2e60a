import { expect, it } from 'vitest';
import { type Dependent, findCircle, inOrder } from './dependencies.ts';

/** `b<a` depends on a; `c<a+b` on both. */
const things = (text: string): readonly Dependent[] =>
  text.split(' ').map((each) => {
    const [id = '', needs = ''] = each.split('<');
    return { id, dependsOn: needs.split('+').filter((need) => need !== '') };
  });

it.each([
  ['a b c', 'a b c', null],
  ['a<b b c', 'b a c', null],
  ['a<c b c', 'c a b', null],
  ['c<a+b b<a a', 'a b c', null],
  ['d<b+c b<a c<a a', 'a b c d', null],
  ['a<x b', 'a b', null],
  ['a<a b', 'a b', 'a'],
  ['a<b b<a c', 'b a c', 'a b'],
  ['x<a a<b b<c c<a', 'c b a x', 'a b c'],
  ['a b<a c<d d<b+c', 'a b d c', 'c d'],
])('%s goes as %s; its circle: %s', (given, order, circle) => {
  const all = things(given);
  expect(inOrder(all).map(({ id }) => id)).toEqual(order.split(' '));
  expect(findCircle(all)).toEqual(circle?.split(' ') ?? null);
});

it('long ways are no burden', () => {
  const size = 5_000;
  const chain = Array.from({ length: size }, (_, at) => ({ id: `${at}`, dependsOn: [`${at + 1}`] }));
  expect(inOrder(chain)[0]?.id).toBe(`${size - 1}`);
  expect(findCircle(chain)).toBeNull();
  expect(findCircle([...chain, { id: `${size}`, dependsOn: ['0'] }])).toHaveLength(size + 1);
});
