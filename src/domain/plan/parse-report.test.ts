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
  expect(parseReport(quoted.replaceAll('> ', '  >')).ok).toBe(false);
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

test('fields of a report are taken where they are what they should be', () => {
  const value = {
    ...good,
    locations: [
      ...[
        { file: 'a', line: 0, what: 'w' },
        { file: 'a', line: 1.5, what: 'w' },
        { file: 'a', line: 1, what: 'w' },
      ],
    ],
    proposals: [
      { title: 't', text: 'x', recommended: true, risk: ' some ' },
      { title: 't', text: 'x', recommended: 'yes', risk: ' ' },
      { title: 't', text: 'x', risk: 7 },
    ],
    criteria: [
      { text: 'x', verify: ' ' },
      { text: 'x', verify: 7, kind: 'docs' },
      { text: 'x', verify: 'v', files: ['f'] },
    ],
    looks: ['ls'],
    wanted: ['more'],
  };
  const parsed = parseReport(block(value));
  expect(parsed).toMatchObject({ ok: true, report: { looks: ['ls'], wanted: ['more'] } });
  if (!parsed.ok) return;
  expect(parsed.report.locations.map(({ line }) => line)).toEqual([null, null, 1]);
  expect(parsed.report.proposals).toEqual([
    { title: 't', text: 'x', recommended: true, risk: 'some' },
    { title: 't', text: 'x', recommended: false },
    { title: 't', text: 'x', recommended: false },
  ]);
  expect(parsed.report.criteria).toEqual([
    { text: 'x', verify: null, files: [], kind: 'behaviour' },
    { text: 'x', verify: null, files: [], kind: 'docs' },
    { text: 'x', verify: 'v', files: ['f'], kind: 'behaviour' },
  ]);
  for (const field of ['looks', 'split']) expect(parseReport(block(good))).not.toHaveProperty(`report.${field}`);
});

test('each field that is none is named', () => {
  const wrong = {
    cause: ' ',
    locations: {},
    proposals: 7,
    impact: 7,
    risk: null,
    wanted: [7],
    criteria: {},
    looks: 'ls',
  };
  expect(missing(block(wrong))).toEqual([
    ...['`cause`: a text', '`locations`: a list', '`proposals`: a list', '`impact`: a text'],
    ...[
      '`risk`: one of low, medium, high',
      '`wanted`: a list of texts',
      '`criteria`: a list',
      '`looks`: a list of texts',
    ],
  ]);
  const inner = { ...good, locations: [7], proposals: [[]], criteria: [null, { text: 'x', files: [7] }] };
  expect(missing(block(inner))).toEqual([
    ...['`locations[0].file`: a text', '`locations[0].what`: a text', '`proposals[0].title`: a text'],
    ...['`proposals[0].text`: a text', '`criteria[0].text`: a text', '`criteria[1].files`: a list of texts'],
    '`proposals`: exactly one must be recommended, 0 are',
  ]);
});

test.each(['cause', 'locations', 'proposals', 'impact', 'risk', 'criteria'])(
  'an object with %s alone was to be a report',
  (name) => {
    expect(missing(block({ [name]: good[name] })).length).toBeGreaterThan(1);
  },
);

test.each([
  ['~~~json', '~~~'],
  ['````', '`````'],
  ['  ``` JSON  ', '  ```'],
  ['```json', ''],
])('a fence of %j is read', (open, close) => {
  expect(parseReport(`Here.\n${open}\n${JSON.stringify(good)}\n${close}`).ok).toBe(true);
});
test.each([
  ['```json', '~~~'],
  ['````json', '```'],
])('a fence of %j is not closed by %j', (open, close) => {
  expect(parseReport(`${open}\n${JSON.stringify(good)}\n${close}\nand so on`).ok).toBe(false);
});

test('bare objects are found one after another, and those that never end or are none pass', () => {
  const text = JSON.stringify(good);
  for (const prose of [`{ not this\n  ${text}`, `{x} {y}\n${text}`, `${text}\n{ "cause": "open`, `a\n\t${text} b`])
    expect(parseReport(prose).ok, prose.slice(0, 20)).toBe(true);
  expect(parseReport(`it is ${text}`).ok).toBe(false);
  expect(parseReport(JSON.stringify([good])).ok).toBe(false);
  expect(parseReport(`${text}\n\n${block({ ...good, cause: 'in a fence' })}`)).toMatchObject({ report: good });
});
