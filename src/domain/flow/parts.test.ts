import { describe, expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import type { NodeExecution, NodePart } from './node.ts';
import { partNow, partsOneByOne } from './parts.ts';

const part = (step: string, dependsOn: readonly string[] = [], description = ''): NodePart => ({
  ...{ step, title: step, description, modificationPoints: [], logicFlow: [], dependsOn, output: null },
  ...{ tddPhase: null, actions: [], maxIterations: null, command: null },
});
const node = (method: NodeExecution['method'], ...parts: readonly NodePart[]) =>
  standingNode({ execution: { method }, parts });
const [one, two, three] = [part('1', ['2']), part('2'), part('3')];
const four = [part('a'), part('b'), part('c'), part('d')];

describe('parts of a node', () => {
  it.each([
    ['told at once where nothing is said', node(null, one, two), []],
    ['told at once to a program that is handed all', node('cli', one, two, three), []],
    ['given one by one to an agent, each after what it needs', node('agent', one, two, three), ['2', '1', '3']],
    ['told at once where there is one', node('agent', two), []],
    ['told at once where few are left open', node('auto', one, two, three), []],
    ['given one by one where many are left open', node('auto', ...four), ['a', 'b', 'c', 'd']],
    ['given one by one where they are long', node('auto', two, part('3', [], 'x'.repeat(9000))), ['2', '3']],
  ])('are %s', (_what, given, expected) => {
    expect(partsOneByOne(given).map(({ step }) => step)).toEqual(expected);
  });

  it('are told whole to who mends, and to who has done them all', () => {
    const given = node('agent', one, two);
    expect(partNow(given, { attempt: 1 })).toMatchObject({ at: 0, parts: [two, one] });
    expect(partNow(given, { attempt: 1, part: 1 })).toMatchObject({ at: 1 });
    expect(partNow(given, { attempt: 1, part: 2 })).toBeNull();
    expect(partNow(given, { attempt: 2, part: 1 })).toBeNull();
    expect(partNow(undefined, { attempt: 1 })).toBeNull();
  });
});
