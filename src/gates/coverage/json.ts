// Reports in JSON: coverage.py, Istanbul whole (a statement for each), Istanbul in short (sums alone).
import { isObject, parseObject } from '../detect/package-json.ts';
import { type CoverageReport, ReportBuilder } from './covered-file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Null: none of the three, or not whole. */
export function readJson(text: string): CoverageReport | null {
  const root = parseObject(text);
  if (root === null) return null;
  const [files, read] = isObject(root.meta) && isObject(root.files) ? [root.files, python] : [root, istanbul];
  const built = new ReportBuilder();
  for (const [name, file] of Object.entries(files)) {
    if (name === 'total' && read === istanbul) continue;
    if (!isObject(file) || !read(built, name, file)) return null;
  }
  return built.whole();
}

function python(built: ReportBuilder, name: string, file: Fields): boolean {
  const { executed_lines: ran, missing_lines: missed } = file;
  if (!Array.isArray(ran) || !Array.isArray(missed)) return false;
  const into = built.file(name);
  return ran.every((line) => into.note(line, true)) && missed.every((line) => into.note(line, false));
}

function istanbul(built: ReportBuilder, name: string, file: Fields): boolean {
  const { statementMap, s: counts, lines, path } = file;
  if (isObject(lines)) return sums(built, name, lines);
  if (!isObject(statementMap) || !isObject(counts)) return false;
  const into = built.file(typeof path === 'string' ? path : name);
  return Object.entries(statementMap).every(([id, place]) => {
    const start = isObject(place) && isObject(place.start) ? place.start.line : null;
    const runs = counts[id];
    return typeof start === 'number' && typeof runs === 'number' && into.note(start, runs > 0);
  });
}

function sums(built: ReportBuilder, name: string, { total, covered }: Fields): boolean {
  if (!isCount(total) || !isCount(covered) || covered > total) return false;
  built.file(name).count({ ran: covered, of: total });
  return true;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
