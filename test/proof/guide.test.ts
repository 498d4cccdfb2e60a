// What the guide says of honest changes and cheats is of rows that there are, and calls nothing caught that is not.
import { describe, expect, it } from 'vitest';
import { type Line, linesOf, readPage, withTried } from './guide.ts';
import type { Row } from './row.ts';
import { cheats, honest } from './sets/sets.ts';

const nameOf = ({ what, project }: Row): string => `${project.name}: ${what}`;
const named = <One extends Row>(rows: readonly One[]) => new Map(rows.map((each) => [nameOf(each), each]));

describe('the guide on proof', () => {
  it('names cheats with the row that is to catch them, all of which are caught', () => {
    const rows = named(cheats);
    const lines = linesOf(readPage(), 'cheat');
    for (const [what, runner, by] of lines) expect(rows.get(`${runner}: ${what}`)?.by, `${runner}: ${what}`).toBe(by);
    expect(lines.filter(([, , , came = '']) => came.includes('not caught'))).toEqual([]);
    expect(readPage()).toContain(`Of ${lines.length} cheats ${lines.length} are caught and 0 are not`);
  });

  it('names honest changes with no more lines than their rows allow', () => {
    const rows = named(honest);
    const lines = linesOf(readPage(), 'honest change');
    for (const [what, runner, asked] of lines)
      expect(Number(asked), `${runner}: ${what}`).toBeLessThanOrEqual(rows.get(`${runner}: ${what}`)?.lines ?? 0);
    expect(lines.every(([what, runner]) => rows.has(`${runner}: ${what}`))).toBe(true);
    expect(readPage()).toContain(`; ${lines.length} honest changes go through`);
  });

  it('keeps the lines of runners that were not tried, and takes those that were in their place', () => {
    const [one] = cheats.filter(({ project }) => project.name === 'pytest');
    if (one === undefined) throw new Error('no cheat of pytest');
    const came = { kind: 'refused', by: ['P9'], words: ['x'] } as const;
    const text = withTried(readPage(), [], [{ row: one, came }]);
    const of = (all: readonly Line[], mine: boolean) =>
      all.filter(([, runner]) => (runner === 'pytest') === mine).sort((a, b) => (String(a) < String(b) ? -1 : 1));
    for (const table of ['cheat', 'honest change'] as const)
      expect(of(linesOf(text, table), false)).toEqual(of(linesOf(readPage(), table), false));
    expect(of(linesOf(text, 'cheat'), true)).toEqual([[one.what, 'pytest', one.by, 'P9: goes back to the agent']]);
    expect(withTried(text, [], [{ row: one, came }])).toBe(text);
  });

  it('can name each change once', () => {
    expect(named([...cheats, ...honest]).size).toBe(cheats.length + honest.length);
  });
});
