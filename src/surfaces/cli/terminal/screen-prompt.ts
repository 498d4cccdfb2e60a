// A line from a person on a screen, with choices that are gone through by arrow keys: readline edits the line, and what is seen is drawn here.
import { PassThrough, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { around, breakAt, widthOf, wrap } from '../print/cells.ts';
import { findLook, type Look, paint } from '../print/look.ts';
import type { Console } from './console.ts';
import { holdTerminal } from './hold.ts';
import type { Asked, Choice, Prompt } from './line-prompt.ts';
import { createLiveView, type LiveView } from './live-view.ts';

const paste = { enter: '\u001b[?2004h', leave: '\u001b[?2004l' };

export async function createScreenPrompt(console: Console, signal: AbortSignal): Promise<Prompt> {
  const { createInterface } = await import('node:readline');
  const { stdin } = console;
  const view = createLiveView(console);
  const hold = holdTerminal(console, paste);
  const keys = oneLinePastes();
  const onData = (bytes: Buffer) => void keys.write(bytes);
  const onEnd = () => void keys.end();
  const listen = () => stdin.on('data', onData).on('end', onEnd).resume();
  const deafen = () => stdin.off('data', onData).off('end', onEnd).pause();
  listen();
  const lines = createInterface({ input: keys, output: nowhere(), terminal: true, historySize: 0 });
  let over = false;
  let open: Open | null = null;
  const draw = () => open !== null && drawOpen(console, view, open, lines);
  lines.on('close', () => {
    over = true;
  });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  lines.on('SIGTSTP', () => {
    view.clear();
    void hold.suspend('Nothing is answered yet; `fg` comes back to the question.\n').then(() => draw());
  });
  keys.on('keypress', (_, key: { readonly name?: string } | undefined) => {
    if (open !== null) open.marked = markedBy(key?.name, open, lines.line);
    draw();
  });
  const resized = console.stdout.onResize?.(draw);
  const ask = (
    text: string,
    { withdrawn, choices, news = [], hint = '', secret = false }: Asked = {},
  ): Promise<string | null> =>
    new Promise((resolve) => {
      if (over || signal.aborted || withdrawn?.aborted === true) return resolve(null);
      const gone = AbortSignal.any([signal, ...(withdrawn === undefined ? [] : [withdrawn])]);
      const asked: Open = { text, choices: choices ?? (() => []), news, hint, secret, marked: null };
      const finish = (line: string | null) => {
        lines.off('close', leave);
        lines.off('line', take);
        gone.removeEventListener('abort', leave);
        open = null;
        view.clear();
        resolve(line);
      };
      const leave = () => finish(null);
      const take = (line: string) => {
        const said =
          line === '' && asked.marked !== null ? (asked.choices(findLook(console))[asked.marked]?.word ?? '') : line;
        finish(said);
        view.line(`${asked.text}${secret ? '' : said}`);
      };
      lines.once('close', leave);
      lines.once('line', take);
      gone.addEventListener('abort', leave);
      open = asked;
      draw();
    });
  return {
    ask,
    away: async (act) => {
      deafen();
      await hold.away(act);
      listen();
    },
    drop: () => void lines.write(null, { ctrl: true, name: 'u' }),
    ended: () => over,
    close: () => {
      resized?.();
      lines.close();
      deafen();
      hold.end();
    },
  };
}

type Open = {
  readonly text: string;
  readonly choices: (look: Look) => readonly Choice[];
  readonly news: readonly string[];
  readonly hint: string;
  readonly secret: boolean;
  marked: number | null;
};

/** Arrow keys go through the choices while nothing is typed. */
function markedBy(key: string | undefined, { choices, marked }: Open, line: string): number | null {
  const count = choices({ color: false, width: 80, now: 0 }).length;
  if (line !== '' || count === 0) return null;
  if (key === 'down') return marked === null ? 0 : (marked + 1) % count;
  if (key === 'up') return marked === null ? count - 1 : (marked + count - 1) % count;
  return marked;
}

function drawOpen(
  console: Console,
  view: LiveView,
  { text, choices, news, hint, secret, marked }: Open,
  { line, cursor }: { readonly line: string; readonly cursor: number },
): void {
  const look = findLook(console);
  const above = news.flatMap((each) => wrap(`  ${each}`, look.width, { hard: true }).split('\n'));
  const hints = hint === '' ? [] : wrap(`  ${hint}`, look.width).split('\n');
  const help = hints.map((line) => paint(look, 'dim', line));
  const shown = secret ? '•'.repeat(line.length) : line;
  const typed = breakAt(`${text}${shown}`, look.width - 1);
  const room = (console.stdout.rows || 24) - 1 - above.length - help.length - typed.length;
  const told = [...above, ...menuLines(look, choices(look), marked, Math.max(1, room)), ...help];
  const before = breakAt(`${text}${shown.slice(0, cursor)}`, look.width - 1);
  view.status([...told, ...typed], { row: told.length + before.length - 1, cell: widthOf(before.at(-1) ?? '') });
}

/** What is marked is always seen, and that there are more where not all are. */
function menuLines(look: Look, choices: readonly Choice[], marked: number | null, room: number): readonly string[] {
  const all = choices.map(({ shown }, index) => {
    const mark = index === marked ? `${paint(look, 'cyan', '▸')} ` : '  ';
    return wrap(`${mark}${shown}`, look.width, { hard: true }).split('\n');
  });
  const lines = all.flat();
  if (lines.length <= room) return lines;
  const at = all.slice(0, marked ?? 0).flat().length;
  if (room < leastMenu) return around(lines, at, room);
  return [...around(lines, at, room - 1), paint(look, 'dim', `  … ${choices.length} choices`)];
}

/** From so many lines on one says that there are more. */
const leastMenu = 3;

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** What is pasted is one line, and answers nothing by itself: its line breaks are spaces. */
function oneLinePastes(): PassThrough & { readonly isTTY: boolean } {
  const decoder = new StringDecoder('utf8');
  let pasting = false;
  let held = '';
  const out = new PassThrough();
  const write = out.write.bind(out);
  const take = (bytes: Buffer) => {
    const text = held + decoder.write(bytes);
    held = /\u001b\[(?:2(?:0(?:[01])?)?)?$/.exec(text)?.[0] ?? '';
    let said = '';
    for (const part of text.slice(0, text.length - held.length).split(/(\u001b\[20[01]~)/)) {
      if (part === paste200) pasting = true;
      else if (part === paste201) pasting = false;
      else said += pasting ? part.replace(/\r\n|[\r\n]/g, ' ') : part;
    }
    if (said !== '') write(said);
    return true;
  };
  return Object.assign(out, { isTTY: true, write: take as PassThrough['write'] });
}

const paste200 = '\u001b[200~';
const paste201 = '\u001b[201~';
