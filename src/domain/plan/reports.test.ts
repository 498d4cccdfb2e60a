// The smaller reports: a review, an amendment of the plan, and how large the work is.
import { describe, expect, it, test } from 'vitest';
import { report } from '../../../test/fakes/outside.ts';
import { amend, findAmendment, onlyAdds, sayAmendment } from './amendment.ts';
import { parseAssessment, sayFinding } from './assessment.ts';
import type { Report } from './report.ts';
import { sizeOf } from './size-of.ts';

const block = (value: unknown) => `Here.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const good = { severity: 'P2', file: 'a.js', line: 3, what: 'a leak', why: 'it grows' };

describe('a review', () => {
  it('is its summary and its findings; none is a list without any', () => {
    expect(parseAssessment(block({ summary: 'fine', findings: [] }))).toEqual({
      ok: true,
      assessment: { summary: 'fine', findings: [] },
    });
    expect(parseAssessment(block({ summary: 's', findings: [{ ...good, file: null, line: 'x' }] }))).toMatchObject({
      assessment: { findings: [{ file: null, line: null, severity: 'P2' }] },
    });
  });

  it.each([
    ['nothing', 'All fine.', 'no JSON block'],
    ['no list', block({ summary: 'fine' }), '`findings`: a list'],
    ['no severity', block({ summary: 's', findings: [{ ...good, severity: 'bad' }] }), 'one of P1, P2, P3'],
    ['no reason', block({ summary: 's', findings: [{ ...good, why: '' }] }), '`findings[0].why`: a text'],
    ['words in a quote', `> ${JSON.stringify({ summary: 'fine', findings: [] })}`, 'no JSON block'],
  ])('with %s is none', (_words, text, missing) => {
    const parsed = parseAssessment(text);
    expect(parsed.ok ? '' : parsed.missing.join()).toContain(missing);
  });

  it('says a finding in one line', () => {
    expect(sayFinding({ ...good, severity: 'P1', what: 'a\nleak' })).toBe('P1 a.js:3 a leak (it grows)');
    expect(sayFinding({ ...good, severity: 'P3', file: null, line: null })).toBe('P3 a leak (it grows)');
  });
});

describe('an amendment of a plan', () => {
  const planned = (label: string, text: string) => ({
    ...{ label, text, verify: null, files: [] },
    kind: 'docs' as const,
  });
  const plan = [planned('SC-1', 'one'), planned('SC-2', 'two'), planned('SC-3', 'three')];
  const wanted = (...texts: readonly string[]) => ({
    why: 'w',
    criteria: texts.map((text) => ({ text, verify: null, files: [], kind: 'docs' as const })),
  });

  it('takes the place of the criterion at hand and all after it; labels are never given twice', () => {
    expect(amend(plan, 1, wanted('four', 'three')).map(({ label, text }) => [label, text])).toEqual([
      ['SC-1', 'one'],
      ['SC-4', 'four'],
      ['SC-3', 'three'],
    ]);
  });

  it('is told line by line, and it is known whether it leaves anything out', () => {
    const after = amend(plan, 1, wanted('two', 'three', 'four'));
    expect(sayAmendment(plan, after)).toBe('  SC-1: one\n  SC-2: two\n  SC-3: three\n+ SC-4: four');
    expect(onlyAdds(plan, after)).toBe(true);
    expect(onlyAdds(plan, amend(plan, 1, wanted('two')))).toBe(false);
    expect(sayAmendment(plan, amend(plan, 2, wanted()))).toContain('- SC-3: three');
  });

  it('stands in a block; without its reason it cannot be read, and without a block there is none', () => {
    expect(findAmendment('All done.')).toEqual({ kind: 'none' });
    expect(findAmendment(block({ plan_changed: { why: 'w' } }))).toEqual({
      kind: 'found',
      amendment: { why: 'w', criteria: [] },
    });
    expect(findAmendment(block({ plan_changed: { criteria: [] } }))).toMatchObject({ kind: 'unreadable' });
    expect(findAmendment(block({ plan_changed: 'no' }))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('the size of work', () => {
  const place = (file: string) => ({ file, line: 1, what: 'it' });
  const small = { ...report, locations: [place('a.js'), place('a.js')] } as Report;
  test('one place, low risk, one way, nothing open is small', () => {
    expect(sizeOf(small)).toEqual({ kind: 'small', why: 'one file, low risk, one way to do it' });
  });

  test.each([
    ['no analysis', null, 'no analysis'],
    ['risk', { ...small, risk: 'medium' }, 'its risk is medium'],
    ['criteria', { ...small, criteria: [...small.criteria, ...small.criteria] }, '2 criteria'],
    ['files', { ...small, locations: ['a', 'b', 'c'].map(place) }, '3 files'],
    ['no place', { ...small, locations: [] }, 'no place'],
    ['ways', { ...small, proposals: [...small.proposals, ...small.proposals] }, '2 ways'],
    ['questions', { ...small, wanted: ['the log'] }, 'wants to know more'],
  ])('%s makes it as usual', (_words, given, why) => {
    expect(sizeOf(given as Report | null)).toMatchObject({ kind: 'usual', why: expect.stringContaining(why) });
  });
});
