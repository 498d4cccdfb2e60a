// What happens in a terminal, folded from its hooks, from what was typed, and from how it stands: turns begin and end once, questions open and close once.
import type { AgentEvent, TurnOutcome } from '../../../domain/run/turn.ts';
import type { AgentQuestion, PermissionRequest } from '../../../domain/session/agent-question.ts';
import type { AgentStatus, StatusSince } from '../../../domain/session/agent-status.ts';
import { readResetTime } from '../../../domain/text/read-reset-time.ts';
import type { Activity } from '../../../ports/keeper.ts';
import type { HookWord } from './hooks.ts';
import { hashOf, type LedgerLine } from './keys.ts';

type StatusSaid = { readonly standing: AgentStatus; readonly at: number };

/** Lives as long as somebody follows the program. */
export class Track {
  /** The last word of its hooks. */
  hook: StatusSaid | null = null;
  /** The turn under way. */
  turn: {
    readonly since: number;
    readonly entered: number;
    readonly interrupted: boolean;
    /** How its processes were before it was typed into. */
    readonly rest: Activity['postures'];
  } | null = null;
  turnsEnded = 0;
  /** Of the last turn that ended. */
  outcome: TurnOutcome | null = null;
  leaving = false;
  readonly #told = new Set<string>();
  readonly #typed = new Map<string, Extract<LedgerLine, { kind: 'typing' }>>();
  #lines = 0;
  /** The last message of ours that was taken in. */
  #last: string | null = null;
  /** What the turn of the one typed last came to: it may be over before it was seen that Enter was taken. */
  #ended: { readonly message: string; readonly outcome: TurnOutcome } | null = null;
  #lastTyped: string | null = null;
  #asked: AgentQuestion | null = null;
  #wanted: PermissionRequest | null = null;
  #stood: StatusSince | null = null;
  #wasReady = false;

  /** Lines that are new to it. */
  *ledger(lines: readonly LedgerLine[]): Generator<AgentEvent> {
    const fresh = lines.slice(this.#lines);
    this.#lines = lines.length;
    for (const line of fresh) yield* this.#line(line);
  }

  *#line(line: LedgerLine): Generator<AgentEvent> {
    switch (line.kind) {
      case 'typing':
        this.#typed.set(line.id, line);
        this.#lastTyped = line.id;
        return;
      case 'entered':
        this.#last = line.id;
        // Its hooks may speak before it was seen that Enter was taken.
        return yield* this.#begin(line.id, this.#typed.get(line.id)?.at ?? line.at, line.at);
      case 'interrupted':
        if (this.turn) this.turn = { ...this.turn, interrupted: true };
        return;
      case 'turn_ended':
        if (this.#lastTyped !== null && this.#ended?.message !== this.#lastTyped)
          this.#ended = { message: this.#lastTyped, outcome: this.#wordsOf(line) };
        this.turn = null;
        return;
      case 'leaving':
        this.leaving = true;
    }
  }

  /** The words of an answer stand in no ledger, but in what its hooks told. */
  #wordsOf({ outcome = { kind: 'answered', text: '' } }: Extract<LedgerLine, { kind: 'turn_ended' }>): TurnOutcome {
    return outcome.kind === 'answered' && this.outcome?.kind === 'answered' ? this.outcome : outcome;
  }

  /** Whoever followed before may have been cut off before anybody took note of it. */
  *recalled(): Generator<AgentEvent> {
    if (this.#last === null || this.#last === firstId) return;
    const outcome = this.#ended?.message === this.#last ? this.#ended.outcome : null;
    yield { kind: 'turn_recalled', message: this.#last, outcome };
  }

  *#begin(message: string | null, at: number, entered = at): Generator<AgentEvent> {
    if (message !== null) {
      if (this.#told.has(message)) return;
      this.#told.add(message);
    } else if (this.turn !== null) return;
    const fresh = this.turn === null;
    const rest = message === null ? undefined : this.#typed.get(message)?.rest;
    this.turn ??= { since: at, entered, interrupted: false, rest };
    yield { kind: 'turn_started', message: message === firstId ? null : message };
    // However short it is: nobody takes what stood before it for its end.
    if (fresh) yield* this.stand({ standing: { kind: 'busy' }, source: 'process', since: at });
  }

  *hear(word: HookWord, at: number): Generator<AgentEvent> {
    switch (word.kind) {
      case 'began':
        return yield { kind: 'started', conversation: word.conversation, model: word.model };
      case 'prompted':
        this.hook = { standing: { kind: 'busy' }, at };
        return yield* this.#begin(this.#whose(word.text, at), at);
      case 'stopped':
        if (word.outcome === null) return this.#doubt();
        this.hook = { standing: { kind: 'ready' }, at };
        return yield* this.end(word.outcome, at);
      case 'asked':
        this.hook = { standing: { kind: 'asks', asked: word.asked }, at };
        return;
      case 'wants':
        this.#wanted = word.wanted;
        return;
      case 'closed':
        if (this.hook?.standing.kind === 'asks' && this.hook.standing.asked.id === word.id)
          this.hook = { standing: { kind: 'busy' }, at };
        return;
      case 'told':
        if (this.hook?.standing.kind === 'asks' && word.event.kind === 'tool_ended')
          this.hook = { standing: { kind: 'busy' }, at };
        yield word.event;
    }
  }

  /** It was idle at some time: said late it may be the turn before this one, so the screen decides. */
  #doubt(): void {
    if (this.hook?.standing.kind !== 'ready') this.hook = null;
  }

  /** Ours, where a message of this text was typed and not yet told; a program may tell a long paste in other words, while the keyboard is ours. */
  #whose(text: string | null, at: number): string | null {
    const open = [...this.#typed].filter(([id]) => !this.#told.has(id)).reverse();
    const hash = text === null ? null : hashOf(text);
    const same = open.find(([, typed]) => typed.hash === hash) ?? open.find(([, typed]) => at - typed.at < recentMs);
    return same?.[0] ?? null;
  }

  *end(told: TurnOutcome, at: number): Generator<AgentEvent> {
    const outcome = withTime(told, at);
    if (this.turn === null) return;
    if (at < this.turn.since) return;
    this.turn = null;
    this.turnsEnded += 1;
    this.outcome = outcome;
    yield* this.part();
    yield { kind: 'turn_ended', outcome };
  }

  /** What was told before this driver began is told anew. */
  forgetStood(): void {
    this.#stood = null;
    this.#asked = null;
  }

  /** A program that was never ready and works on nothing is still starting. */
  #soften(standing: AgentStatus): AgentStatus {
    return !this.#wasReady && standing.kind === 'busy' && this.turn === null ? starting : standing;
  }

  /** A dialog shows a question, its hook had said what it is about. */
  #fill(standing: AgentStatus): AgentStatus {
    if (standing.kind !== 'asks' || standing.asked.about !== 'permission') return standing;
    return { kind: 'asks', asked: { ...standing.asked, wanted: standing.asked.wanted ?? this.#wanted } };
  }

  /** Nobody can answer any more. */
  *part(): Generator<AgentEvent> {
    if (this.#asked !== null) yield { kind: 'permission_closed', id: this.#asked.id };
    this.#asked = null;
  }

  /** How it stands now; told where it is news. */
  *stand(stood: StatusSince): Generator<AgentEvent> {
    const standing = this.#fill(this.#soften(stood.standing));
    this.#wasReady ||= standing.kind === 'ready';
    const asked = standing.kind === 'asks' ? standing.asked : null;
    if (this.#asked !== null && this.#asked.id !== asked?.id) {
      yield { kind: 'permission_closed', id: this.#asked.id };
      this.#asked = null;
    }
    if (asked !== null && this.#asked === null) {
      this.#asked = asked;
      yield { kind: 'permission_asked', asked };
    }
    if (JSON.stringify(standing) === JSON.stringify(this.#stood?.standing)) return;
    this.#stood = { ...stood, standing };
    yield { kind: 'standing', standing, source: stood.source };
  }
}

/** Hooks and screens tell of a limit in words alone. */
const withTime = (outcome: TurnOutcome, at: number): TurnOutcome =>
  outcome.kind === 'limited' ? { ...outcome, until: outcome.until ?? readResetTime(outcome.message, at) } : outcome;

const recentMs = 30_000;
const starting: AgentStatus = { kind: 'starting' };
/** The id under which the first prompt is typed; it is told as nobody's message. */
export const firstId = 'first';
