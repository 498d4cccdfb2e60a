// The board, what runs, and whether all is well.
import { shellWord } from '../../../contract/errors/fill-hint.ts';
import type { Backup, Board, Check, Doctor, Down, NameList, Pong, Ps } from '../../../contract/service.ts';
import { several, span, spent } from './amounts.ts';
import { indent, oneLine } from './cells.ts';
import { columns, indented } from './columns.ts';
import { inside, type Look, paint } from './look.ts';
import { proseOf } from './question.ts';
import { sessionDetail, sessionTable } from './session.ts';
import { taskTable } from './task.ts';
import { overlapLines } from './task-words.ts';

function board({ questions, tasks, standstills, overlaps = [], uncompared = 0, spend }: Board, look: Look): string {
  if (questions.length === 0 && tasks.length === 0 && standstills.length === 0)
    return 'Nothing is going on. State a task: drover do "what is to be done"';
  const asks = questions.map(({ id, task, kind, text, asked_at }) => [
    paint(look, 'yellow', id),
    task,
    kind,
    span(look.now - asked_at),
    oneLine(proseOf(text, { ...look, color: false, width: longest })),
  ]);
  const parts = [
    asks.length === 0 ? '' : `${paint(look, 'bold', 'Needs you')}  (drover answer)\n${indented(look, asks)}`,
    standstills.length === 0 ? '' : `${paint(look, 'bold', 'Does not move')}\n${stillLines(look, standstills)}`,
    overlaps.length + uncompared === 0
      ? ''
      : `${paint(look, 'bold', 'Touch the same lines')}\n${indent([...overlapLines(look, overlaps), ...notCompared(uncompared)].join('\n'))}`,
    tasks.length === 0 ? '' : `${paint(look, 'bold', 'Tasks')}\n${indent(taskTable(inside(look), tasks))}`,
    spent(spend.today) === '' ? '' : `Spent today: ${spent(spend.today)}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const notCompared = (pairs: number): readonly string[] =>
  pairs === 0 ? [] : [`not known of ${pairs} ${pairs === 1 ? 'pair' : 'pairs'} of tasks`];

/** Of a text that is shown on one line. */
const longest = 10_000;

const stillLines = (look: Look, all: Board['standstills']): string =>
  all
    .map(({ about, since, why, todo }) =>
      indent(`${paint(look, 'yellow', about)}  ${span(look.now - since)}  ${oneLine(why)}\n    ${oneLine(todo)}`),
    )
    .join('\n');

function ps({ sessions, lines = sessions, runs, elsewhere, one }: Ps, look: Look): string {
  const shown = one ? sessions.map((each) => sessionDetail(look, each)).join('\n\n') : sessionTable(look, lines);
  const parts = [
    lines.length === 0 ? '' : shown,
    runs.length === 0 ? '' : runTable(look, runs),
    elsewhere.length === 0 || lines.length > 0 ? '' : `Elsewhere: ${elsewhere.join(', ')} (drover ps --all)`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Nothing runs.' : parts.join('\n\n');
}

const runTable = (look: Look, runs: Ps['runs']): string =>
  columns(
    look,
    runs.map(({ id, task, role, state, ending, started_at, program }) => [
      paint(look, 'bold', id),
      task,
      role,
      state === 'running' ? paint(look, 'cyan', 'running') : ending,
      started_at === null ? '' : span(look.now - started_at),
      program,
    ]),
  );

const marks = { ok: ['✓', 'green'], note: ['·', 'yellow'], bad: ['✗', 'red'] } as const;

const checkLines = (look: Look, { name, state, said, hint }: Check): string => {
  const [mark, colour] = marks[state];
  return `${paint(look, colour, mark)} ${paint(look, 'bold', name)}: ${said}${hint === '' ? '' : `\n    ${hint}`}`;
};

const doctor = ({ checks }: Doctor, look: Look): string => checks.map((check) => checkLines(look, check)).join('\n');

const down = ({ runs, ended }: Down): string => {
  if (runs.length === 0) return 'The daemon has ended.';
  return `The daemon has ended; ${several(runs.length, 'run')} ${ended ? 'ended too' : 'went on'}: ${runs.join(', ')}.`;
};

const backup = ({ path, bytes }: Backup): string =>
  `Copied to ${path} (${Math.ceil(bytes / 1024)} KiB). Back with \`drover restore ${shellWord(path)}\`.`;

const pong = ({ version, pid, started_at }: Pong, look: Look): string =>
  `Daemon ${version}, pid ${pid}, up for ${span(look.now - started_at)}.`;

export const servicePrinters = {
  'service.backup': backup,
  'service.board': board,
  'service.doctor': doctor,
  'service.down': down,
  'service.names': ({ names }: NameList): string => names.join('\n'),
  'service.ping': pong,
  'service.ps': ps,
};

export const serviceExits = {
  'service.doctor': ({ checks }: Doctor) => (checks.some(({ state }) => state === 'bad') ? 1 : 0),
};
