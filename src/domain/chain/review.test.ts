import { describe, expect, test } from 'vitest';
import { parseCut, parsePlan, parseReview } from './review.ts';

const block = (value: unknown) => `Words.\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;
const missing = (text: string) => {
  const handed = parseReview(text);
  return handed.ok ? [] : handed.missing;
};

describe('a verdict', () => {
  test('is taken from its JSON block alone, the last complete one', () => {
    const text = block({ verdict: 'change', findings: ['a.ts:1: x'] }) + block({ verdict: 'approve', findings: [] });
    expect(parseReview(text)).toMatchObject({ ok: true, value: { verdict: 'approve', divergence: 'none', note: '' } });
  });

  test('in prose is none', () => {
    expect(parseReview('I approve. The verdict is "approve".').ok).toBe(false);
    expect(missing('Approved!')).toEqual(['a JSON block with its fields']);
  });

  test('to change something names what', () => {
    expect(missing(block({ verdict: 'change', findings: [] }))).toHaveLength(1);
    expect(missing(block({ verdict: 'change' }))).toHaveLength(1);
  });

  test('of another word, or with findings that are no texts, is asked for again', () => {
    expect(missing(block({ verdict: 'APPROVED', findings: [] }))).toEqual(['`verdict`: "approve" or "change"']);
    expect(missing(block({ verdict: 'change', findings: [7] }))).toEqual(['`findings`: a list of texts']);
    expect(missing(block({ verdict: 'approve', findings: [], divergence: 'huge' }))).toHaveLength(1);
  });

  test('may give findings with their place', () => {
    const text = block({ verdict: 'change', findings: [{ what: 'never ends', where: 'a.ts:4' }, 'b.ts: no test'] });
    expect(parseReview(text)).toMatchObject({ value: { findings: ['a.ts:4: never ends', 'b.ts: no test'] } });
  });
});

test('a mended plan is the whole text, and not nothing', () => {
  expect(parsePlan(block({ plan: '# Do it' }))).toEqual({ ok: true, value: '# Do it' });
  expect(parsePlan(block({ plan: ' ' })).ok).toBe(false);
});

test('what only a person can decide is a list of texts, none where nothing is said', () => {
  expect(parseReview(block({ verdict: 'approve', findings: [] }))).toMatchObject({ value: { questions: [] } });
  expect(missing(block({ verdict: 'approve', findings: [], questions: 'Which?' }))).toEqual([
    '`questions`: a list of texts',
  ]);
});

test('the plans of an issue are 1 to 50, each with a name and a text', () => {
  const plan = { name: 'a', text: '# A' };
  expect(parseCut(block({ plans: [plan] }))).toEqual({ ok: true, value: [plan] });
  expect(parseCut(block({ plans: Array.from({ length: 50 }, () => plan) })).ok).toBe(true);
  for (const plans of [[], [plan, { name: 'b' }], 'all', Array.from({ length: 51 }, () => plan)])
    expect(parseCut(block({ plans })).ok).toBe(false);
});
