// Reports in JSON: coverage.py, Istanbul whole (a statement for each), Istanbul in short (sums alone).
import { type CoverageReport, ReportBuilder } from './covered-file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Null: none of the three, or not whole. */
export function readJson(text: string): CoverageReport | null {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isFields(root)) return null;
  const [files, read] = isFields(root.meta) && isFields(root.files) ? [root.files, python] : [root, istanbul];
  const built = new ReportBuilder();
  for (const [name, file] of Object.entries(files)) {
    if (name === 'total' && read === istanbul) continue;
    if (!isFields(file) || !read(built, name, file)) return null;
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
  if (isFields(lines)) return sums(built, name, lines);
  if (!isFields(statementMap) || !isFields(counts)) return false;
  const into = built.file(typeof path === 'string' ? path : name);
  return Object.entries(statementMap).every(([id, place]) => {
    const start = isFields(place) && isFields(place.start) ? place.start.line : null;
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
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
