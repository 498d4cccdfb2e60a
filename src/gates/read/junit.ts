// JUnit XML, as most runners write it, and as pytest does.
import { type TestCase, within } from './results.ts';
import { openEntities, parseXml } from './xml.ts';

type Element = { readonly [name: string]: unknown };

/** How a case is told: its name, what stands for its class, the suites around it, and its file where one is named. */
export type Told = {
  readonly name: string;
  readonly group: string;
  readonly suites: readonly string[];
  readonly file: string;
};
type PlaceOfTest = (told: Told) => Pick<TestCase, 'file' | 'path'>;

/** null where the text is no such report (also one cut short). */
export const readJunit = (text: string, folder: string | undefined): readonly TestCase[] | null =>
  readPlaced(text, folder, (told) => ({ file: told.file, path: pathOf(told) }));

/** The same, with what each case is called said by who knows its runner. */
export function readPlaced(text: string, folder: string | undefined, place: PlaceOfTest): readonly TestCase[] | null {
  if (!/<\/testsuites?>\s*(?:<!--[\s\S]*-->\s*)?$|<testsuites?[^>]*\/>\s*$/.test(text)) return null;
  const root = parseXml(text);
  return root === null ? null : suitesOf(root).flatMap((suite) => casesOf(suite, [], folder, place));
}

const suitesOf = (root: Element): readonly Element[] => [
  ...children(root, 'testsuites'),
  ...children(root, 'testsuite'),
];

function casesOf(suite: Element, path: readonly string[], folder: string | undefined, place: PlaceOfTest): TestCase[] {
  const own = children(suite, 'testcase').map((element) => testCase(element, path, folder, place));
  return [
    ...own,
    ...children(suite, 'testsuite').flatMap((inner) =>
      casesOf(inner, [...path, attribute(inner, 'name')], folder, place),
    ),
  ];
}

function testCase(
  element: Element,
  suites: readonly string[],
  folder: string | undefined,
  place: PlaceOfTest,
): TestCase {
  const broken = [...list(element, 'failure'), ...list(element, 'error')];
  const status = broken.length > 0 ? 'failed' : list(element, 'skipped').length > 0 ? 'skipped' : 'passed';
  const file = within(folder, attribute(element, 'file'));
  const text = broken.map(textOf).join('\n');
  const told = { name: attribute(element, 'name'), group: attribute(element, 'classname'), suites, file };
  return { ...place(told), status, text };
}

/** A case named as its own file is the file as a whole: it did not load, or it is one test. */
function pathOf({ name, group, suites, file }: Told): readonly string[] {
  const dotted = file.replace(/\.py$/, '').replaceAll('/', '.');
  if (file.endsWith('.py')) return group === '' && name === dotted ? [] : [...inner(group, dotted), name];
  return suites.length === 0 && file !== '' && (name === file || file.endsWith(`/${name}`)) ? [] : [...suites, name];
}

const inner = (group: string, module: string): readonly string[] =>
  group.startsWith(`${module}.`) ? group.slice(module.length + 1).split('.') : [];

const list = (element: Element, name: string): readonly unknown[] => {
  const value = element[name];
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
};
const children = (element: Element, name: string): readonly Element[] => list(element, name).filter(isElement);
const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function attribute(element: Element, name: string): string {
  const value = element[`@${name}`];
  return typeof value === 'string' ? openEntities(value).replaceAll('\n', ' ') : '';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return openEntities(value);
  if (!isElement(value)) return '';
  const body = value['#text'];
  return [attribute(value, 'message'), typeof body === 'string' ? openEntities(body) : '']
    .filter((part) => part !== '')
    .join('\n');
}
