// A line-taking agent for a terminal: raw mode, prompt `> `, every line that was submitted written down with a monotonic clock.
// node main.ts --log FILE [--busy SECONDS] [--until FILE] [--composer] [--no-paste] [--deaf] [--keys]
//   --busy      works so long after each line, printing `working`, and shows no prompt meanwhile
//   --until     works after each line until that file is there
//   --composer  keeps the prompt on the screen while it works
//   --no-paste  does not ask for bracketed paste
//   --deaf      ignores SIGTERM, SIGHUP and SIGINT
//   `/exit` ends it with 0, `/exit N` with N, `/die` by SIGKILL; `/flood BYTES` prints so many; `/say TEXT` prints it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    log: { type: 'string' },
    busy: { type: 'string', default: '0' },
    until: { type: 'string' },
    composer: { type: 'boolean', default: false },
    'no-paste': { type: 'boolean', default: false },
    deaf: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const note = (entry: object): void => {
  if (values.log !== undefined)
    appendFileSync(values.log, `${JSON.stringify({ ns: Number(process.hrtime.bigint()), ...entry })}\n`);
};

let line = '';
let pasting = false;
let busy = false;
const waiting: string[] = [];

const prompt = (): void => void process.stdout.write(`\r\x1b[K> ${line.replaceAll('\n', '\r\n  ')}`);

function submit(): void {
  const text = line;
  line = '';
  process.stdout.write('\r\n');
  if (busy) {
    note({ kind: 'early', text });
    waiting.push(text);
  } else take(text);
}

function take(text: string): void {
  note({ kind: 'line', text, bytes: Buffer.byteLength(text) });
  const [word, ...rest] = text.split(' ');
  if (word === '/exit') process.exit(Number(rest[0] ?? 0));
  if (word === '/die') process.kill(process.pid, 'SIGKILL');
  if (word === '/flood') process.stdout.write(`${'x'.repeat(99)}\n`.repeat(Math.ceil(Number(rest[0]) / 100)));
  if (word === '/say') process.stdout.write(`${rest.join(' ')}\r\n`);
  if (Number(values.busy) === 0 && values.until === undefined) prompt();
  else work(text, Date.now() + Number(values.busy) * 1000);
}

function work(text: string, end: number): void {
  busy = true;
  process.stdout.write('working\r\n');
  if (values.composer) prompt();
  const look = setInterval(() => {
    if (!values.composer) process.stdout.write('.');
    if (Date.now() < end || (values.until !== undefined && !existsSync(values.until))) return;
    clearInterval(look);
    rest(text);
  }, 50);
}

function rest(text: string): void {
  busy = false;
  process.stdout.write(`\r\ndone: ${text.slice(0, 20)}\r\n`);
  note({ kind: 'done', text });
  prompt();
  const next = waiting.shift();
  if (next !== undefined) take(next);
}

function hear(text: string): void {
  for (let rest = text; rest !== ''; ) {
    if (rest.startsWith('\x1b[200~')) {
      pasting = true;
      rest = rest.slice(6);
    } else if (rest.startsWith('\x1b[201~')) {
      pasting = false;
      rest = rest.slice(6);
    } else {
      const [key = ''] = rest;
      rest = rest.slice(key.length);
      if (key === '\r' && !pasting) submit();
      else if (key === '\x03') {
        note({ kind: 'interrupt' });
        line = '';
      } else if (key === '\x7f') line = line.slice(0, -1);
      else line += key === '\r' ? '\n' : key;
    }
  }
  if (!busy || values.composer) prompt();
}

note({
  kind: 'start',
  argv: process.argv.slice(2),
  env: process.env,
  columns: process.stdout.columns,
  rows: process.stdout.rows,
  cwd: process.cwd(),
  cmdline: readFileSync('/proc/self/cmdline', 'utf8'),
});
if (values.deaf)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => note({ kind: signal }));
process.on('SIGWINCH', () => note({ kind: 'size', columns: process.stdout.columns, rows: process.stdout.rows }));
process.stdin.setRawMode?.(true);
process.stdin.setEncoding('utf8');
process.stdin.on('data', hear);
process.stdin.on('end', () => process.exit(0));
if (!values['no-paste']) process.stdout.write('\x1b[?2004h');
process.stdout.write('echo agent\r\n');
prompt();
