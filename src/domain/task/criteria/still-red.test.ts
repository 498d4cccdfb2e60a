import { expect, it } from 'vitest';
import type { Criterion } from '../../criterion/criterion.ts';
import type { TaskView } from '../moves.ts';
import { redTestsFor } from './still-red.ts';

const red = (tree: string) => ({ tree, why: 'red (exit 1)' });
const round = (id: string, state: object, spec: object = {}): Criterion =>
  ({ id, kind: 'criterion', state, spec }) as unknown as Criterion;
const rounds = [round('first', { beat: 'refactor', redTests: red('t1') }), round('last', { redTests: red('t2') })];
const view = { children: rounds } as unknown as TaskView;
const back = (beat?: string) => ({ rewound: { round: 'first', attempt: 1, ...(beat && { beat }) } as never });

it.each([
  ['one that goes on from the one before', { stillRed: true }, { beat: 'code', redTests: red('t2') }],
  ['one that is begun anew', {}, {}],
  ['one that was set back to the turn for the change', back('code'), { beat: 'code', redTests: red('t1') }],
  ['one that was set back to the turn for the form', back('refactor'), { beat: 'code', redTests: red('t1') }],
  ['one that was set back to the turn for its tests', back('test'), {}],
  ['one that was set back and has no turns', back(), {}],
  ['one that was set back, and went on', { ...back('test'), stillRed: true }, { beat: 'code', redTests: red('t2') }],
  [
    'one that was set back to the change, and went on',
    { ...back('code'), stillRed: true },
    { beat: 'code', redTests: red('t2') },
  ],
] as const)('PC-12 a round knows of tests that were red: %s', (_, at, begins) =>
  expect(redTestsFor(view, at, rounds[1])).toEqual(begins),
);

it('PC-12 tests that were red beside others are not compared with what stands together', () => {
  const member = round('last', { beat: 'code', redTests: red('t2') }, { member: {} });
  expect(redTestsFor(view, { stillRed: true }, member)).toEqual({ beat: 'code' });
});
