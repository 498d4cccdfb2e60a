import { expect, it } from 'vitest';
import { nodeTest } from './node-test.ts';

/** The report of these events, as our reporter writes it. */
async function reported(events: readonly object[]): Promise<string> {
  const flag = nodeTest.report.flags('/s/report.jsonl').find((each) => each.includes('data:')) ?? '';
  const { default: reporter } = (await import(/* @vite-ignore */ flag.slice(flag.indexOf('data:')))) as {
    default: (events: AsyncIterable<object>) => AsyncIterable<string>;
  };
  const told = async function* () {
    yield* events;
  };
  let report = '';
  for await (const line of reporter(told())) report += line;
  return report;
}

const failing = (number: number) => ({
  type: 'test:fail',
  data: {
    ...{ name: `case ${number}`, nesting: 0, file: '/work/a.test.js', line: number + 1 },
    details: { error: { cause: { stack: `AssertionError: ${number} is wrong\n${'long '.repeat(20_000)}` } } },
  },
});

it('of thousands of failures the report keeps each by its name and how it begins, and most of the first', async () => {
  const report = await reported(Array.from({ length: 3000 }, (_, number) => failing(number)));
  expect(report.length).toBeLessThan(20 * 1024 * 1024);
  const cases = nodeTest.report.read(report, '/work', []) ?? [];
  expect(cases).toHaveLength(3000);
  expect(cases[0]).toMatchObject({ file: 'a.test.js', path: ['case 0'], status: 'failed' });
  expect(cases[0]?.text).toMatch(/^AssertionError: 0 is wrong\nlong [\s\S]*\na\.test\.js:1$/);
  expect(cases[2999]?.text).toMatch(/^AssertionError: 2999 is wrong\nlong [\s\S]{400,500}\na\.test\.js:3000$/);
});

it('what passed has no text', async () => {
  const passed = { type: 'test:pass', data: { name: 'a', nesting: 0, file: '/work/a.test.js', line: 1, details: {} } };
  expect(nodeTest.report.read(await reported([passed]), '/work', [])).toEqual([
    { file: 'a.test.js', path: ['a'], status: 'passed', text: '' },
  ]);
});
