import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NodeMove } from '../../flow/node-moves.ts';
import type { TaskState } from '../task.ts';
import { movesOf, summariesOf, withMoves, withoutSummaries, withSummary } from './kept-pages.ts';

const move = (at: number): NodeMove => ({ node: `IMPL-${at}`, from: 'pending', to: 'in_progress', at });

it('moves are all there in their order, and no page that is full changes or is short', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 130 }), { maxLength: 12 }), (sizes) => {
      let state: Pick<TaskState, 'moves' | 'movesBefore'> = {};
      let told = 0;
      for (const size of sizes) {
        const before = state.movesBefore ?? [];
        state = {
          ...state,
          ...withMoves(
            state,
            Array.from({ length: size }, () => move(told++)),
          ),
        };
        expect((state.movesBefore ?? []).slice(0, before.length).every((page, at) => page === before[at])).toBe(true);
      }
      expect(movesOf(state).map(({ at }) => at)).toEqual(Array.from({ length: told }, (_, at) => at));
      expect((state.moves ?? []).length).toBeLessThan(100);
      expect((state.movesBefore ?? []).every(({ length }) => length >= 100)).toBe(true);
    }),
  );
});

it('moves of a task from before there were pages become one', () => {
  const moves = Array.from({ length: 150 }, (_, at) => move(at));
  expect(movesOf({ moves })).toEqual(moves);
  expect(withMoves({ moves }, [move(150)])).toEqual({ moves: [], movesBefore: [[...moves, move(150)]] });
});

it('summaries are found by their nodes, on whichever page they stand', () => {
  let state: Pick<TaskState, 'summaries' | 'summariesBefore'> = {};
  for (let at = 0; at < 250; at += 1) state = { ...state, ...withSummary(state, `IMPL-${at}`, null) };
  expect([...summariesOf(state).keys()]).toEqual(Array.from({ length: 250 }, (_, at) => `IMPL-${at}`));
  expect([state.summariesBefore?.map(({ length }) => length), Object.keys(state.summaries ?? {}).length]).toEqual([
    [100, 100],
    50,
  ]);
});

it('summaries of nodes that are to be done again are on no page, and pages without one stay as they are', () => {
  let state: Pick<TaskState, 'summaries' | 'summariesBefore'> = {};
  for (let at = 0; at < 250; at += 1) state = { ...state, ...withSummary(state, `IMPL-${at}`, null) };
  const left = withoutSummaries(state, new Set(['IMPL-120', 'IMPL-249']));
  expect([...summariesOf(left).keys()]).toEqual(
    Array.from({ length: 249 }, (_, at) => `IMPL-${at}`).filter((node) => node !== 'IMPL-120'),
  );
  expect(left.summariesBefore?.[0]).toBe(state.summariesBefore?.[0]);
});
