import { expect, test } from 'vitest';
import { reportForm } from '../text/prompts/report-form.ts';
import { parseReport } from './parse-report.ts';

const good = JSON.parse(reportForm);
const block = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const missing = (text: string) => {
  const parsed = parseReport(text);
  return parsed.ok ? [] : parsed.missing;
};

test('the form shown to the agent is itself a valid report', () => {
  expect(parseReport(`Here it is.\n\n${block(good)}\n\nDone.`)).toEqual({ ok: true, report: good });
});

test('a bare object is found among prose, braces in its strings included', () => {
  const value = { ...good, cause: 'a } in { a string, and "quotes"' };
  expect(parseReport(`I think {this} is it:\n${JSON.stringify(value)}\nBye.`)).toMatchObject({
    ok: true,
    report: { cause: value.cause },
  });
});

test('of several blocks the last complete one counts', () => {
  expect(
    parseReport(
      `${block({ ...good, cause: 'draft' })}\n${block({ ...good, cause: 'final' })}\n${block({ cause: 'half' })}`,
    ),
  ).toMatchObject({ ok: true, report: { cause: 'final' } });
});

test('a report that is only quoted, or code of another language, is none', () => {
  const quoted = JSON.stringify(good, null, 2)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  expect(parseReport(quoted).ok).toBe(false);
  expect(parseReport(`\`\`\`ts\n${JSON.stringify(good)}\n\`\`\``).ok).toBe(false);
});

test('PC-24 what is missing is named, field by field', () => {
  const { cause: _, ...rest } = good;
  expect(
    missing(block({ ...rest, risk: 'huge', locations: [{ file: 'a' }], criteria: [{ text: 'x', kind: 'odd' }] })),
  ).toEqual([
    '`cause`: a text',
    '`locations[0].what`: a text',
    '`risk`: one of low, medium, high',
    '`criteria[0].kind`: one of behaviour, refactor, docs, config',
  ]);
});

test('exactly one proposal is recommended', () => {
  expect(missing(block({ ...good, proposals: [] }))).toEqual(['`proposals`: at least one']);
  expect(
    missing(block({ ...good, proposals: good.proposals.map((each: object) => ({ ...each, recommended: true })) })),
  ).toEqual(['`proposals`: exactly one must be recommended, 2 are']);
});

test('a message without any report says so', () => {
  expect(missing('All fine, nothing to report. {"answer": 42}')).toEqual([
    'the report: no JSON block with its fields was found',
  ]);
});

test('criteria, wanted and lines may be left out', () => {
  const { criteria: _, wanted: __, ...rest } = good;
  expect(parseReport(block({ ...rest, locations: [{ file: 'a.ts', what: 'b' }] }))).toMatchObject({
    ok: true,
    report: { criteria: [], wanted: [], locations: [{ line: null }] },
  });
});
