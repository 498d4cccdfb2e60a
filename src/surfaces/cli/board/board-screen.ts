// The board as a screen: what needs you, sessions and tasks in a list, and beside or below it what is chosen, as a person sees it.
import type { QuestionView } from '../../../contract/question.ts';
import type { Board } from '../../../contract/service.ts';
import type { SessionLine } from '../../../contract/session.ts';
import type { TaskSummary } from '../../../contract/task.ts';
import { span, spent } from '../print/amounts.ts';
import { around, breakAt, cut, oneLine, widthOf, wrap } from '../print/cells.ts';
import { type Look, paint } from '../print/look.ts';
import { proseOf } from '../print/question.ts';
import { stateOf } from '../print/session.ts';
import { standing } from '../print/task-words.ts';

export type BoardItem =
  | { readonly kind: 'question'; readonly id: string; readonly question: QuestionView }
  | { readonly kind: 'session'; readonly id: string; readonly session: SessionLine }
  | { readonly kind: 'task'; readonly id: string; readonly task: TaskSummary };

export type BoardShown = {
  readonly board: Board;
  readonly items: readonly BoardItem[];
  readonly chosen: BoardItem | null;
  /** Lines of what is chosen, and how many of them are passed over. */
  readonly preview: string;
  readonly passed: number;
  readonly help: boolean;
  /** One line to the person; '' for none. */
  readonly said: string;
};

export const itemsOf = (board: Board, sessions: readonly SessionLine[]): readonly BoardItem[] => [
  ...board.questions.map((question) => ({ kind: 'question', id: question.id, question }) as const),
  ...sessions.map((session) => ({ kind: 'session', id: session.id, session }) as const),
  ...board.tasks.map((task) => ({ kind: 'task', id: task.id, task }) as const),
];

const titles: Readonly<Record<BoardItem['kind'], string>> = {
  question: 'Needs you',
  session: 'Sessions',
  task: 'Tasks',
};

export const keys: readonly (readonly [key: string, does: string])[] = [
  ['↑ ↓', 'choose'],
  ['a', 'answer'],
  ['w', 'watch a task'],
  ['d', 'its changes'],
  ['t', 'attach'],
  ['space', 'more of it'],
  ['?', 'keys'],
  ['q', 'leave'],
];

/** From this width on list and preview stand side by side. */
const wideFrom = 100;

/** So many lines as there are rows, none wider than the screen. */
export function boardScreen(look: Look, rows: number, shown: BoardShown): readonly string[] {
  const room = Math.max(3, rows - 2);
  const body = look.width >= wideFrom ? sideBySide(look, room, shown) : oneBelow(look, room, shown);
  const filled = [...body, ...Array.from({ length: Math.max(0, room - body.length) }, () => '')];
  return [headOf(look, shown), ...filled.slice(0, room), footOf(look, shown)];
}

function headOf(look: Look, { board }: BoardShown): string {
  const waits = board.questions.length;
  const parts = [
    paint(look, 'bold', 'Drover'),
    waits === 0 ? 'nothing needs you' : paint(look, 'yellow', `${waits} ${waits === 1 ? 'needs' : 'need'} you`),
    ...(board.standstills.length === 0
      ? []
      : [paint(look, 'yellow', `${board.standstills.map(({ about }) => about).join(', ')} does not move`)]),
    ...(spent(board.spend.today) === '' ? [] : [`today ${spent(board.spend.today)}`]),
  ];
  return cut(parts.join('  '), look.width);
}

const footOf = (look: Look, { said }: BoardShown): string =>
  said === ''
    ? paint(look, 'dim', cut(footKeys(look.width), look.width))
    : paint(look, 'yellow', cut(said, look.width));

/** As many as fit, from the first; how to see all of them and how to leave are always among them. */
function footKeys(width: number): string {
  const parts = keys.map(([key, does]) => `${key} ${does}`);
  const ends = parts.slice(-2);
  for (let count = parts.length - ends.length; ; count -= 1) {
    const line = [...parts.slice(0, count), ...ends].join('  ');
    if (count === 0 || widthOf(line) <= width) return line;
  }
}

function sideBySide(look: Look, room: number, shown: BoardShown): readonly string[] {
  const left = Math.min(64, Math.floor(look.width * 0.45));
  const right = look.width - left - 3;
  const list = listLines({ ...look, width: left }, room, shown);
  const preview = previewLines({ ...look, width: right }, room, shown);
  const bar = paint(look, 'dim', '│');
  return Array.from({ length: room }, (_, row) => {
    const cell = list[row] ?? '';
    return `${cell}${' '.repeat(Math.max(0, left - widthOf(cell)))} ${bar} ${preview[row] ?? ''}`.trimEnd();
  });
}

function oneBelow(look: Look, room: number, shown: BoardShown): readonly string[] {
  const list = listLines(look, Math.max(3, Math.ceil(room / 2) - 1), shown);
  const line = paint(look, 'dim', '─'.repeat(look.width));
  return [...list, line, ...previewLines(look, room - list.length - 1, shown)];
}

/** What is chosen is always seen. */
function listLines(look: Look, room: number, { items, chosen }: BoardShown): readonly string[] {
  if (items.length === 0)
    return wrap('Nothing is going on. State a task: drover do "what is to be done"', look.width).split('\n');
  const lines: string[] = [];
  let at = 0;
  for (const [index, item] of items.entries()) {
    if (item.kind !== items[index - 1]?.kind)
      lines.push(...(index === 0 ? [] : ['']), paint(look, 'bold', titles[item.kind]));
    const marked = item.kind === chosen?.kind && item.id === chosen.id;
    if (marked) at = lines.length;
    lines.push(itemLine(look, item, marked));
  }
  return around(lines, at, room);
}

function itemLine(look: Look, item: BoardItem, chosen: boolean): string {
  const plain = chosen ? { ...look, color: false } : look;
  const text = cut(`${chosen ? '▸' : ' '} ${wordsOf(plain, item)}`.trimEnd(), look.width);
  return chosen ? paint(look, 'inverse', text + ' '.repeat(Math.max(0, look.width - widthOf(text)))) : text;
}

function wordsOf(look: Look, item: BoardItem): string {
  switch (item.kind) {
    case 'question': {
      const { id, about, kind, asked_at, text } = item.question;
      return `${paint(look, 'yellow', id)} ${about} ${kind}, ${span(look.now - asked_at)}  ${oneLine(proseOf(text.slice(0, 400), { ...look, color: false, width: 10_000 }))}`;
    }
    case 'session':
      return `${paint(look, 'bold', item.id)} ${item.session.agent}  ${stateOf(look, item.session)}, ${span(look.now - item.session.since)}  ${oneLine(item.session.description)}`;
    case 'task':
      return `${paint(look, 'bold', item.id)}  ${standing(look, item.task)}  ${span(look.now - item.task.since)}  ${oneLine(item.task.text)}`;
  }
}

function previewLines(look: Look, room: number, { preview, passed, help }: BoardShown): readonly string[] {
  if (help) return keys.map(([key, does]) => cut(`${key.padEnd(6)} ${does}`, look.width));
  const all = preview
    .split('\n')
    .flatMap((line) => (widthOf(line) <= look.width ? [line] : wrap(line, look.width, { hard: true }).split('\n')));
  const lines = all.slice(Math.min(passed, Math.max(0, all.length - room)));
  if (lines.length <= room) return lines;
  return [
    ...lines.slice(0, room - 1),
    paint(look, 'dim', cut(`… ${lines.length - room + 1} more lines: space`, look.width)),
  ];
}

/** A screen of a program, as it is: its lines are cut, not wrapped. */
export const paneLines = (lines: readonly string[], width: number): string =>
  lines.map((line) => (widthOf(line) <= width ? line : (breakAt(line, width)[0] ?? ''))).join('\n');

/** How wide what is chosen is shown. */
export const previewWidth = (width: number): number =>
  width >= wideFrom ? width - Math.min(64, Math.floor(width * 0.45)) - 3 : width;
