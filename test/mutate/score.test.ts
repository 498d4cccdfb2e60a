import { expect, it } from 'vitest';
import { scores, tableOf } from '../../scripts/mutate/score.ts';

const tried = (file: string, killed: boolean) => ({
  mutant: { file, start: 0, end: 0, text: '', line: 1, kind: 'x', inside: null },
  ...{ killed, ran: 1, left: 0 },
});

it('WT-123 the score is told by room beside its goal, and a missed one is said', () => {
  const all = scores([
    ...[true, true, true, false].map((killed) => tried('src/domain/question/a.ts', killed)),
    ...[true, true, true, false].map((killed) => tried('src/domain/task/b.ts', killed)),
    tried('src/forges/c.ts', false),
  ]);
  const { lines, missed } = tableOf(all);
  expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    'domain/question 75 % 3 of 4 goal 85 %, missed',
    'domain/task 75 % 3 of 4 goal 75 %',
    'forges 0 % 0 of 1',
    'all 67 % 6 of 9',
  ]);
  expect(missed).toBe(true);
  expect(tableOf(scores([tried('src/forges/c.ts', false)])).missed).toBe(false);
});
