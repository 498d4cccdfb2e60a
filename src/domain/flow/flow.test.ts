import fc from 'fast-check';
import { expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import { conversationsIn, faultsIn, graphOf, isContainer } from './flow.ts';

/** `b<a` depends on a; `c<a+b` on both. */
const flow = (text: string) => ({
  name: 'WFS-x',
  nodes: text.split(' ').map((each) => {
    const [id = '', needs = ''] = each.split('<');
    return standingNode({ id, dependsOn: needs.split('+').filter((need) => need !== '') });
  }),
});

it.each([
  ['A B<A C<A+B', 'A B<A C<A+B'],
  ['A A.1 A.2<A.1', 'A<A.1+A.2 A.1 A.2<A.1'],
  ['A B<A B.1 C<B', 'A B<A+B.1 B.1<A C<B'],
  ['A B<A B.1 B.1.1', 'A B<A+B.1 B.1<A+B.1.1 B.1.1<A'],
])('%s waits as %s: sub-tasks for what their container waits for, and the container for them', (text, waits) => {
  const graph = graphOf(flow(text));
  expect(graph.map(({ id, dependsOn }) => (dependsOn.length === 0 ? id : `${id}<${dependsOn.join('+')}`))).toEqual(
    waits.split(' '),
  );
});

it.each([
  ['A B<A', []],
  ['A<B', [{ kind: 'unknown', node: 'A', needs: 'B', as: 'dependency' }]],
  ['A.1', [{ kind: 'unknown', node: 'A.1', needs: 'A', as: 'container' }]],
  ['A<B B<A C<Z', [{ kind: 'unknown', node: 'C', needs: 'Z', as: 'dependency' }]],
  ['A<B B<A', [{ kind: 'circle', node: null, circle: ['A', 'B'] }]],
  ['A A.1<B B<A', [{ kind: 'circle', node: null, circle: ['A', 'A.1', 'B'] }]],
])('in %s there is wrong: %j', (text, faults) => {
  expect(faultsIn(flow(text))).toEqual(faults);
});

it('what is wrong in the parts of a node is told beside what is wrong between nodes, and all that is unknown before it', () => {
  const part = (step: string, ...dependsOn: string[]) => ({ step, dependsOn }) as never;
  const parts = [part('1', '2'), part('2', '1')];
  const round = { kind: 'circle', node: 'A', circle: ['1', '2'] };
  const nodes = [standingNode({ id: 'A', parts }), ...flow('B<C C<B').nodes];
  expect(faultsIn({ name: 'WFS-x', nodes: nodes.slice(0, 1) })).toEqual([round]);
  expect(faultsIn({ name: 'WFS-x', nodes })).toEqual([round, { kind: 'circle', node: null, circle: ['B', 'C'] }]);
  const unknown = [...nodes, standingNode({ id: 'D', parts: [part('1'), part('2', '1', '3')] })];
  expect(faultsIn({ name: 'WFS-x', nodes: unknown })).toEqual([{ kind: 'unknown', node: 'D', needs: '3', as: 'part' }]);
});

it.each([
  [{ strategy: 'fork' }, [], ['nobody']],
  [{ strategy: 'fork' }, ['A'], []],
  [{ strategy: 'new' }, [], []],
  [{ strategy: null }, [], []],
  [{ strategy: 'resume', resumeFrom: 'A' }, [], []],
  [{ strategy: 'resume', resumeFrom: 'Z' }, ['A'], ['Z']],
  [{ strategy: 'merge_fork', mergeFrom: ['A', 'Y'] }, [], ['Y']],
] as const)(
  'a node that is carried out by %j and waits for %j lacks the conversation of %j',
  (execution, dependsOn, needs) => {
    const node = standingNode({ id: 'B', dependsOn, execution });
    const faults = faultsIn({ name: 'WFS-x', nodes: [standingNode({ id: 'A' }), node] });
    expect(faults).toEqual(needs.map((each) => ({ kind: 'unknown', node: 'B', needs: each, as: 'conversation' })));
  },
);

it.each([
  [{ A: { resumeFrom: 'B' }, B: { resumeFrom: 'A' } }, ['A', 'B']],
  [{ A: { resumeFrom: 'A' } }, ['A']],
  [{ A: { mergeFrom: ['C'] }, B: { resumeFrom: 'A' }, C: { strategy: 'fork', resumeFrom: 'B' } }, ['A', 'C', 'B']],
  [{ A: { resumeFrom: 'B', strategy: 'new' }, B: { resumeFrom: 'A' } }, null],
  [{ A: { resumeFrom: 'B', enableResume: false }, B: { resumeFrom: 'A' } }, null],
  [{ A: { resumeFrom: 'B' }, B: {}, 'B.1': { resumeFrom: 'A' } }, null],
] as const)('nodes that say of their conversations %j wait for one another as %j', (said, circle) => {
  const nodes = Object.entries(said).map(([id, execution]) => standingNode({ id, execution }));
  expect(faultsIn({ name: 'WFS-x', nodes })).toEqual(circle === null ? [] : [{ kind: 'circle', node: null, circle }]);
});

it('a container is what has sub-tasks of its own number', () => {
  const { nodes } = flow('A A.1 AB A.x B');
  expect(nodes.filter(({ id }) => isContainer(id, nodes)).map(({ id }) => id)).toEqual(['A']);
});

it('a node is found by what its conversation is called, then by its own id, with that of the flow or without', () => {
  const [one, other] = [standingNode({ id: 'A', execution: { id: 'B' } }), standingNode({ id: 'B' })];
  const found = conversationsIn({ name: 'WFS-x', nodes: [one, other] });
  expect(['B', 'A', 'WFS-x-B', 'WFS-x-A', 'WFS-y-A', ''].map(found)).toEqual([one, one, other, one, null, null]);
});

/** Each depends on some of the ones before it, or on any. */
const flows = (only: 'before' | 'any') =>
  fc.array(fc.array(fc.nat(11), { maxLength: 2 }), { minLength: 1, maxLength: 12 }).map((all) => ({
    name: 'WFS-x',
    nodes: all.map((needs, at) => {
      const named = needs.filter((need) => need < (only === 'before' ? at : all.length));
      return standingNode({ id: `N${at}`, dependsOn: named.map((need) => `N${need}`) });
    }),
  }));

it('a graph whose nodes need only earlier ones has no fault, and any other is either without a circle or says one that is there', () => {
  fc.assert(
    fc.property(flows('before'), (one) => {
      expect(faultsIn(one)).toEqual([]);
    }),
  );
  fc.assert(
    fc.property(flows('any'), (one) => {
      const needs = new Map(graphOf(one).map(({ id, dependsOn }) => [id, dependsOn]));
      const [fault] = faultsIn(one);
      if (fault === undefined) expect(canBeDone(needs)).toBe(true);
      else {
        if (fault.kind !== 'circle') throw new Error(fault.kind);
        const { circle } = fault;
        const leads = (by: number) =>
          circle.every((id, at) => needs.get(id)?.includes(circle.at((at + by) % circle.length) ?? '') === true);
        expect(leads(1) || leads(-1)).toBe(true);
      }
    }),
  );
});

/** One after another, each once all that it waits for is done. */
function canBeDone(needs: ReadonlyMap<string, readonly string[]>): boolean {
  const done = new Set<string>();
  for (let more = true; more; ) {
    const ready = [...needs].filter(([id, all]) => !done.has(id) && all.every((need) => done.has(need)));
    for (const [id] of ready) done.add(id);
    more = ready.length > 0;
  }
  return done.size === needs.size;
}
