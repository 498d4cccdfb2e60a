// A session as it is told: from its row, and from what was seen of its program.
import type { LastTurnView, SessionStateWord, SessionView } from '../contract/session.ts';
import type { Spend } from '../contract/task.ts';
import type { TurnOutcome, Usage } from '../domain/run/turn.ts';
import type { LastTurn, Session } from '../domain/session/session.ts';
import type { Standing } from '../domain/session/standing.ts';
import { stripControl } from '../domain/text/strip-control.ts';
import { exitOfEnding, sayEnding } from './say-ending.ts';
import { sayGoingOn } from './say-resume.ts';
import { firstLine } from './view-task.ts';

/** What the row does not know. */
export type Glimpse = {
  readonly queue: number;
  readonly questions: readonly string[];
  readonly lastOutput: number | null;
  readonly log: string | null;
  readonly degraded: string | null;
  /** Why nobody has seen its program: how its row says it stands is how it stood. Null where it was seen. */
  readonly unseen: string | null;
};

export const nothingSeen: Glimpse = {
  queue: 0,
  questions: [],
  lastOutput: null,
  log: null,
  degraded: null,
  unseen: null,
};

export function viewSession(session: Session, glimpse: Glimpse): SessionView {
  const { id, spec, state, createdAt } = session;
  const live = state.kind === 'live' ? state : null;
  const ended = state.kind === 'ended' ? state : null;
  const known = live ?? ended;
  return {
    ...{ id: spec.name, row: id, agent: spec.agent, driver: spec.driver },
    ...standingOf(state, createdAt),
    ...(live !== null && glimpse.unseen !== null && unseen(glimpse.unseen)),
    ...{ questions: glimpse.questions, queue: glimpse.queue, last_output: glimpse.lastOutput },
    usage: spendOfUsage(known?.usage ?? null),
    context: known?.context ?? null,
    turns: known?.turns ?? 0,
    turn:
      live?.turn == null
        ? null
        : { number: live.turn.number, message: live.turn.message, started_at: live.turn.startedAt },
    last: known?.last == null ? null : viewTurn(known.last),
    ...{ repository: spec.repository, cwd: spec.cwd, description: spec.description, permissions: spec.permissions },
    ...{ model: spec.model, sandbox: spec.sandbox, pid: live?.pid ?? null, run: spec.run, log: glimpse.log },
    conversation: known?.conversation ?? null,
    ...{ started_by: spec.startedBy, spawner_pane: spec.spawnerPane, created_at: createdAt },
    started_at: known?.startedAt ?? null,
    ended_at: ended?.endedAt ?? null,
    ending: ended === null ? '' : endingWords(ended),
    exit: ended === null ? null : ended.refused === null ? exitOfEnding(ended.ending) : 125,
    paused: live?.paused?.why ?? null,
    degraded: live === null ? null : glimpse.degraded,
    resume: sayGoingOn(session),
    meta: spec.meta,
  };
}

type Told = Pick<SessionView, 'state' | 'source' | 'since' | 'why' | 'limited_until'>;

function standingOf(state: Session['state'], createdAt: number): Told {
  switch (state.kind) {
    case 'requested':
      return { state: 'starting', source: 'process', since: createdAt, why: '', limited_until: null };
    case 'ended':
      return { state: 'ended', source: 'process', since: state.endedAt, why: endingWords(state), limited_until: null };
    case 'live': {
      const { standing, source, since } = state.stood;
      const until = standing.kind === 'limited' ? standing.until : null;
      return { state: standing.kind, source, since, why: whyOf(standing), limited_until: until };
    }
  }
}

/** Whoever is not seen is not told as ready. */
const unseen = (why: string): Partial<SessionView> => ({
  state: 'unknown',
  source: 'process',
  why,
  limited_until: null,
});

function whyOf(standing: Standing): string {
  switch (standing.kind) {
    case 'asks':
      return firstLine(standing.asked.text);
    case 'unknown':
      return standing.why;
    default:
      return '';
  }
}

const endingWords = ({ refused, ending }: Extract<Session['state'], { kind: 'ended' }>): string =>
  refused === null ? sayEnding(ending) : `not started: ${refused}`;

export const viewTurn = ({ number, message, startedAt, endedAt, outcome, tools, idle }: LastTurn): LastTurnView => ({
  ...{ number, message, started_at: startedAt, ended_at: endedAt, outcome: outcome.kind, text: sayOutcome(outcome) },
  ...{ tools, idle },
});

/** What it said, or why it failed; control sequences stripped. */
export function sayOutcome(outcome: TurnOutcome): string {
  if ('text' in outcome) return stripControl(outcome.text);
  if ('message' in outcome) return stripControl(outcome.message);
  return '';
}

export const spendOfUsage = (usage: Usage | null): Spend => ({
  input_tokens: usage?.inputTokens ?? 0,
  cached_tokens: usage?.cachedTokens ?? 0,
  output_tokens: usage?.outputTokens ?? 0,
  money: usage === null ? 0 : usage.money,
});

export const stateWord = (session: Session): SessionStateWord => standingOf(session.state, session.createdAt).state;
