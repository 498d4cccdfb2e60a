import { expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { unlessOutlived } from './judge-left.ts';

const passed = { ...gateResult('test', 'passed'), ids: { passed: ['a'], failed: [], skipped: [] } };

it('P9 a run whose processes outlive it says nothing, unless the base leaves some as well', () => {
  const leaves = { ...passed, left: 2 };
  expect(unlessOutlived(passed, passed)).toBe(passed);
  expect(unlessOutlived(leaves, leaves)).toBe(leaves);
  expect(unlessOutlived(passed, leaves)).toMatchObject({
    ...{ verdict: 'failed', ids: null, counts: null },
    why: expect.stringContaining('2 processes that it started outlive it'),
  });
  expect(unlessOutlived(null, { ...passed, left: 1 })).toMatchObject({ verdict: 'failed' });
});
