// Sessions, their inboxes and what they did, in tables and sentences.

import { shellWord } from '../../../contract/errors/fill-hint.ts';
import type {
  History,
  Inbox,
  InboxChanged,
  LastTurnView,
  MessageSent,
  MessageView,
  PaneView,
  SessionLine,
  SessionStarted,
  SessionsStopped,
  SessionView,
  WaitEnd,
} from '../../../contract/session.ts';
import { dateTime, several, span, spent } from './amounts.ts';
import { oneLine } from './cells.ts';
import { columns, indented } from './columns.ts';
import { type Colour, type Look, paint } from './look.ts';
import { proseOf } from './question.ts';

const colours: Readonly<Partial<Record<SessionView['state'], Colour>>> = {
  ready: 'green',
  busy: 'cyan',
  asks: 'yellow',
  limited: 'yellow',
  unknown: 'dim',
  ended: 'dim',
};

export function sessionTable(look: Look, sessions: readonly SessionLine[]): string {
  const head = ['ID', 'AGENT', 'STATE', 'SINCE', 'QUEUE', 'OUTPUT', 'USED', 'CONTEXT', 'REPOSITORY', 'DESCRIPTION'];
  const rows = sessions.map((each) => row(look, each));
  return columns(look, [head.map((word) => paint(look, 'dim', word)), ...rows], { head: true });
}

const row = (look: Look, view: SessionLine): readonly string[] => [
  paint(look, 'bold', view.id),
  view.agent.split('/').at(-1) ?? view.agent,
  stateOf(look, view),
  span(look.now - view.since),
  view.queue === 0 ? '' : String(view.queue),
  view.last_output === null ? '' : span(look.now - view.last_output),
  spent(view.usage),
  contextOf(view),
  short(view.repository),
  oneLine(view.description),
];

export function stateOf(look: Look, view: SessionLine): string {
  const colour = colours[view.state];
  const word = colour === undefined ? view.state : paint(look, colour, view.state);
  const asks = view.questions.length === 0 ? '' : ` ${view.questions.join(',')}`;
  const until = view.limited_until === null ? '' : ` until ${timeOf(look, view.limited_until)}`;
  return `${word}${until}${asks}${view.degraded === null ? '' : paint(look, 'red', ' (degraded)')}${view.paused === null ? '' : ' (paused)'}`;
}

/** Of today the time of day alone, to the minute. */
function timeOf({ now }: Look, at: number): string {
  const [day, time] = dateTime(at).split(' ');
  return dateTime(now).startsWith(day ?? '') ? (time ?? '') : dateTime(at);
}

function contextOf({ context }: Pick<SessionView, 'context'>): string {
  if (context === null) return '';
  return context.window === null
    ? `${Math.round(context.used / 1000)}k`
    : `${Math.round((100 * context.used) / context.window)}%`;
}

/** The end of a long path tells repositories apart. */
const short = (path: string): string => (path.length > 28 ? `…${path.slice(-27)}` : path);

/** All about one. */
export function sessionDetail(look: Look, view: SessionView): string {
  const lines: readonly (readonly [string, string])[] = [
    [
      'state',
      `${stateOf(look, view)} for ${span(look.now - view.since)}, by ${view.source}${view.why === '' ? '' : `: ${view.why}`}`,
    ],
    ['asks', view.questions.length === 0 ? '' : `drover answer ${view.questions[0]}`],
    ['waiting', view.queue === 0 ? '' : `${several(view.queue, 'message')}: drover inbox list ${shellWord(view.id)}`],
    ['row', `${view.row}, run ${view.run}${view.pid === null ? '' : `, pid ${view.pid}`}`],
    ['folder', view.cwd],
    ['rights', `${view.permissions}${view.sandbox ? ', in a sandbox' : ''}`],
    ['turns', `${view.turns}${view.last === null ? '' : `, last ${turn(view.last)}`}`],
    ['used', spent(view.usage)],
    ['degraded', view.degraded ?? ''],
    ['paused', view.paused ?? ''],
    ['talks as', view.conversation ?? ''],
    ['go on', view.resume ?? ''],
    ['transcript', view.log ?? ''],
  ];
  const told = lines.filter(([, text]) => text !== '');
  return [
    `${paint(look, 'bold', view.id)} (${view.agent}) ${view.description}`.trimEnd(),
    indented(look, told, { wrapped: true }),
  ].join('\n');
}

const turn = ({ number, outcome, idle }: LastTurnView): string =>
  `${number} ${outcome.replaceAll('_', ' ')}${idle === true ? ' (acknowledged, nothing done)' : ''}`;

const started = ({ session }: SessionStarted): string =>
  `${session.id} (${session.agent}) runs in ${session.cwd}. Talk to it: drover send ${shellWord(session.id)} "hello"; see it: drover attach ${shellWord(session.id)}`;

function sent({ message, session, turn: ended }: MessageSent, look: Look): string {
  if (ended !== null) return ended.text === '' ? turn(ended) : proseOf(ended.text, look);
  const { id, state, why } = message;
  return `${id} ${state === 'queued' ? 'is queued' : 'was delivered'} to ${session.id}${why === '' ? '' : ` (${why})`}.`;
}

const waited = ({ why }: WaitEnd): string => why;

function stopped({ sessions, tasks, runs }: SessionsStopped): string {
  const lines = sessions.map(({ id, state, ending }) =>
    state === 'ended' ? `${id} ended: ${ending}.` : `${id} is being ended.`,
  );
  const more = [
    runs.length === 0 ? '' : `${several(runs.length, 'run')} ended: ${runs.join(', ')}.`,
    tasks.length === 0 ? '' : `Paused: ${tasks.join(', ')}. Go on: drover task resume ${tasks[0]}`,
  ];
  const all = [...lines, ...more].filter((line) => line !== '');
  return all.length === 0 ? 'Nothing runs.' : all.join('\n');
}

const pane = ({ lines }: PaneView): string => lines.join('\n');

function inbox({ messages }: Inbox, look: Look): string {
  if (messages.length === 0) return 'No message waits.';
  return columns(
    look,
    messages.map((each) => messageRow(look, each)),
  );
}

const messageRow = (look: Look, { id, session, state, why, at, by, text }: MessageView): readonly string[] => [
  paint(look, 'bold', id),
  session,
  state.replace('_', ' '),
  span(look.now - at),
  by,
  why,
  oneLine(text),
];

const dropped = ({ dropped: gone }: InboxChanged): string =>
  gone.length === 0 ? 'No message waited.' : `Dropped: ${gone.map(({ id }) => id).join(', ')}.`;

function history({ entries }: History, look: Look): string {
  if (entries.length === 0) return 'Nothing has ended here yet.';
  return columns(
    look,
    entries.map((entry) => [
      paint(look, 'bold', entry.id),
      entry.agent.split('/').at(-1) ?? entry.agent,
      entry.task ?? entry.role,
      dateTime(entry.ended_at),
      entry.duration_ms === null ? '' : span(entry.duration_ms),
      spent(entry.usage),
      entry.changed_files === null ? '' : several(entry.changed_files.length, 'file'),
      `${entry.outcome.replaceAll('_', ' ')}${entry.description === '' ? '' : `: ${oneLine(entry.description)}`}`,
    ]),
  );
}

export const sessionPrinters = {
  'inbox.clear': dropped,
  'inbox.drop': dropped,
  'inbox.list': inbox,
  'service.events': () => '',
  'service.history': history,
  'service.logs': () => '',
  'service.wait': waited,
  'session.attach': ({ session }: { session: SessionView }, look: Look) => sessionDetail(look, session),
  'session.pane': pane,
  'session.send': sent,
  'session.start': started,
  'session.stop': stopped,
};

/** Of a turn that was waited for; any other is 1. */
const turnExits: Readonly<Record<string, number>> = {
  answered: 0,
  empty: 0,
  interrupted: 0,
  limited: 7,
  timed_out: 124,
};

export const sessionExits = {
  'service.wait': ({ exit }: WaitEnd) => exit,
  'session.send': ({ turn }: MessageSent) => (turn === null ? 0 : (turnExits[turn.outcome] ?? 1)),
};
