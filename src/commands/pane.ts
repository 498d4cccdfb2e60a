// What is on a session's screen: of a terminal its cells, of an agent without one the end of its conversation.

import type { Input } from '../contract/read-input.ts';
import type { PaneView } from '../contract/session.ts';
import type { Screen } from '../domain/screen/screen.ts';
import type { Session } from '../domain/session/session.ts';
import { stripControl } from '../domain/text/strip-control.ts';
import { repositoryHere } from './find-repository.ts';
import { findSession } from './find-session.ts';
import { paintScreen } from './paint-screen.ts';
import type { CommandPorts, Stream } from './ports.ts';
import { renderConversation } from './render-conversation.ts';
import { nothingSeen, viewSession } from './view-session.ts';
import { watchFor } from './watch-for.ts';

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
  const now = viewSession((await store.read((reads) => reads.thing(id))) as Session, nothingSeen);
  const { screen } = shown;
  const body = screen === null ? [] : input.ansi ? paintScreen(screen) : screen.lines.map(stripControl);
  const all = withoutEmptyEnd([...shown.lines.map(stripControl), ...body]);
  return {
    ...{ session: spec.name, state: now.state, source: now.source, since: now.since },
    ...{ columns: screen?.columns ?? spec.columns, rows: screen?.rows ?? spec.rows },
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
