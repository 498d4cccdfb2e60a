import { describe, expect, it } from 'vitest';
import type { Report } from '../../plan/report.ts';
import type { Work } from '../work.ts';
import { summaryOf } from './step-request.ts';

const proposal = (title: string, recommended = false) => ({ title, text: `how to ${title}`, recommended });
const report: Report = {
  ...{ cause: 'no clock', locations: [], impact: 'none', risk: 'low', wanted: [], criteria: [] },
  proposals: [proposal('wait'), proposal('count', true), proposal('ask')],
};
const summary = (of: Partial<Report> | null, text = '') =>
  summaryOf({ report: of === null ? null : { ...report, ...of }, text } as Work['report'], 'beat');

describe('what an analysis found, in words', () => {
  it('is the plan of the recommended proposal, and then the others', () => {
    const lines = summary({})?.split('\n') ?? [];
    expect(lines.join('\n')).toContain('how to count');
    expect(lines.slice(-4)).toEqual([
      ...['Another proposal: wait', 'how to wait'],
      ...['Another proposal: ask', 'how to ask'],
    ]);
  });

  it('is that of the first where none is recommended', () => {
    const said = summary({ proposals: [proposal('wait'), proposal('ask')] });
    expect(said).toContain('Another proposal: ask');
    expect(said).not.toContain('Another proposal: wait');
  });

  it('ends with what is wanted besides', () => {
    expect(summary({ wanted: ['a key', 'a host'] })).toMatch(/\nWanted besides: a key; a host$/);
    expect(summary({})).not.toContain('Wanted');
  });

  it('is what was written where that is no report, and nothing where nothing was', () => {
    expect(summary(null, ' no clock \n')).toBe('no clock');
    expect([summary(null, ' \n'), summaryOf(null, 'beat')]).toEqual([null, null]);
  });
});
