// What code goes by that it keeps under a name: a clock that was read as it was loaded, or how often it was called.
import type { Language } from './tamper/code-text.ts';

/** In each pattern the name is the first group that is there; `g` is set. */
export type NameRow = {
  readonly what: string;
  readonly languages: readonly Language[];
  readonly given: RegExp;
  /** Of a line that goes by it, in a function. */
  readonly goesBy: RegExp;
  /** Lines that it leads to, on its own or on the next where that is its block; absent: whatever stands there. */
  readonly leadsTo?: RegExp;
  /** A name that is given something in a function is another. */
  readonly isKept?: true;
  /** Only where it is counted up or down. */
  readonly isCounted?: true;
};

const word = /(?<![\w$@.])([\w$@]+)/.source;
const clocks = {
  script:
    /(?:Date\s*\.\s*now|performance\s*\.\s*now|process\s*\.\s*(?:uptime|hrtime(?:\s*\.\s*bigint)?))\s*\(\s*\)|new\s+Date\b(?:\s*\(\s*\))?/
      .source,
  python:
    /(?:time\s*\.\s*)?(?:time|monotonic|perf_counter|process_time|thread_time)(?:_ns)?\(\s*\)|(?:datetime\.)?datetime\.(?:now|utcnow)\(/
      .source,
};
const compared =
  /(?<=(?<![=<>-])[<>](?![<>]).{0,200})(?<![\w$@.])([\w$@]+)|(?<![\w$@.])([\w$@]+)(?=.{0,200}(?<![=<>-])[<>](?![<>]))/g;
/** A value that is more than a plain one, or a choice of two. */
const values =
  /\breturn\s+(?!(?:true|false|True|False|null|undefined|None|nil|new\s+\w*Error)\b)[^\s;"'`]|[^?]\?[^?.:][^:]*:/;

export const nameRows: readonly NameRow[] = [
  {
    what: 'does otherwise after a while',
    languages: ['script'],
    given: new RegExp(
      `^(?:export\\s+)?(?:const|let|var)\\s+([\\w$]+)(?:\\s*:[^=]{1,60})?\\s*=\\s*\\+?\\s*(?:${clocks.script})`,
      'g',
    ),
    goesBy: compared,
    isKept: true,
  },
  {
    what: 'does otherwise after a while',
    languages: ['python'],
    given: new RegExp(`^([A-Za-z_]\\w*)(?:\\s*:[^=]{1,40})?\\s*=\\s*(?:${clocks.python})`, 'g'),
    goesBy: compared,
    isKept: true,
  },
  {
    what: 'does otherwise after a while',
    languages: ['ruby', 'go', 'java'],
    given:
      /^\s*([$@A-Z][\w@]*)\s*=\s*(?:Time\.now|Process\.clock_gettime)\b|^var\s+(\w+)\s*=\s*time\.Now\(|\bstatic\b[^=;(]{0,80}?\b(\w+)\s*=\s*(?:System\.(?:currentTimeMillis|nanoTime)|Instant\.now)\s*\(/g,
    goesBy: compared,
    isKept: true,
  },
  {
    what: 'does otherwise after a while',
    languages: ['script', 'python'],
    given:
      /\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:process\s*\.\s*uptime|performance\s*\.\s*now|process\s*\.\s*hrtime\s*\.\s*bigint)\s*\(\s*\)\s*(?:[;,]|$)|^\s+(\w+)\s*=\s*time\s*\.\s*(?:monotonic|perf_counter|process_time|thread_time)(?:_ns)?\s*\(\s*\)\s*(?:[;#]|$)/g,
    goesBy: /(?<![\w$.]|[-+]\s*)([\w$]+)\s*[<>]=?\s*\d|(?<![\w$.])\d[\d_]*n?\s*[<>]=?\s*([\w$]+)(?!\s*[-+\w$.([])/g,
  },
  {
    what: 'does otherwise after so many calls',
    languages: ['script', 'python', 'ruby', 'go', 'java', 'php'],
    given:
      /^(?:export\s+)?(?:let|var)\s+([\w$]+)(?:\s*:[^=]{1,60})?\s*=\s*-?\d|^([A-Za-z_]\w*)(?:\s*:\s*\w+)?\s*=\s*-?\d[\d_]*\s*$|^\s*([$@]{1,2}\w+)\s*(?:\|\|)?=\s*-?\d|\bstatic\s+(?:volatile\s+)?(?:int|long|short|Integer|Long)\s+(\w+)\s*(?:=\s*-?\d|;)|^var\s+(\w+)\s+u?int\w*|^\s*static\s+(\$\w+)\s*=\s*-?\d/g,
    goesBy: new RegExp(
      `${word}\\s*(?:\\+\\+|--|\\+=\\s*1\\s*\\))?\\s*(?:%\\s*\\d+\\s*)?(?:[<>]=?|[=!]==?)\\s*\\d|${word}\\s*%\\s*\\d|(?<![\\w$.])\\d+\\s*[<>]=?\\s*(?:\\+\\+|--)?([\\w$@]+)`,
      'g',
    ),
    leadsTo: values,
    isCounted: true,
  },
];

const counting =
  /([\w$@]+)\s*(?:\+\+|--|[-+]=\s*1\b)|(?:\+\+|--)\s*([\w$@]+)|(?<![\w$@.])([\w$@]+)\s*=\s*\3\s*[-+]\s*1\b/g;
const setting = /^\s+([\w$@]+)\s*=(?![=>])/g;
/** What is worked out of it, in one line. */
const working = /\b(?:const|let|var|function|def)\s+([\w$]+)/g;
const inFunction = /^\s|=>|\bfunction\b|\bdef\b|\bfunc\b/;

/** Of one row, where its lines are. `codeLines`: without comments and the insides of texts; `groups`: all of a pattern in a line. */
export function linesGoingBy(
  row: NameRow,
  codeLines: readonly string[],
  groups: (pattern: RegExp, line: string) => readonly string[],
): ReadonlySet<number> {
  const all = (pattern: RegExp) => new Set(codeLines.flatMap((line) => groups(pattern, line)));
  const names = all(row.given);
  if (names.size === 0) return new Set();
  if (row.isKept) {
    for (const name of all(setting)) names.delete(name);
    for (const line of codeLines)
      if (groups(/(?:-\s*)([\w$@]+)|Since\(\s*([\w$@]+)/g, line).some((each) => names.has(each)))
        for (const name of groups(working, line)) names.add(name);
  }
  if (row.isCounted) {
    const counted = all(counting);
    for (const name of names) if (!counted.has(name)) names.delete(name);
  }
  const found = codeLines.flatMap((line, at) => {
    const isOwn = groups(row.given, line).some((each) => names.has(each));
    if (isOwn || !inFunction.test(line) || !groups(row.goesBy, line).some((each) => names.has(each))) return [];
    const block = /[{:)]\s*$/.test(line) ? `${line}\n${codeLines[at + 1] ?? ''}` : line;
    return row.leadsTo === undefined || row.leadsTo.test(block) ? [at] : [];
  });
  return new Set(found);
}
