// What the guide says of honest changes and cheats is of rows that there are, and calls nothing caught that is not.
import { describe, expect, it } from 'vitest';
import { readPage } from './guide.ts';
import type { Row } from './row.ts';
import { cheats, honest } from './sets/sets.ts';

/** Of a table of the page, one line for each runner. */
const linesOf = (head: string): readonly (readonly string[])[] => {
  const [, rows = ''] = readPage().split(new RegExp(`^\\| ${head} \\|.*\\n\\| ---.*\\n`, 'm'));
  return rows
    .slice(0, rows.indexOf('\n\n'))
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
    .flatMap(([what = '', runners = '', ...cells]) => runners.split(', ').map((runner) => [what, runner, ...cells]));
};
const nameOf = ({ what, project }: Row): string => `${project.name}: ${what}`;
const named = <One extends Row>(rows: readonly One[]) => new Map(rows.map((each) => [nameOf(each), each]));

describe('the guide on proof', () => {
  it('names cheats with the row that is to catch them, and calls nothing caught but what is', () => {
    const rows = named(cheats);
    const lines = linesOf('cheat');
    const missed = lines.filter(([, , , came = '']) => came.includes('not caught'));
    for (const [what, runner, by] of lines) expect(rows.get(`${runner}: ${what}`)?.by, `${runner}: ${what}`).toBe(by);
    for (const [what, runner] of missed) expect(rows.get(`${runner}: ${what}`)?.waits, `${runner}: ${what}`).toBe(true);
    const count = `Of ${lines.length} cheats ${lines.length - missed.length} are caught and ${missed.length} are not`;
    expect(readPage()).toContain(count);
  });

  it('names honest changes with no more lines than their rows allow', () => {
    const rows = named(honest);
    const lines = linesOf('honest change');
    for (const [what, runner, asked] of lines)
      expect(Number(asked), `${runner}: ${what}`).toBeLessThanOrEqual(rows.get(`${runner}: ${what}`)?.lines ?? 0);
    expect(lines.every(([what, runner]) => rows.has(`${runner}: ${what}`))).toBe(true);
    expect(readPage()).toContain(`; ${lines.length} honest changes go through`);
  });

  it('can name each change once', () => {
    expect(named([...cheats, ...honest]).size).toBe(cheats.length + honest.length);
  });
});
