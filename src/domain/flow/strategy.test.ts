import fc from 'fast-check';
import { expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import type { NodeExecution } from './node.ts';
import { carriesIn } from './strategy.ts';

/** `b<a` depends on a; `c<a+b` on both. */
const nodesOf = (text: string, more: Readonly<Record<string, Partial<NodeExecution>>> = {}) => ({
  name: 'WFS-x',
  nodes: text.split(' ').map((each) => {
    const [id = '', needs = ''] = each.split('<');
    const dependsOn = needs.split('+').filter((need) => need !== '');
    return standingNode({ id, dependsOn, execution: more[id] ?? {} });
  }),
});
const carries = (text: string, more: Readonly<Record<string, Partial<NodeExecution>>> = {}) => {
  const flow = nodesOf(text, more);
  return flow.nodes.map((node) => {
    const { strategy, parents } = carriesIn(flow)(node);
    return parents.length === 0 ? strategy : `${strategy} ${parents.join('+')}`;
  });
};

it.each([
  ['A B', ['new', 'new']],
  ['A B<A', ['new', 'resume A']],
  ['A B<A C<B', ['new', 'resume A', 'resume B']],
  ['A B<A C<A', ['new', 'fork A', 'fork A']],
  ['A B C<A+B', ['new', 'new', 'merge_fork A+B']],
  ['A A.1 B<A', ['new', 'new', 'new']],
])('PC-65, PC-66, PC-68 of %s the graph makes %j', (text, expected) => {
  expect(carries(text)).toEqual(expected);
});

it.each([
  ['A B<A', { B: { strategy: 'fork' } }, ['new', 'fork A']],
  ['A B<A', { B: { strategy: 'new' } }, ['new', 'new']],
  ['A B<A', { B: { enableResume: false } }, ['new', 'new']],
  ['A B<A', { B: { enableResume: false, strategy: 'resume' } }, ['new', 'resume A']],
  ['A B', { B: { strategy: 'resume', resumeFrom: 'WFS-x-A' } }, ['new', 'resume A']],
  ['A B C', { C: { strategy: 'merge_fork', mergeFrom: ['WFS-x-B', 'A', 'B'] } }, ['new', 'new', 'merge_fork B+A']],
  ['A B C<A', { C: { resumeFrom: 'B' } }, ['new', 'new', 'fork B']],
] as const)('of %s where its files say %j it is %j', (text, said, expected) => {
  expect(carries(text, said as Readonly<Record<string, Partial<NodeExecution>>>)).toEqual(expected);
});

it('a parent is one it waits for, named once, and one that alone goes on with it resumes', () => {
  const graph = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 4 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(graph, (needs) => {
      const text = needs.map((each, at) => {
        const earlier = each.filter((other) => other < at).map((other) => `N${other}`);
        return earlier.length === 0 ? `N${at}` : `N${at}<${earlier.join('+')}`;
      });
      const flow = nodesOf(text.join(' '));
      for (const node of flow.nodes) {
        const { strategy, parents } = carriesIn(flow)(node);
        expect(parents).toEqual(node.dependsOn);
        const shared = flow.nodes.filter(
          (other) => other !== node && other.dependsOn.some((id) => parents.includes(id)),
        );
        if (strategy === 'resume') expect([parents.length, shared]).toEqual([1, []]);
        if (strategy === 'fork') expect([parents.length, shared.length > 0]).toEqual([1, true]);
      }
    }),
  );
});
