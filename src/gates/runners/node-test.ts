// node:test. Node's own JUnit names no file before version 24 and drops the failure of a test that has subtests, so its events are written
// down inside the run by a reporter of ours, which all versions since 20 take.
import { isAbsolute } from 'node:path';
import { isObject, parseObject } from '../detect/package-json.ts';
import { linesOfNode } from '../lines/of-runners.ts';
import { isGroup, pathsAt, type Status, type TestCase, within } from '../read/results.ts';
import { sumUp } from '../read/summary.ts';
import { readTap } from '../read/tap.ts';
import { nodeCanary } from './canary.ts';
import { asName, isNode, type Runner } from './runner.ts';

const last = '{"end":true}';

/** One event a line, and a last line, without which the report was cut short. Of very many failures only what each begins with. */
const reporter = (into: string) => `${into}
export default async function* (events) {
  let failures = 0;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, file, line, skip, todo, details } = data;
    const error = details?.error;
    const cause = error?.cause?.stack ?? error?.cause ?? error?.stack ?? '';
    const most = type === 'test:pass' ? 0 : failures++ < 1000 ? 16384 : 512;
    const event = JSON.stringify({
      passed: type === 'test:pass', name, depth: nesting, file, line,
      skipped: [skip, todo].some((each) => each !== undefined && each !== false),
      suite: details?.type === 'suite', failure: error?.failureType, text: String(cause).slice(0, most),
    }) + '\\n';
    ${into === '' ? 'yield event' : 'write(event)'};
  }
  ${into === '' ? 'yield' : 'write'}('${last}\\n');
}
`;

/** Each that is started writes a file of its own; what its tests start is none of them. */
const intoOwn = (folder: string) => `import fs from 'node:fs';
const folder = ${JSON.stringify(folder)};
fs.mkdirSync(folder, { recursive: true });
const name = folder + '/' + process.pid + '-' + process.hrtime.bigint() + '.report';
const own = process.env.DROVER_TOLD === folder ? null : fs.openSync(name, 'ax');
process.env.DROVER_TOLD = folder;
const write = (text) => own === null || fs.writeSync(own, text);`;

/** A module by itself: no file of ours must be seen where it runs, and nothing there can change it. */
const reporterModule = (into = ''): string =>
  `data:text/javascript;base64,${Buffer.from(reporter(into)).toString('base64')}`;
const usual = ['--test-reporter=spec', '--test-reporter-destination=stdout'];

export const nodeTest: Runner = {
  name: 'node:test',
  isIt: (words) => isNode(words) && words.includes('--test', 1),
  report: {
    file: 'report.jsonl',
    flags: (path) => [...usual, `--test-reporter=${reporterModule()}`, `--test-reporter-destination=${path}`],
    each: {
      in: 'own',
      word: () => '.report',
      flags: (path) => [
        ...usual,
        `--test-reporter=${reporterModule(intoOwn(path))}`,
        '--test-reporter-destination=stdout',
      ],
    },
    // Node takes its options from there wherever it is started.
    by: { first: 'variable', variable: 'NODE_OPTIONS' },
    taken: /^--test-reporter/,
    read: readEvents,
  },
  files: { takes: /\.[cm]?[jt]s$/, word: asName },
  printed: { cases: readTap, counts: (text) => sumUp(text.split('\n').flatMap(countOf)) },
  configuration: { files: [], keys: [] },
  canary: { text: nodeCanary, shared: false, flags: [] },
  // Since Node 24.
  order: { flags: ['--test-randomize', '--test-random-seed=1'] },
  lines: linesOfNode(null),
};

/** `# pass 3`, as `3 pass`. */
const countOf = (line: string): readonly string[] => {
  const [, word, number] = /^(?:ℹ|#) (pass|fail|cancelled|skipped|todo) (\d+)\s*$/.exec(line) ?? [];
  return word === undefined ? [] : [`${number} ${word}`];
};

type Event = {
  readonly depth: number;
  readonly name: string;
  readonly file: string;
  readonly status: Status;
  /** It only holds others: a suite, or a test that failed by its subtests alone. */
  readonly suite: boolean;
  readonly bySubtests: boolean;
  readonly text: string;
};

/** null where the text is no such report (also one cut short). */
function readEvents(text: string, folder: string | undefined): readonly TestCase[] | null {
  const whole = text.trimEnd();
  if (whole.slice(whole.lastIndexOf('\n') + 1) !== last) return null;
  const all: Event[] = [];
  const files = new Map<string, string>();
  const fileAt = (place: string): string => {
    const file = files.get(place) ?? within(folder, place);
    files.set(place, file);
    return file;
  };
  for (let from = 0; from < whole.length - last.length; ) {
    const to = whole.indexOf('\n', from);
    const event = eventOf(parseObject(whole.slice(from, to)), fileAt);
    if (event === null) return null;
    all.push(event);
    from = to + 1;
  }
  const paths = pathsAt(all);
  return all.flatMap((event, at) => (counts(all, at, event) ? [testCase(event, paths[at] ?? [])] : []));
}

/** A suite has a say only where it fails by something of its own, such as a hook. */
const counts = (all: readonly Event[], at: number, { suite, status, bySubtests }: Event): boolean =>
  suite ? status === 'failed' && !bySubtests : !(isGroup(all, at) && bySubtests);

function eventOf(line: Record<string, unknown> | null, fileAt: (place: string) => string): Event | null {
  if (!isObject(line) || typeof line.name !== 'string' || typeof line.depth !== 'number') return null;
  // The first versions name no file of a file that stands for itself but by its name.
  const place = typeof line.file === 'string' ? line.file : isAbsolute(line.name) ? line.name : '';
  const file = fileAt(place);
  const status = line.skipped === true ? 'skipped' : line.passed === true ? 'passed' : 'failed';
  const text = typeof line.text === 'string' ? line.text : '';
  return {
    depth: line.depth,
    name: line.name.replaceAll('\n', ' '),
    file,
    suite: line.suite === true,
    status,
    bySubtests: line.failure === 'subtestsFailed',
    text: status !== 'failed' || text.includes(`${file}:`) ? text : `${text}\n${file}:${String(line.line ?? '')}`,
  };
}

/** A case named as its own file is the file as a whole: it did not load, or it is one test. */
function testCase({ depth, name, file, status, text }: Event, path: readonly string[]): TestCase {
  const whole = depth === 0 && file !== '' && (name.endsWith(`/${file}`) || name === file || file.endsWith(`/${name}`));
  return { file, path: whole ? [] : path, status, text: status === 'failed' ? text : '' };
}
