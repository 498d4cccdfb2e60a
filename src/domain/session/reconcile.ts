// What was seen of an agent, brought onto its session's row. Seeing it again changes nothing.
import type { Said } from '../fact/fact.ts';
import type { Verdict } from '../permission/judge-permission.ts';
import type { TurnOutcome } from '../run/turn.ts';
import { readResetTime } from '../text/read-reset-time.ts';
import type { AgentQuestion } from './agent-question.ts';
import type { AgentStatus, StatusSince } from './agent-status.ts';
import { type Completion, type Driven, drivenOf } from './driven.ts';
import type { MessageThingId } from './ids.ts';
import { type Observed, totalUsage } from './observe.ts';
import { reconcileAsks } from './reconcile-asks.ts';
import type { LastTurn, OpenTurn, SessionLive } from './session.ts';

export type Around = {
  readonly now: number;
  readonly judge: (asked: AgentQuestion) => Verdict;
  readonly sha256: (text: string) => string;
};

/** A turn that is on record as ended from here on; its message, and those said in the middle of it, are told. */
export type EndedTurn = {
  readonly number: number;
  readonly message: MessageThingId | null;
  readonly outcome: TurnOutcome;
  /** It used a tool, or changed something. */
  readonly worked: boolean;
};

/** Its service refused before anything was done: what began it is given again once the limit is over. */
export const fellIntoLimit = ({ outcome, worked }: Pick<EndedTurn, 'outcome' | 'worked'>): boolean =>
  outcome.kind === 'limited' && !worked;

export type Reconciled = {
  readonly state: SessionLive;
  readonly said: readonly Said[];
  readonly ended: readonly EndedTurn[];
  /** Asks that went by themselves: their questions are closed. */
  readonly gone: readonly number[];
};

type Work = { state: SessionLive; readonly said: Said[]; readonly ended: EndedTurn[] };

/** Null where the row tells it all. */
export function reconcile(before: SessionLive, seen: Observed, around: Around): Reconciled | null {
  const work: Work = { state: before, said: [], ended: [] };
  for (const turn of seen.ended) if (turn.number > work.state.turns) endTurn(work, turn, around);
  openTurn(work, seen, around);
  note(work, seen);
  const gone: number[] = [];
  if (isCaughtUp(work.state, seen)) {
    stand(work, seen, around, before.turns);
    const driven = drivenOf(work.state);
    const asks = reconcileAsks(driven, seen, around);
    if (asks !== null) {
      gone.push(...asks.gone);
      work.said.push(...asks.said);
      work.state = { ...work.state, driven: { ...driven, ...asks.asks } };
    }
  }
  if (seen.over && !drivenOf(work.state).followed) change(work, { followed: true });
  return work.state === before ? null : { ...work, gone };
}

const change = (work: Work, driven: Partial<Driven>): void => {
  work.state = { ...work.state, driven: { ...drivenOf(work.state), ...driven } };
};

/** A journal that is read again is behind the row for a while: how it stood then is not how it stands. */
const isCaughtUp = ({ turn, turns }: SessionLive, { begun, open }: Observed): boolean =>
  begun >= (turn?.begun ? turn.number : turns) && (open === null || open.number > turns);

function endTurn(work: Work, turn: Observed['ended'][number], { now }: Around): void {
  const own = work.state.turn;
  const message = (turn.message as MessageThingId | null) ?? own?.message ?? null;
  const startedAt = own?.startedAt ?? now;
  const { number, tools, outcome } = turn;
  if (!own?.begun) work.said.push({ kind: 'turn_started', data: { turn: number, message } });
  const worked = tools > 0 || turn.changed;
  const last: LastTurn = {
    number,
    message,
    startedAt,
    endedAt: now,
    outcome,
    tools,
    // Whether one without a tool changed anything the tree tells.
    idle: outcome.kind === 'answered' && worked ? false : null,
  };
  work.said.push({
    kind: 'turn_ended',
    data: { turn: number, message, outcome: outcome.kind, tools, idle: last.idle },
  });
  work.ended.push({ number, message, outcome, worked });
  work.state = { ...work.state, turn: null, last, turns: number };
  if (message === null || fellIntoLimit({ outcome, worked })) return;
  const done: Completion = { turn: number, message, at: now, outcome: outcome.kind, tools };
  change(work, { untold: [...drivenOf(work.state).untold, done] });
}

function openTurn(work: Work, { open }: Observed, { now }: Around): void {
  if (open === null || open.number <= work.state.turns) return;
  const own = work.state.turn;
  if (own?.begun && own.number === open.number) return;
  const message = (open.message as MessageThingId | null) ?? own?.message ?? null;
  const turn: OpenTurn = {
    number: open.number,
    message,
    tools: open.tools,
    begun: true,
    startedAt: own?.message === message ? (own?.startedAt ?? now) : now,
  };
  work.state = { ...work.state, turn };
  work.said.push({ kind: 'turn_started', data: { turn: open.number, message } });
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function note(work: Work, seen: Observed): void {
  const { state } = work;
  const usage = totalUsage(seen);
  const more = usage.inputTokens + usage.outputTokens + usage.cachedTokens + (usage.money ?? 0);
  const had = state.usage.inputTokens + state.usage.outputTokens + state.usage.cachedTokens + (state.usage.money ?? 0);
  if (more > had) work.state = { ...work.state, usage };
  if (seen.context !== null && !same(seen.context, state.context))
    work.state = { ...work.state, context: seen.context };
  if (seen.conversation !== null && seen.conversation !== state.conversation)
    work.state = { ...work.state, conversation: seen.conversation };
}

/** Where no time is told, it is tried again after a while. */
const limitMs = 5 * 60_000;

/** `recorded`: turns that were on record before. */
function stand(work: Work, seen: Observed, { now }: Around, recorded: number): void {
  const driven = drivenOf(work.state);
  const beneath = driven.limit?.beneath ?? work.state.stood;
  const told = seen.standings > (driven.standings ?? 0) ? seen.stood : null;
  const seenNow: StatusSince = told === null || same(told, asTold(beneath)) ? beneath : { ...told, since: now };
  const until = limitOf(work.state, seen, told, recorded, now);
  const before = work.state;
  if (until === null) {
    if (driven.limit !== null) change(work, { limit: null });
    if (!same(seenNow, work.state.stood)) enter(work, seenNow);
  } else {
    if (driven.limit?.until !== until || !same(driven.limit.beneath, seenNow))
      change(work, { limit: { until, beneath: seenNow } });
    if (driven.limit?.until !== until)
      enter(work, { standing: { kind: 'limited', until }, source: seenNow.source, since: now });
  }
  if (work.state !== before) change(work, { standings: Math.max(seen.standings, driven.standings ?? 0) });
}

const asTold = ({ standing, source }: StatusSince) => ({ standing, source });

/** Until when its service refuses; null where it does not, or not any more. */
function limitOf(
  state: SessionLive,
  seen: Observed,
  told: Observed['stood'],
  recorded: number,
  now: number,
): number | null {
  const known = drivenOf(state).limit?.until ?? null;
  const standing = told?.standing ?? state.stood.standing;
  const refused = seen.limit ?? (standing.kind === 'limited' ? { ...standing, message: '', turn: recorded + 1 } : null);
  if (refused === null) return null;
  // A journal that is read again tells of limits that are over.
  const isPast = known === null && refused.until === null && refused.turn <= recorded;
  if (isPast) return null;
  const until = refused.until ?? known ?? readResetTime(refused.message, now) ?? now + limitMs;
  return until > now ? until : null;
}

function enter(work: Work, stood: StatusSince): void {
  const before = work.state.stood.standing;
  work.state = { ...work.state, stood };
  const fact = factOf(stood.standing);
  if (before.kind !== stood.standing.kind && fact !== null) work.said.push(fact);
}

function factOf(standing: AgentStatus): Said | null {
  switch (standing.kind) {
    case 'ready':
      return { kind: 'session_ready' };
    case 'limited':
      return { kind: 'session_limited', data: { until: standing.until } };
    case 'unknown':
      return { kind: 'session_unknown', data: { why: standing.why } };
    case 'starting':
    case 'busy':
    case 'asks':
      return null;
  }
}
