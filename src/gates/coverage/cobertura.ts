// Cobertura's XML: classes with their file and their lines. Names are below one of the folders that it calls sources.
import { posix } from 'node:path';
import { isObject } from '../detect/package-json.ts';
import { parseXml } from '../read/xml.ts';
import { type CoverageReport, ReportBuilder } from './covered-file.ts';

type Element = { readonly [name: string]: unknown };

/** Null: it is no such report, or cut short. */
export function readCobertura(text: string): CoverageReport | null {
  if (!/<\/coverage>\s*$/.test(text)) return null;
  const [coverage] = children(parseXml(text, lists), 'coverage');
  return coverage === undefined ? null : fromClasses(coverage);
}

const lists = new Set(['coverage', 'packages', 'package', 'classes', 'class', 'lines', 'line', 'sources', 'source']);

function fromClasses(coverage: Element): CoverageReport | null {
  const sources = below(coverage, 'sources', 'source').map((source) => String(source));
  const built = new ReportBuilder();
  for (const each of below(coverage, 'packages', 'package', 'classes', 'class')) {
    const file = isObject(each) ? each['@filename'] : undefined;
    if (typeof file !== 'string') return null;
    const into = built.file(sources.length === 1 ? posix.join(sources[0] ?? '', file) : file);
    for (const line of below(each, 'lines', 'line')) {
      const { '@number': number, '@hits': hits } = isObject(line) ? line : {};
      if (!/^\d{1,9}$/.test(String(number)) || !/^\d+$/.test(String(hits))) return null;
      if (!into.note(Number(number), Number(hits) > 0)) return null;
    }
  }
  return built.whole();
}

const below = (from: unknown, ...names: readonly string[]): readonly unknown[] =>
  names.reduce<readonly unknown[]>((found, name) => found.flatMap((each) => children(each, name)), [from]);

const children = (of: unknown, name: string): readonly Element[] => {
  const found = isObject(of) ? of[name] : undefined;
  return Array.isArray(found) ? found : [];
};
