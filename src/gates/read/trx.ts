// The trx of dotnet: results that name their tests by an id, and tests with class and method.
import { isObject } from '../detect/package-json.ts';
import { type Status, type TestCase, within } from './results.ts';
import { openEntities, parseXml } from './xml.ts';

type Element = Record<string, unknown>;
const LISTS = new Set(['UnitTestResult', 'UnitTest']);

/** `sources`: files among which a class is looked for. null where the text is no such report (also one cut short). */
export function readTrx(
  text: string,
  folder: string | undefined,
  sources: readonly string[] = [],
): readonly TestCase[] | null {
  if (!text.trimEnd().endsWith('</TestRun>')) return null;
  const run = parseXml(text.replace(/^\uFEFF/, ''), LISTS)?.TestRun;
  if (!isObject(run)) return null;
  const tests = new Map(listIn(run.TestDefinitions, 'UnitTest').map((each) => [textOf(each['@id']), each]));
  return listIn(run.Results, 'UnitTestResult').map((each) => {
    const test = tests.get(textOf(each['@testId'])) ?? {};
    return testCase(each, isObject(test.TestMethod) ? test.TestMethod : {}, folder, sources);
  });
}

/** What has another outcome did not pass. */
const outcomes: Readonly<Record<string, Status>> = { Passed: 'passed', NotExecuted: 'skipped', Pending: 'skipped' };

function testCase(result: Element, method: Element, folder: string | undefined, sources: readonly string[]): TestCase {
  const own = textOf(method['@className']).split(',')[0] ?? '';
  const name = textOf(result['@testName']);
  // One in another stands in the other's file, whether it failed or not.
  const [whole = '', ...inner] = own.split('+');
  const plain = whole.slice(whole.lastIndexOf('.') + 1);
  const status = outcomes[textOf(result['@outcome'])] ?? 'failed';
  const said = isObject(result.Output) && isObject(result.Output.ErrorInfo) ? result.Output.ErrorInfo : {};
  const trace = textOf(said.StackTrace);
  const named = / in (\/[^\n]+\.(?:cs|fs)):line \d+/.exec(trace)?.[1];
  const file =
    sources.find((each) => new RegExp(`(^|/)${plain.replace(/\W/g, '')}\\.(?:cs|fs)$`).test(each)) ??
    (named === undefined ? '' : within(folder, named));
  const text = `${textOf(said.Message)}\n${trace.replaceAll(':line ', ':')}`;
  const short = name.startsWith(`${own}.`) ? name.slice(own.length + 1) : name;
  const path = file === '' ? [own, short] : [plain, ...inner, short];
  return { file, path, status, text: status === 'failed' ? text : '' };
}

const listIn = (holder: unknown, name: string): readonly Element[] => {
  const found = isObject(holder) ? holder[name] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
};
const textOf = (value: unknown): string => (typeof value === 'string' ? openEntities(value) : '');
