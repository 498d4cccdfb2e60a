// What every process of Node that a run of tests starts is given to load first: it writes down which functions and branches ran in each test, by V8's own count.
// Beside it stand `lines.json`, which says what is looked for, and what is told, a file for each process.
import { mapOf } from './tell-tests.ts';
import { wantedFile } from './wanted.ts';

/** Its name in the folder of a run's lines. */
export const hookFile = 'hook.mjs';

/** Most that one process tells, and how long it may take to ask for it. */
const most = { bytes: 16 * 1024 * 1024, ms: 30_000 };

/** Not in npm, nor where node:test only starts its files: nothing of the project runs there, and to count costs them a fifth of their time. What does run there all the same counts as not run. */
export const nodeHook = `const isTests = process.execArgv.includes('--test');
const isOne = /(^| )--(experimental[-_])?test[-_]isolation[= ]none( |$)/.test(process.execArgv.join(' '));
const onlyStarts = isTests
  ? !isOne && process.env.NODE_TEST_CONTEXT === undefined
  : /(^|\\/)npm(-cli\\.js)?$/.test(process.argv[1] ?? '');
if (!onlyStarts) try {
  const { Session } = await import('node:inspector');
  const { openSync, readFileSync, realpathSync, writeSync } = await import('node:fs');
  const { channel } = await import('node:diagnostics_channel');
  const { fileURLToPath } = await import('node:url');
  const { threadId } = await import('node:worker_threads');
  const wanted = JSON.parse(readFileSync(new URL('./${wantedFile}', import.meta.url), 'utf8'));
  const roots = [...new Set([wanted.folder, realpathSync(wanted.folder)])].map((root) => root + '/');
  const files = new Set(wanted.files);
  const place = fileURLToPath(new URL('./' + process.pid + '-' + threadId + '-' + Math.random().toString(36).slice(2) + '.jsonl', import.meta.url));
  const here = fileURLToPath(new URL('.', import.meta.url)).replace(/\\/$/, '');
  const env = process.env;
  const [write, read, parse, text] = [writeSync, readFileSync, JSON.parse, JSON.stringify];
  const fd = openSync(place, 'wx');
  let left = ${most.bytes};
  let ms = ${most.ms};
  const tell = (record) => {
    if (left < 0) return;
    const line = text(record) + '\\n';
    left -= line.length;
    write(fd, left < 0 || ms < 0 ? '{"k":"full"}\\n' : line);
    if (ms < 0) left = -1;
  };
  const session = new Session();
  const post = (method, params) => {
    let came;
    session.post(method, params, (error, value) => { if (!error) came = value; });
    return came;
  };
  const relative = new Map();
  const pathOf = (url) => {
    let path = relative.get(url);
    if (path !== undefined) return path;
    path = null;
    try {
      const at = url.startsWith('file:') ? fileURLToPath(url) : url;
      const root = roots.find((each) => at.startsWith(each));
      if (root !== undefined) path = at.slice(root.length).replace(/[?#].*$/, '');
      if (path !== null && /(^|\\/)node_modules\\//.test(path)) path = null;
    } catch {}
    relative.set(url, path);
    return path;
  };
  const ends = new Map();
  const isModule = ({ functionName, ranges: [{ startOffset, endOffset }] }, end) =>
    startOffset === 0 || (startOffset === 13 && endOffset === end) || functionName === 'Object.<anonymous>';
  let mapOf = ${mapOf};
  const told = new Set();
  const tellScript = (id, url, file) => {
    if (told.has(id)) return;
    told.add(id);
    post('Debugger.enable');
    const source = post('Debugger.getScriptSource', { scriptId: id });
    post('Debugger.disable');
    let map = null;
    try { map = mapOf(fileURLToPath(url)) ?? null; } catch {}
    tell({ k: 'script', id, file, text: source?.scriptSource ?? '', map: typeof map === 'string' ? map : null });
  };
  const take = (at, tests) => {
    const began = performance.now();
    const { result = [] } = post('Profiler.takePreciseCoverage') ?? {};
    const ran = [];
    const others = [];
    for (const { scriptId, url, functions } of result) {
      const file = pathOf(url);
      if (file === null) continue;
      if (!ends.has(scriptId)) ends.set(scriptId, functions[0].ranges[0].endOffset);
      if (files.has(file)) {
        tellScript(scriptId, url, file);
        ran.push([scriptId, functions.map(({ ranges }) => ranges.flatMap((each) => [each.startOffset, each.endOffset, each.count]))]);
      } else if (others.length < 50 && functions.some((each) => each.ranges[0].count > 0 && !isModule(each, ends.get(scriptId)))) others.push(file);
    }
    ms -= performance.now() - began;
    if (ran.length + others.length > 0) tell({ k: 'window', at, tests, ran, others });
  };
  let open = [];
  let first = true;
  const begins = (test) => {
    // Node hands this on to whatever a test starts, in whatever environment.
    env.NODE_V8_COVERAGE ??= here;
    take(open.length > 0 ? 'test' : first ? 'load' : 'between', open);
    first = false;
    open = [...open, test];
    tell({ k: 'test', test });
    env.DROVER_LINES_OF = text(test);
  };
  const ends_ = (test) => {
    take('test', open);
    const at = open.findLastIndex(([file, title]) => file === test[0] && title === test[1]);
    open = open.filter((_, each) => each !== at);
    env.DROVER_LINES_OF = open.length === 0 ? 'null' : text(open.at(-1));
  };
  const nameOf = (file) => pathOf(file) ?? file;
  let of = null;
  try { of = env.DROVER_LINES_OF === undefined ? null : parse(env.DROVER_LINES_OF); } catch {}
  const counts = env.NODE_V8_COVERAGE === here;
  tell({ k: 'begin', of, counts });
  if (counts) throw new Error('it is counted by itself');
  session.connect();
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  channel(wanted.channel).subscribe(({ at, file, title, map }) => {
    if (typeof map === 'function') mapOf = map;
    (at === 'begins' ? begins : ends_)([nameOf(file), title]);
  });
  process.on('exit', () => {
    take(open.length > 0 ? 'test' : first ? 'load' : 'between', open);
    tell({ k: 'end' });
  });
  if ((env.NODE_TEST_CONTEXT !== undefined || (isTests && isOne)) && env.DROVER_LINES_OF === undefined) {
    // What this file starts is no test file, whatever it inherits.
    env.DROVER_LINES_OF = 'null';
    const { beforeEach, afterEach } = await import('node:test');
    const test = (t) => [nameOf(t.filePath ?? process.argv[1] ?? ''), (t.fullName ?? t.name).split(' > ').join(' ').replaceAll('\\n', ' ')];
    beforeEach((t) => begins(test(t)));
    afterEach((t) => ends_(test(t)));
  }
} catch {}
`;
