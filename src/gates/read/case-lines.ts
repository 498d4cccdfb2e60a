// What plugins of ours write down inside of a run: one test a line, and a last line, without which the report was cut short.
import { parseObject } from '../detect/package-json.ts';
import { type Status, type TestCase, within } from './results.ts';

/** null where the text is no such report (also one cut short, or one with something behind its end). */
export function readCaseLines(text: string, folder: string | undefined): readonly TestCase[] | null {
  const lines = text.trimEnd().split('\n');
  if (lines.pop() !== '{"end":true}') return null;
  const cases = lines.map((line) => caseOf(parseObject(line), folder));
  return cases.includes(null) ? null : cases.filter((each) => each !== null);
}

function caseOf(line: Record<string, unknown> | null, folder: string | undefined): TestCase | null {
  if (line === null) return null;
  const { file, path, status, text } = line;
  if (typeof file !== 'string' || !isStatus(status) || !isNames(path)) return null;
  return {
    file: within(folder, file),
    path: path.map((name) => name.replaceAll('\n', ' ')),
    status,
    text: status === 'failed' && typeof text === 'string' ? text : '',
  };
}

const isStatus = (value: unknown): value is Status => value === 'passed' || value === 'failed' || value === 'skipped';
const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
