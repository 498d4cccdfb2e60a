// The smaller reports: a review, an amendment of the plan, and how large the work is.
import { describe, expect, it, test } from 'vitest';
import { report } from '../../../test/fakes/outside.ts';
import { amend, findAmendment, onlyAdds, sayAmendment } from './amendment.ts';
import { graveOf, isDoubtful, parseAssessment, type Reading, sayFinding } from './assessment.ts';
import type { Report } from './report.ts';
import { saySize, sizeOf } from './size-of.ts';

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

describe('a reading', () => {
  const finding = (severity: 'P1' | 'P2') => ({ ...good, severity });
  const read: Reading = {
    ...{ tree: 't', round: 1, fixes: 0 },
    outcome: { kind: 'read', by: 'codex', summary: 's', findings: [finding('P2'), finding('P1')] },
  };
  const unread: Reading = { ...read, outcome: { kind: 'not_reviewed', why: 'w' } };

  it('is grave by its findings of the first kind alone', () => {
    expect(graveOf(read)).toEqual([finding('P1')]);
    expect(graveOf(unread)).toEqual([]);
  });

  it('is doubtful where nobody read it, or somebody lets what is grave stand', () => {
    const all = [undefined, read, unread, { ...read, accepted: 'person:ann' }];
    expect(all.map((each) => isDoubtful(each))).toEqual([false, false, true, true]);
    expect(all.map((each) => isDoubtful(each, true))).toEqual([false, false, false, true]);
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

  it('leaves what an agent cannot say of a criterion as it was agreed, and lets nothing wait for what is gone', () => {
    const own = { dependsOn: ['SC-1', 'SC-2'], group: 'a', tests: ['t.test.js'], beats: ['test', 'code'] } as const;
    const whole = [plan[0], plan[1], { ...planned('SC-3', 'three'), ...own, files: ['a.js'], expected: '3 passed' }];
    const all = whole.filter((each) => each !== undefined);
    expect(amend(all, 1, wanted('three')).at(-1)).toEqual({ ...all[2], dependsOn: ['SC-1'] });
    const other = { why: 'w', criteria: [{ ...planned('', 'three'), verify: 'npm test', files: ['b.js'] }] };
    expect(amend(all, 1, other).at(-1)).toEqual({
      ...planned('SC-3', 'three'),
      ...own,
      ...{ dependsOn: ['SC-1'], verify: 'npm test', files: ['a.js', 'b.js'] },
    });
    expect(amend(all, 0, wanted('three')).at(-1)).not.toHaveProperty('dependsOn');
  });

  it('is told line by line, and it is known whether it leaves anything out', () => {
    const after = amend(plan, 1, wanted('two', 'three', 'four'));
    expect(sayAmendment(plan, after)).toBe(
      '  SC-1: one (docs)\n  SC-2: two (docs)\n  SC-3: three (docs)\n+ SC-4: four (docs)',
    );
    expect(onlyAdds(plan, after)).toBe(true);
    expect(onlyAdds(plan, amend(plan, 1, wanted('two')))).toBe(false);
    expect(sayAmendment(plan, amend(plan, 2, wanted()))).toContain('- SC-3: three');
  });

  it('counts its labels on from the highest, and says how each is verified', () => {
    const odd = [planned('SC-12', 'a  b'), planned('OTHER-40', 'c')];
    expect(amend(odd, 2, wanted('d')).map(({ label }) => label)).toEqual(['SC-12', 'OTHER-40', 'SC-13']);
    expect(amend([], 0, wanted('d')).map(({ label }) => label)).toEqual(['SC-1']);
    const verified = [{ ...planned('SC-1', 'a  b'), verify: 'npm test' }];
    expect(sayAmendment([], verified)).toBe('+ SC-1: a b (docs) [npm test]');
    expect(onlyAdds([planned('SC-1', 'a  b')], verified)).toBe(false);
  });

  it('that holds a criterion to less by its kind is no mere addition, and is told', () => {
    const before = [{ ...planned('SC-1', 'adds up'), kind: 'behaviour' as const }];
    const after = amend(before, 0, wanted('adds up'));
    expect(onlyAdds(before, after)).toBe(false);
    expect(sayAmendment(before, after)).toBe('- SC-1: adds up\n+ SC-1: adds up (docs)');
  });

  it('with the same words twice gives one of them a label of its own', () => {
    expect(amend(plan, 2, wanted('three', 'three')).map(({ label }) => label)).toEqual([
      'SC-1',
      'SC-2',
      'SC-3',
      'SC-4',
    ]);
  });

  it('of which the last counts, with what is missing in each criterion named', () => {
    const two = [{ plan_changed: { why: 'first' } }, { plan_changed: { why: 'last' } }].map(block).join('\n');
    expect(findAmendment(two)).toMatchObject({ amendment: { why: 'last' } });
    expect(findAmendment(block({ plan_changed: { criteria: [{ text: 'a' }, { text: '' }] } }))).toEqual({
      kind: 'unreadable',
      missing: ['`plan_changed.why`: a text', '`plan_changed.criteria[1].text`: a text'],
    });
    expect(findAmendment(block({ plan_changed: { why: 'w', criteria: 7 } }))).toEqual({
      kind: 'unreadable',
      missing: ['`plan_changed.criteria`: a list'],
    });
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

  test('two files, and one criterion that is none yet, are small as well, and are told in a line', () => {
    const two = sizeOf({ ...small, criteria: [], locations: [place('a.js'), place('b.js')] });
    expect(two).toEqual({ kind: 'small', why: '2 files, low risk, one way to do it' });
    expect(saySize(two)).toBe(
      'Small work (2 files, low risk, one way to do it): one criterion, and nobody plans it a second time.',
    );
    expect(saySize({ kind: 'usual', why: 'x' })).toBe('');
  });

  test.each([
    ['a split', { ...small, split: { why: 'w', features: [] } }, 'to be split'],
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
