// Ten thousand tests are judged in a few looks at each of them, whatever they came to.
import { describe, expect, it } from 'vitest';
import { countedList } from '../../../test/fakes/counted-list.ts';
import { compareRed } from '../bundle/compare-rerun.ts';
import { type Half, judgeRed } from './judge-red.ts';
import { judgeReach } from './lines.ts';
import { groupsOf } from './test-id.ts';
import type { GateResult } from './verdict.ts';

const count = 10_000;
const names = (of: string) => Array.from({ length: count }, (_, at) => `a.test.js > ${of} > case ${at}`);
const half = (verdict: Half['verdict'], passed: readonly string[], failed: readonly string[]): Half => ({
  ...{ verdict, exit: verdict === 'passed' ? 0 : 1, counts: null, ids: { passed, failed, skipped: [] } },
});
const few = 12 * count;

describe('of ten thousand tests', () => {
  it.each([
    ['all of which pass with the change', names('sum'), 'red'],
    ['none of which passes with the change', names('other'), 'no_red'],
  ])('%s, red is told in one pass', (_, passing, kind) => {
    const [failed, passed, stillFailed] = [countedList(names('sum')), countedList(passing), countedList(names('more'))];
    const green = half('failed', passed.list, stillFailed.list);
    const input = { files: ['a.test.js'], base: half('passed', [], []), unloadable: null };
    expect(judgeRed({ ...input, red: half('failed', [], failed.list), green })).toMatchObject({ kind });
    expect(failed.looks() + passed.looks() + stillFailed.looks()).toBeLessThan(few);
  });

  it('those that reach nothing are told in one pass', () => {
    const [nothing, unsure] = [countedList(names('sum')), countedList(names('more'))];
    const word = { kind: 'measured', reached: [], nothing: nothing.list, unsure: unsure.list } as const;
    expect(judgeReach([...names('more'), ...names('sum')], word, true)).toEqual({ kind: 'nothing', ids: names('sum') });
    expect(nothing.looks() + unsure.looks()).toBeLessThan(few);
  });

  it('those of which it is not told are named up to a number', () => {
    const word = { kind: 'measured', reached: [], nothing: [], unsure: names('sum') } as const;
    const told = judgeReach(names('sum'), word, true);
    expect(told).toMatchObject({ kind: 'reached', say: expect.stringMatching(/case 19 and 9980 more$/) });
  });

  it('what a second run says of each is found in one pass', () => {
    const [passed, failed] = [countedList(names('sum')), countedList(names('more'))];
    const ids = { passed: passed.list, failed: failed.list, skipped: [] };
    const again = { label: 'SC-1', tree: 't', red: names('sum'), green: names('more') } as never;
    const told = compareRed(again, { verdict: 'passed' } as GateResult, { red: ids, green: ids });
    expect(told).toHaveLength(2 * count);
    expect(passed.looks() + failed.looks()).toBeLessThan(few);
  });
});

it('files and suites are the groups of a test', () => {
  expect([...groupsOf(['a.js > s > t', 'a.js > u', 'b.js'])]).toEqual(['a.js', 'a.js > s']);
});
