// What is on a session's screen: of a terminal its cells, of an agent without one the end of its conversation.

import type { Input } from '../../contract/read-input.ts';
import type { PaneView } from '../../contract/session.ts';
import { ofKind } from '../../domain/any-thing.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import type { Mark, Screen } from '../../domain/screen/screen.ts';
import type { Session } from '../../domain/session/session.ts';
import { stripControl } from '../../domain/text/safe/strip-control.ts';
import type { CommandPorts, Stream } from '../ports.ts';
import { agentEventsOf } from '../shared/agent-events.ts';
import { watchFor } from '../shared/watch.ts';
import { findSession, repositoryHere } from './find.ts';
import { nothingSeen, viewSession } from './status.ts';

type Pane = Input<'session.pane'>;
type Shown = { readonly screen: Screen | null; readonly lines: readonly string[] };

/** Lines of a conversation that are shown where nothing else is wanted. */
const conversationLines = 40;

export const pane: Stream<'session.pane'> = async function* (ports, input, _, signal) {
  const repository = await repositoryHere(ports.machine, input.cwd);
  const given = { given: input.session, repository, past: true };
  const session = await ports.store.read((reads) => findSession(reads, given));
  if (input.follow) yield* follow(ports, session, input, signal);
  return view(ports, session, await look(ports, session, input), input);
};

async function look({ keeper, ...ports }: CommandPorts, session: Session, { history }: Pane): Promise<Shown> {
  const seen = await keeper.screen(session.spec.run, history);
  if (seen !== null) return { screen: seen.screen, lines: seen.history };
  return { screen: null, lines: await renderConversation({ keeper, ...ports }, session, conversationLines + history) };
}

async function* follow(
  ports: CommandPorts,
  session: Session,
  input: Pane,
  signal: AbortSignal,
): AsyncGenerator<PaneView> {
  const first = await look(ports, session, { ...input, history: 0 });
  if (session.ended) return;
  if (first.screen === null) return yield* followConversation(ports, session, input, signal);
  let told = '';
  for await (const screen of ports.keeper.screens(session.spec.run, signal)) {
    const pane = await view(ports, session, { screen, lines: [] }, input);
    const looks = JSON.stringify([pane.lines, pane.cursor, pane.state]);
    if (looks !== told) yield pane;
    told = looks;
  }
}

/** Facts ring when something happened; the words are looked at then. */
async function* followConversation(ports: CommandPorts, session: Session, input: Pane, signal: AbortSignal) {
  let told = '';
  for (;;) {
    const pane = await watchFor(ports.bell, signal, async () => {
      const seen = await view(ports, session, await look(ports, session, input), input);
      const looks = JSON.stringify([seen.lines, seen.state]);
      if (looks === told && seen.state !== 'ended') return null;
      told = looks;
      return seen;
    });
    if (pane === null) return;
    yield pane;
    if (pane.state === 'ended') return;
  }
}

async function view({ store }: CommandPorts, { id, spec }: Session, shown: Shown, input: Pane): Promise<PaneView> {
  const now = viewSession(ofKind(await store.read((reads) => reads.thing(id)), 'session'), nothingSeen);
  const { screen } = shown;
  const body = screen === null ? [] : input.ansi ? paintScreen(screen) : screen.lines.map(stripControl);
  const all = withoutEmptyEnd([...shown.lines.map(stripControl), ...body]);
  return {
    session: spec.name,
    state: now.state,
    source: now.source,
    since: now.since,
    columns: screen?.columns ?? spec.columns,
    rows: screen?.rows ?? spec.rows,
    cursor: screen?.cursor ?? null,
    title: stripControl(screen?.title ?? ''),
    lines: input.lines === undefined ? all : input.lines === 0 ? [] : all.slice(-input.lines),
    changed_at: screen?.changedAt ?? null,
  };
}

function withoutEmptyEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}

// A screen's lines with their colours and styles, as escape sequences of ours: nothing of the program's own gets through.

const reset = '\u001b[0m';
const direct = 2 ** 24;

const paintScreen = ({ lines, marks }: Screen): readonly string[] => {
  const byRow = Map.groupBy(marks, ({ row }) => row);
  return lines.map((line, row) => paintLine(line, byRow.get(row) ?? []));
};

/** Marks count cells: a wide letter takes two, a combining one none. */
function paintLine(line: string, marks: readonly Mark[]): string {
  let painted = '';
  let style = '';
  let cell = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    const wanted = styleAt(marks, cell);
    if (wanted !== style) painted += reset + wanted;
    style = wanted;
    painted += stripControl(segment);
    cell += wide.test(segment) ? 2 : 1;
  }
  return style === '' ? painted : painted + reset;
}

const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^[\u{1f300}-\u{1faff}]|^[\u{20000}-\u{3fffd}]/u;

function styleAt(marks: readonly Mark[], cell: number): string {
  const mark = marks.find(({ column, length }) => column <= cell && cell < column + length);
  if (mark === undefined) return '';
  const codes = [
    ...(mark.bold ? ['1'] : []),
    ...(mark.dim ? ['2'] : []),
    ...(mark.inverse ? ['7'] : []),
    ...(mark.colour === undefined ? [] : [colourOf(mark.colour)]),
  ];
  return codes.length === 0 ? '' : `\u001b[${codes.join(';')}m`;
}

function colourOf(colour: number): string {
  if (colour < direct) return `38;5;${colour}`;
  const rgb = colour - direct;
  return `38;2;${(rgb >> 16) & 255};${(rgb >> 8) & 255};${rgb & 255}`;
}

// The end of a conversation as text, for agents that have no screen.

/** The last so many lines. */
async function renderConversation(
  ports: Pick<CommandPorts, 'keeper' | 'agents' | 'files'>,
  session: Session,
  lines: number,
): Promise<readonly string[]> {
  let text = '';
  for await (const event of agentEventsOf(ports, session, false, new AbortController().signal)) {
    text += textOf(event, text);
    // Only the end is wanted, and a conversation may be of any length.
    if (text.length > 4 * keptLetters) text = text.slice(-keptLetters);
  }
  return stripControl(text).split('\n').slice(-lines);
}

const keptLetters = 256 * 1024;

function textOf(event: AgentEvent, before: string): string {
  const begin = before === '' || before.endsWith('\n') ? '' : '\n';
  switch (event.kind) {
    case 'text':
      return event.text;
    case 'turn_started':
      return `${begin}> ${event.message ?? 'a turn'}\n`;
    case 'tool_started':
      return `${begin}* ${event.tool}: ${event.what}\n`;
    case 'permission_asked':
      return `${begin}? ${event.asked.text}\n`;
    case 'turn_ended':
      return event.outcome.kind === 'answered' ? begin : `${begin}! ${event.outcome.kind}\n`;
    default:
      return '';
  }
}
