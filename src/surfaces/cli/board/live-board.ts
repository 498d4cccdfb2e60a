// `drover` on a terminal: the board, live. A list, what is chosen, and a key for each thing that is done with it; what takes the terminal gives it back.
import type { CommandName } from '../../../contract/commands.ts';
import type { Board } from '../../../contract/service.ts';
import type { SessionLine } from '../../../contract/session.ts';
import type { Ask } from '../daemon/ask.ts';
import { findProseLook, type Manner } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { wrap } from '../print/cells.ts';
import { cleanAll } from '../print/clean.ts';
import { diff } from '../print/diff.ts';
import { isScreen, type Look } from '../print/look.ts';
import { printReply } from '../print/print-reply.ts';
import { questionText } from '../print/question.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { type Hold, holdTerminal } from '../terminal/hold.ts';
import { type Keys, readKeys } from '../terminal/keys.ts';
import { page } from '../terminal/page.ts';
import { type BoardItem, boardScreen, itemsOf, paneLines, previewWidth } from './board-screen.ts';

const screen = { enter: '\u001b[?1049h\u001b[?25l', leave: '\u001b[?25h\u001b[?1049l' };
/** News come together: a look at all shows them at once. */
const gatherMs = 150;
const tickMs = 1000;
/** What does not move makes no fact. */
const stillMs = 60_000;

export async function runBoard(console: Console, ask: Ask, _: Values, manner: Manner): Promise<number | null> {
  if (manner.output !== 'text' || !isScreen(console) || !isInteractive(console)) return null;
  const first = await lookAt(console, ask);
  if (typeof first === 'string') return null;
  const hold = holdTerminal(console, screen);
  const keys = readKeys(console.stdin);
  const live = createBoard({ console, ask, manner, hold, keys, look: await findProseLook(console) }, first);
  try {
    return await live.over;
  } finally {
    live.close();
    keys.close();
    hold.end();
  }
}

type All = { readonly board: Board; readonly sessions: readonly SessionLine[] };

/** Why not, in a sentence. */
async function lookAt({ cwd }: Console, ask: Ask): Promise<All | string> {
  const [board, ps] = await Promise.all([ask('service.board', {}), ask('service.ps', { cwd, brief: true })]);
  if (!board.ok) return board.error;
  if (!ps.ok) return ps.error;
  return cleanAll({ board: board.data, sessions: ps.data.lines ?? ps.data.sessions });
}

type Here = {
  readonly console: Console;
  readonly ask: Ask;
  readonly manner: Manner;
  readonly hold: Hold;
  readonly keys: Keys;
  readonly look: Look;
};

function createBoard(here: Here, first: All) {
  const { console, ask, hold, keys } = here;
  const { promise: over, resolve: leave } = Promise.withResolvers<number>();
  const left = new AbortController();
  let all = first;
  let chosen = itemsOf(all.board, all.sessions)[0] ?? null;
  let [preview, previewed, passed, help, said, away] = ['', '', 0, false, '', false];
  let last = '';

  const draw = () => {
    if (away) return;
    const look = { ...here.look, width: Math.max(20, console.stdout.columns ?? 80), now: console.now() };
    const items = itemsOf(all.board, all.sessions);
    const lines = boardScreen(look, console.stdout.rows ?? 24, {
      board: all.board,
      items,
      chosen,
      preview,
      passed,
      help,
      said,
    });
    const text = lines.join('\u001b[K\r\n');
    if (text !== last)
      console.stdout.write(`\u001b[?2026h\u001b[H\u001b[?7l${text}\u001b[K\u001b[J\u001b[?7h\u001b[?2026l`);
    last = text;
  };
  const choose = (item: BoardItem | null) => {
    chosen = item;
    const id = item === null ? '' : `${item.kind} ${item.id}`;
    if (id !== previewed) [preview, passed] = ['', 0];
    previewed = id;
    draw();
    if (item === null) return;
    const look = { ...here.look, width: previewWidth(Math.max(20, console.stdout.columns ?? 80)), now: console.now() };
    void previewOf(here, look, item).then((text) => {
      if (previewed !== id || left.signal.aborted) return;
      preview = text;
      draw();
    });
  };
  const refresh = async () => {
    const found = await lookAt(console, ask);
    if (left.signal.aborted) return;
    if (typeof found === 'string') said = found;
    else [all, said] = [found, ''];
    const items = itemsOf(all.board, all.sessions);
    choose(items.find(({ kind, id }) => kind === chosen?.kind && id === chosen.id) ?? items[0] ?? null);
  };
  const move = (by: number) => {
    const items = itemsOf(all.board, all.sessions);
    const at = items.findIndex(({ kind, id }) => kind === chosen?.kind && id === chosen.id);
    choose(items[Math.min(items.length - 1, Math.max(0, at + by))] ?? null);
  };
  const give = async ({ act, keys: read }: Wanted) => {
    away = true;
    keys.pause(read !== undefined);
    await hold.away(async () => {
      const code = await act().catch(() => 1);
      if (!ownLeave.has(code)) await untilKey(console, keys);
    }, read);
    keys.resume();
    [away, last] = [false, ''];
    await refresh();
  };

  const acts: Readonly<Record<string, () => void>> = {
    up: () => move(-1),
    k: () => move(-1),
    down: () => move(1),
    j: () => move(1),
    home: () => move(-10_000),
    end: () => move(10_000),
    pageup: () => move(-10),
    pagedown: () => move(10),
    space: () => {
      passed += 10;
      draw();
    },
    '?': () => {
      help = !help;
      draw();
    },
    q: () => leave(0),
    'ctrl-c': () => leave(0),
    'ctrl-d': () => leave(0),
    'ctrl-z': () =>
      void hold.suspend('').then(() => {
        last = '';
        draw();
      }),
  };
  keys.onKey((key) => {
    const act = acts[key];
    if (act !== undefined) return act();
    const wanted = chosen === null ? null : actionOf(here, key, chosen, left.signal);
    if (wanted === null) return;
    if (typeof wanted !== 'string') return void give(wanted);
    said = wanted;
    draw();
  });

  const withdraw = [
    console.stdout.onResize?.(() => choose(chosen)),
    console.onInterrupt(() => leave(130), ['SIGTERM', 'SIGHUP']),
    // Of who has the terminal meanwhile; here they are keys.
    console.onInterrupt(() => away || leave(130), ['SIGINT', 'SIGQUIT']),
  ];
  const tick = setInterval(draw, tickMs);
  void hearNews(here, left.signal, refresh);
  choose(chosen);
  return {
    over,
    close: () => {
      left.abort();
      clearInterval(tick);
      for (const each of withdraw) each?.();
    },
  };
}

/** Tells that something happened, and once in a while that nothing did, over a daemon that ended, until they have left. */
export async function hearNews({ console, ask }: Here, signal: AbortSignal, tell: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onEvent = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void tell();
    }, gatherMs);
  };
  const still = setInterval(() => void tell(), stillMs);
  const { pause } = await import('../terminal/live-view.ts');
  while (!signal.aborted) {
    const from = new Date(console.now()).toISOString();
    await ask('service.events', { cwd: console.cwd, follow: true, from }, { onEvent, signal });
    if (!signal.aborted) await pause(tickMs, signal);
    if (!signal.aborted) await tell();
  }
  clearInterval(still);
  clearTimeout(timer);
}

async function previewOf({ console, ask }: Here, look: Look, item: BoardItem): Promise<string> {
  const { cwd } = console;
  if (item.kind === 'question') return wrap(questionText(look, item.question), look.width);
  const name: CommandName = item.kind === 'task' ? 'task.show' : 'session.pane';
  const input = item.kind === 'task' ? { task: item.id, cwd } : { session: item.id, cwd };
  const reply = await ask(name, input);
  if (!reply.ok) return wrap(reply.error, look.width);
  const data = cleanAll(reply.data);
  if ('lines' in data && Array.isArray(data.lines)) return paneLines(data.lines as readonly string[], look.width);
  return wrap(printReply(name, data as never, look), look.width);
}

/** What has the terminal for a while, and how its keys are read there. */
type Wanted = { readonly act: () => Promise<number>; readonly keys?: 'one by one' };

/** Its end, a question that stays open, Ctrl-C and Ctrl-\: there is nothing left to read before the board covers it. */
const ownLeave: ReadonlySet<number> = new Set([0, 6, 130, 131]);

/** What a key does with what is chosen: in the terminal, or why not. null: nothing. */
function actionOf(here: Here, key: string, item: BoardItem, signal: AbortSignal): Wanted | string | null {
  const { console, ask, manner } = here;
  const isEnter = key === 'return' || key === 'enter';
  if (key === 'a' || (isEnter && item.kind === 'question')) return answer(here, item, signal);
  const task = item.kind === 'task' ? item.id : item.kind === 'question' ? item.question.task : null;
  if (key === 'w' || (isEnter && item.kind === 'task')) {
    if (task === null) return 'A session is attached to, with t.';
    const input = { task, cwd: console.cwd, after: 0, follow: false };
    return { act: async () => (await import('../handlers/watch-task.ts')).watch(console, ask, input, 'text') };
  }
  if (key === 't' || (isEnter && item.kind === 'session')) {
    const attach = async () =>
      (await import('../handlers/attach.ts')).runAttach(console, ask, { session: item.id }, manner);
    if (item.kind === 'session') return { act: attach, keys: 'one by one' };
    const follow = async () =>
      (await import('../handlers/task.ts')).runTaskAttach(console, ask, { task: task ?? '' }, manner);
    return { act: follow };
  }
  if (key !== 'd') return null;
  if (task === null) return 'A session has no changes of its own: git diff, where it works.';
  const act = async () => {
    const reply = await ask('task.diff', { task, cwd: console.cwd });
    await page(console, reply.ok ? diff(cleanAll(reply.data), here.look) : reply.error);
    return 0;
  };
  return { act };
}

function answer({ console, ask }: Here, item: BoardItem, signal: AbortSignal): Wanted | string {
  const about =
    item.kind === 'task' ? item.task.questions : item.kind === 'session' ? item.session.questions : [item.id];
  if (about.length === 0) return `${item.id} asks nothing.`;
  const act = async () => {
    const listed = await ask('question.list', {});
    if (!listed.ok) return 1;
    const { askQuestions } = await import('../handlers/ask-questions.ts');
    const open = listed.data.questions.filter(({ id }) => about.includes(id));
    const leaving = new AbortController();
    const withdraw = console.onInterrupt(() => leaving.abort());
    await askQuestions(console, ask, open, AbortSignal.any([signal, leaving.signal]));
    withdraw();
    return 0;
  };
  return { act };
}

async function untilKey(console: Console, keys: Keys): Promise<void> {
  console.stdout.write('\n(Enter: back to the board)');
  await keys.next();
}
