import { describe, expect, it } from 'vitest';
import { planFrom } from './plan-from.ts';
import type { Report } from './report.ts';

const report: Report = {
  cause: 'minutes are taken for seconds',
  locations: [
    { file: 'beat.js', line: 12, what: 'the factor' },
    { file: 'jobs.js', line: null, what: 'the caller' },
  ],
  proposals: [
    { title: 'divide', text: 'at the caller', recommended: false },
    { title: 'multiply', text: 'by 60', recommended: true },
  ],
  ...{ impact: 'jobs fire on time', risk: 'low', wanted: [] },
  criteria: [
    { text: 'it fires', verify: 'npm test', files: ['a.test.js'], kind: 'behaviour' },
    { text: 'it is told', verify: null, files: [], kind: 'docs' },
  ],
};

describe('a plan', () => {
  it('that was begun elsewhere is what is left of it, and waits for nothing that was met there', () => {
    const own = 'SC-1: a\nSC-2: b after SC-1\nSC-3: c after SC-1 and SC-2\n';
    const { text, criteria } = planFrom('t', own, null, null, ['SC-1']);
    expect(text).toBe(own);
    expect(criteria.map(({ label, dependsOn }) => [label, dependsOn])).toEqual([
      ['SC-2', undefined],
      ['SC-3', ['SC-2']],
    ]);
    expect(planFrom('t', own, null, null).criteria.map(({ dependsOn }) => dependsOn)).toEqual([
      undefined,
      ['SC-1'],
      ['SC-1', 'SC-2'],
    ]);
  });

  it("is the person's own where there is one, proven by the test gate", () => {
    expect(planFrom('fix it', 'do it so', report, 0)).toEqual({
      text: 'do it so',
      criteria: [{ label: 'SC-1', text: 'fix it', verify: null, files: [], kind: 'behaviour' }],
    });
  });

  it("has the person's own criteria where they wrote some", () => {
    const own = '# Beat\nSC-1: it fires\n- Verify: npm test\nSC-2: it is told';
    expect(planFrom('fix it', own, report, 0).criteria.map(({ text, verify }) => [text, verify])).toEqual([
      ['it fires', 'npm test'],
      ['it is told', null],
    ]);
  });

  it('is the task itself where nothing is known', () => {
    expect(planFrom('fix it', null, null, null)).toMatchObject({
      text: 'fix it',
      criteria: [{ label: 'SC-1', text: 'fix it' }],
    });
  });

  it('follows the recommended proposal and numbers the criteria', () => {
    const plan = planFrom('fix it', null, report, null);
    expect(plan.criteria.map(({ label, kind }) => [label, kind])).toEqual([
      ['SC-1', 'behaviour'],
      ['SC-2', 'docs'],
    ]);
    expect(plan.text).toBe(
      [
        ...['Cause: minutes are taken for seconds', ''],
        ...['Where:', '- beat.js:12 the factor', '- jobs.js the caller', ''],
        ...['Proposal: multiply', 'by 60', ''],
        ...['Done when:', '- SC-1: it fires [npm test]', '- SC-2: it is told (docs)', ''],
        'Risk: low. jobs fire on time',
      ].join('\n'),
    );
  });

  it('says which places are not there', () => {
    const [first, ...others] = report.locations;
    if (first === undefined) throw new Error('it names none');
    const { text } = planFrom('fix it', null, { ...report, locations: [{ ...first, absent: true }, ...others] }, null);
    expect(text).toContain('Where:\n- NOT THERE: beat.js:12 the factor\n- jobs.js the caller\n');
  });

  it.each([
    [0, 'divide'],
    [1, 'multiply'],
    [7, 'multiply'],
  ])('follows proposal %i: %s', (proposal, title) => {
    expect(planFrom('fix it', null, report, proposal).text).toContain(`Proposal: ${title}`);
  });

  it('takes the first proposal where none is recommended, and none where there is none', () => {
    const plain = report.proposals.map((each) => ({ ...each, recommended: false }));
    expect(planFrom('x', null, { ...report, proposals: plain }, null).text).toContain('Proposal: divide');
    expect(planFrom('x', null, { ...report, proposals: [] }, null).text).not.toContain('Proposal');
  });

  it('without criteria has one: the text of the task', () => {
    expect(planFrom('fix it', null, { ...report, criteria: [] }, null).criteria).toMatchObject([
      { label: 'SC-1', text: 'fix it' },
    ]);
  });
});
