// The JSON of rspec.
import { isObject, parseObject } from '../detect/package-json.ts';
import { type Status, type TestCase, within } from './results.ts';

/** null where the text is no such report (also one cut short). */
export function readRspecJson(text: string, folder: string | undefined): readonly TestCase[] | null {
  const root = parseObject(text);
  if (root === null || !Array.isArray(root.examples) || !isObject(root.summary)) return null;
  const cases = root.examples.map((each: unknown) => (isObject(each) ? caseOf(each, folder) : null));
  if (cases.includes(null)) return null;
  const outside = Number(root.summary.errors_outside_of_examples_count ?? 0);
  const broken = brokenOf(Array.isArray(root.messages) ? root.messages : [], folder);
  const untold: TestCase = { file: '', path: ['outside of examples'], status: 'failed', text: '' };
  return [...cases.filter((each) => each !== null), ...broken, ...(outside > broken.length ? [untold] : [])];
}

const words: Readonly<Record<string, Status>> = { passed: 'passed', pending: 'skipped' };

function caseOf(example: Record<string, unknown>, folder: string | undefined): TestCase | null {
  const { description, full_description: whole, file_path: path, status, line_number: line } = example;
  if (typeof description !== 'string' || typeof whole !== 'string' || typeof path !== 'string') return null;
  const group = whole.endsWith(description) ? whole.slice(0, whole.length - description.length).trim() : '';
  const error = isObject(example.exception) ? example.exception : {};
  const file = within(folder, path);
  const told = typeof status === 'string' && Object.hasOwn(words, status) ? words[status] : undefined;
  const text = `${String(error.message ?? '')}\n${placeIn(error.backtrace, file, folder) ?? `${file}:${String(line)}`}`;
  return {
    file,
    path: [...(group === '' ? [] : [group]), description || whole].map((name) => name.replaceAll('\n', ' ')),
    status: told ?? 'failed',
    text: told === undefined ? text : '',
  };
}

/** The line of the test's own file on the way to the failure. */
const placeIn = (trace: unknown, file: string, folder: string | undefined): string | undefined =>
  Array.isArray(trace)
    ? trace.map((each) => within(folder, String(each))).find((each) => each.startsWith(`${file}:`))
    : undefined;

/** `An error occurred while loading ./spec/load_spec.rb.` */
function brokenOf(messages: readonly unknown[], folder: string | undefined): readonly TestCase[] {
  return messages.flatMap((message) => {
    const text = String(message);
    const file = /An error occurred while loading (\S{1,4096}?\.\w{1,8})\./.exec(text)?.[1];
    return file === undefined ? [] : [{ file: within(folder, file), path: [], status: 'failed' as const, text }];
  });
}
