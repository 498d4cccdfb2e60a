import { expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import { agentsFor, attemptsOf, isGivenUp, isSettled, leavesOf, namingOthers, nodeOf } from './flow-run.ts';

const by = (id: string, tool: string | null) => standingNode({ id, execution: { tool } });

it('those are worked on that have no sub-tasks', () => {
  const nodes = ['A', 'A.1', 'A.2', 'B'].map((id) => standingNode({ id }));
  expect(leavesOf({ name: 'WFS-x', nodes }).map(({ id }) => id)).toEqual(['A.1', 'A.2', 'B']);
  expect(nodeOf({ name: 'WFS-x', nodes }, 'A.2')).toBe(nodes[2]);
  expect([nodeOf({ name: 'WFS-x', nodes }, 'C'), nodeOf(undefined, 'A')]).toEqual([null, null]);
});

it.each([
  ['pending', false, false],
  ['in_progress', false, false],
  ['completed', true, false],
  ['skipped', true, false],
  ['blocked', false, false],
  ['failed', false, true],
  ['cancelled', false, true],
] as const)('%s needs no work any more: %s; was given up: %s', (status, settled, givenUp) => {
  expect([isSettled({ status }), isGivenUp({ status })]).toEqual([settled, givenUp]);
});

it.each([
  ['what the node says', 2, [5, 7], 2],
  ['the longest cycle of its parts', null, [5, null, 7], 7],
  ['the cycle of its only part, though it is short', null, [1], 1],
  ['three where nothing is said', null, [null], 3],
] as const)('as many attempts as %s', (_, maxIterations, cycles, attempts) => {
  const parts = cycles.map((each, at) => ({ step: `${at}`, dependsOn: [], maxIterations: each })) as never;
  expect(attemptsOf(standingNode({ id: 'A', parts, execution: { maxIterations } }))).toBe(attempts);
});

it.each([
  ['two', ['two', 'one', 'three']],
  ['four', ['one', 'two', 'three']],
  ['auto', ['one', 'two', 'three']],
  [null, ['one', 'two', 'three']],
])('where its file names %s, those work on it in this order: %j', (tool, agents) => {
  expect(agentsFor(by('A', tool), ['one', 'two', 'three'])).toEqual(agents);
});

it('PC-71 where nobody is named, or whoever fits, it is the first that is switched on and may do it', () => {
  const tools = ['far', 'two', 'one'];
  expect(agentsFor(by('A', null), ['one', 'two'], tools)).toEqual(['two', 'one']);
  expect(agentsFor(by('A', 'auto'), ['one', 'two'], tools)).toEqual(['two', 'one']);
  expect(agentsFor(by('A', 'one'), ['one', 'two'], tools)).toEqual(['one', 'two']);
  expect(agentsFor(by('A', null), ['one', 'two'], ['far'])).toEqual(['one', 'two']);
});

it('who is named and does not work here is told, of what is worked on alone', () => {
  const nodes = [by('A', 'far'), by('A.1', 'one'), by('A.2', 'auto'), by('B', null), by('C', 'far')];
  expect(namingOthers({ name: 'WFS-x', nodes }, ['one']).map(({ id }) => id)).toEqual(['C']);
});
