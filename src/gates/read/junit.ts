// JUnit XML as pytest writes it.
import { XMLParser } from 'fast-xml-parser';
import { type TestCase, within } from './results.ts';

type Element = { readonly [name: string]: unknown };

/** null where the text is no such report (also one cut short). */
export function readJunit(text: string, folder: string | undefined): readonly TestCase[] | null {
  if (!/<\/testsuites?>\s*(?:<!--[\s\S]*-->\s*)?$|<testsuites?[^>]*\/>\s*$/.test(text)) return null;
  try {
    const root: unknown = parser().parse(text);
    return isElement(root) ? suitesOf(root).flatMap((suite) => casesOf(suite, [], folder)) : null;
  } catch {
    return null;
  }
}

const LISTS = new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'error', 'skipped']);

/** Entities are opened by us: the library bounds how many it opens. */
const parser = (): XMLParser =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    maxNestedTags: 1000,
    isArray: (name, _path, _leaf, attribute) => !attribute && LISTS.has(name),
  });

const suitesOf = (root: Element): readonly Element[] => [
  ...children(root, 'testsuites'),
  ...children(root, 'testsuite'),
];

function casesOf(suite: Element, path: readonly string[], folder: string | undefined): TestCase[] {
  const own = children(suite, 'testcase').map((element) => testCase(element, path, folder));
  return [
    ...own,
    ...children(suite, 'testsuite').flatMap((inner) => casesOf(inner, [...path, attribute(inner, 'name')], folder)),
  ];
}

function testCase(element: Element, suites: readonly string[], folder: string | undefined): TestCase {
  const broken = [...list(element, 'failure'), ...list(element, 'error')];
  const status = broken.length > 0 ? 'failed' : list(element, 'skipped').length > 0 ? 'skipped' : 'passed';
  const file = within(folder, attribute(element, 'file'));
  const text = broken.map(textOf).join('\n');
  return { file, path: pathOf(element, suites, file), status, text };
}

/** A case named as its own file is the file as a whole: it did not load, or it is one test. */
function pathOf(element: Element, suites: readonly string[], file: string): readonly string[] {
  const name = attribute(element, 'name');
  const group = attribute(element, 'classname');
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
  return typeof value === 'string' ? open(value).replaceAll('\n', ' ') : '';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return open(value);
  if (!isElement(value)) return '';
  const body = value['#text'];
  return [attribute(value, 'message'), typeof body === 'string' ? open(body) : '']
    .filter((part) => part !== '')
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const open = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
