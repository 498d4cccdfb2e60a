// TAP 13 and 14 with indented subtests: leaves are tests, what holds subtests is a suite.
import { isGroup, pathsAt, type Status, type TestCase } from './results.ts';

type Point = { readonly depth: number; readonly name: string; readonly status: Status };

/** null where no plan line stands in the text: it was cut short, or it is no TAP. */
export function readTap(text: string): readonly TestCase[] | null {
  const lines = text.split('\n');
  if (!lines.some((line) => /^1\.\.\d/.test(line))) return null;
  const points = lines.flatMap(pointOf);
  const paths = pathsAt(points);
  return points.flatMap(({ status }, at) =>
    isGroup(points, at) ? [] : [{ file: '', path: paths[at] ?? [], status, text: '' }],
  );
}

function pointOf(line: string): Point[] {
  const read = /^( *)(not ok|ok)\b(?: +\d+)?(?: +- )? *(.*)$/.exec(line);
  if (read === null) return [];
  const [, indent = '', word, rest = ''] = read;
  const directive = /(?:^|\s)#\s*(skip|todo)\b/i.exec(rest);
  const name = directive === null ? rest : rest.slice(0, directive.index);
  const status: Status = directive !== null ? 'skipped' : word === 'ok' ? 'passed' : 'failed';
  return [{ depth: Math.floor(indent.length / 4), name: name.trim().replace(/\\([#\\])/g, '$1'), status }];
}
