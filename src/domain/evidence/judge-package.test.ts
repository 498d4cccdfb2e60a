import { expect, it } from 'vitest';
import { instant } from '../ids.ts';
import { judgePackage } from './judge-package.ts';

const asked = { registry: 'npm', name: 'left-pad', wanted: '^1.3.0', locked: null, manifest: 'package.json' } as const;
const now = instant(Date.parse('2026-11-21T00:00:00Z'));
const known = (day: string | null, downloads: number | null = null) =>
  judgePackage(
    asked,
    { kind: 'known', version: '1.3.0', publishedAt: day === null ? null : Date.parse(day), downloads },
    now,
  );

it('a package of some age is named with version, day and downloads; it needs no yes of its own', () => {
  expect(known('2018-04-09', 2_000_000)).toEqual({
    ...{ gate: 'dependencies', file: 'package.json', line: null, weight: 'note' },
    what: 'left-pad ^1.3.0 (npm): 1.3.0 published 2018-04-09, 2,000,000 downloads a week',
  });
});

it('one of less than seven days, of unknown age, or of which nothing is known needs a yes by name', () => {
  expect(known('2026-11-15')).toMatchObject({ needs: 'yes', weight: 'note', what: expect.stringContaining('P1: ') });
  expect(known('2026-11-13').needs).toBeUndefined();
  expect(known(null)).toMatchObject({ needs: 'yes' });
  expect(judgePackage(asked, { kind: 'unknown', why: 'x' }, now)).toMatchObject({ needs: 'yes', weight: 'note' });
});

it('one that does not exist fails', () => {
  expect(judgePackage(asked, { kind: 'missing' }, now)).toMatchObject({ weight: 'fail' });
});
