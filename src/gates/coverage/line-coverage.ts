// Coverage by the lines that Drover itself saw a run of all tests run, where no command writes a report.
import type { LanguageOfLines } from '../lines/countable.ts';
import { type Place, placesOf, type Script } from '../lines/places.ts';
import { ranLines } from '../lines/ran-lines.ts';
import type { Trace } from '../lines/read-trace.ts';
import { codeText } from '../tamper/code-text.ts';
import { runnable } from './changed-coverage.ts';
import { type CoverageReport, ReportBuilder } from './covered-file.ts';

/** `can`: lines that V8 has a place for; null: whatever its text says. */
type Seen = { readonly ran: Set<number>; can: Set<number> | null };

/** `sources`: all that ships and can be followed; what no test loads is missed as a whole. A word: why it cannot be told. */
export function coverByLines(
  language: LanguageOfLines,
  traces: readonly Trace[],
  sources: ReadonlyMap<string, string>,
): CoverageReport | string {
  const seen = new Map<string, Seen>([...sources.keys()].map((path) => [path, { ran: new Set<number>(), can: null }]));
  const placesIn = new Map<Script, ReadonlyMap<number, readonly Place[]> | null>();
  for (const trace of traces)
    for (const event of trace.events) {
      if (event.k !== 'window') continue;
      for (const { file, called, loaded } of event.lines)
        for (const line of [...called, ...loaded]) seen.get(file)?.ran.add(line);
      for (const [id, functions] of event.ran) {
        const script = trace.scripts.get(id);
        const own = script && seen.get(script.file);
        if (script === undefined || own === undefined) continue;
        if (!placesIn.has(script)) placesIn.set(script, placesFor(script, sources));
        const places = placesIn.get(script) ?? null;
        if (places === null) return `nobody can tell which lines of ${script.file} ran`;
        const { called, loaded } = ranLines(script.text, functions, places);
        for (const line of [...called, ...loaded]) own.ran.add(line);
        own.can = new Set([...(own.can ?? []), ...places.keys()]);
      }
    }
  return reportOf(language, seen, sources);
}

function placesFor(script: Script, sources: ReadonlyMap<string, string>) {
  const source = sources.get(script.file) ?? '';
  return placesOf(script, source, new Set(source.split('\n').map((_, at) => at + 1)));
}

function reportOf(
  language: LanguageOfLines,
  seen: ReadonlyMap<string, Seen>,
  sources: ReadonlyMap<string, string>,
): CoverageReport | string {
  const report = new ReportBuilder();
  for (const [path, { ran, can }] of seen) {
    const file = report.file(path);
    for (const line of linesOf(path, sources.get(path) ?? '', language))
      if ((can === null || can.has(line)) && !file.note(line, ran.has(line)))
        return 'there is more of it than is counted';
  }
  return report.whole() ?? 'nothing ships whose lines can be told';
}

/** That count, by their text. */
function linesOf(path: string, source: string, language: LanguageOfLines): readonly number[] {
  const rows = source.split('\n');
  const code = language === 'python' ? codeText(source, 'python').split('\n') : rows;
  return runnable(path, rows).flatMap((runs, at) =>
    runs && !(language === 'python' && isQuiet(code[at] ?? '')) ? [at + 1] : [],
  );
}

/** What Python passes without a word, or says when it is called alone; and lines of texts. */
const isQuiet = (code: string): boolean => /^\s*(?:(?:async\s+)?def\b|@|(?:else|try|finally)\s*:|["'\s]*$)/.test(code);
