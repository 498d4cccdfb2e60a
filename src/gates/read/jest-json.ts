// The JSON of jest, which vitest writes too.
import { isObject, parseObject } from '../detect/package-json.ts';
import { type Status, type TestCase, within } from './results.ts';

/** null where the text is no such report. */
export function readJestJson(text: string, folder: string | undefined): readonly TestCase[] | null {
  const files = parseObject(text)?.testResults;
  if (!Array.isArray(files)) return null;
  return files.filter(isObject).flatMap((file) => casesOf(file, folder));
}

function casesOf(result: Record<string, unknown>, folder: string | undefined): TestCase[] {
  const file = within(folder, string(result.name));
  const tests = Array.isArray(result.assertionResults) ? result.assertionResults.filter(isObject) : [];
  const cases = tests.map((test) => testCase(file, test));
  const unexplained = result.status === 'failed' && cases.every(({ status }) => status !== 'failed');
  return unexplained ? [...cases, { file, path: [], status: 'failed', text: string(result.message) }] : cases;
}

function testCase(file: string, test: Record<string, unknown>): TestCase {
  const messages = strings(test.failureMessages).join('\n');
  return {
    file,
    path: [...strings(test.ancestorTitles), string(test.title)],
    status: statusOf(test.status),
    text: messages,
  };
}

/** jest: passed, failed, pending, skipped, todo, disabled, focused; what is not known did not pass. */
function statusOf(status: unknown): Status {
  if (status === 'passed' || status === 'focused') return 'passed';
  return status === 'pending' || status === 'skipped' || status === 'todo' || status === 'disabled'
    ? 'skipped'
    : 'failed';
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
