// What a program's output says, line by line; pure but for the lines it is given.
import { failed } from '../../../domain/error.ts';
import type { AgentEvent } from '../../../domain/run/turn.ts';
import type { AgentStatus } from '../../../domain/session/agent-status.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Kept } from '../../../ports/keeper.ts';
import { parseRecord } from '../../json.ts';
import { priced } from '../../prices/price-of.ts';
import { isFinished, judgeTurnEnd } from '../judge-turn.ts';
import { firstPrompt, isSame, type Protocol, standingOf } from './profile.ts';

/** All that it knows, to go on from. */
export type SavedFold<State> = {
  readonly state: State;
  readonly standing: AgentStatus | null;
  readonly began: boolean;
  readonly open: boolean;
  readonly model: string | null;
  readonly answered: boolean;
};

/** Everything heard so far; made anew for each reading. */
export class NativeFold<State> {
  state: State;
  readonly #protocol: Protocol<State>;
  readonly #live: Live;
  #standing: AgentStatus | null = null;
  #began = false;
  /** A turn is under way, or there was none at all. */
  #open = true;
  #model: string | null;
  /** The last turn that ended did as it should. */
  #answered: boolean;

  constructor(protocol: Protocol<State>, live: Live, saved: SavedFold<State> | null = null) {
    this.#protocol = protocol;
    this.#live = live;
    this.#model = saved === null ? live.model : saved.model;
    this.#standing = saved?.standing ?? null;
    this.#began = saved?.began ?? false;
    this.#open = saved?.open ?? true;
    this.#answered = saved?.answered ?? false;
    this.state = saved === null ? protocol.begin(live) : saved.state;
  }

  save(): SavedFold<State> {
    return {
      state: this.state,
      standing: this.#standing,
      began: this.#began,
      open: this.#open,
      model: this.#model,
      answered: this.#answered,
    };
  }

  *take(line: string): Generator<AgentEvent> {
    if (line.trim() === '') return;
    const record = parseRecord(line);
    if (record === null) return yield { kind: 'unknown', raw: line };
    const { state, events } = this.#protocol.heard(this.state, record);
    this.state = state;
    for (const event of events) yield* this.#pass(event);
    const seen = this.#protocol.seen(this.state);
    const standing = standingOf(seen, this.#live);
    // After its one turn it only leaves.
    if (this.#live.once && seen.turnsEnded > 0) return;
    if (isSame(this.#standing, standing)) return;
    this.#standing = standing;
    yield { kind: 'standing', standing, source: 'protocol' };
  }

  *#pass(event: AgentEvent): Generator<AgentEvent> {
    switch (event.kind) {
      case 'started':
        this.#began = true;
        this.#model = event.model ?? this.#model;
        return yield event;
      case 'turn_started':
        this.#open = true;
        return yield event.message === firstPrompt ? { ...event, message: null } : event;
      case 'usage':
        return yield { ...event, usage: priced(this.#model, event.usage) };
      case 'context':
        if (event.usage === undefined) return yield event;
        return yield { ...event, usage: priced(this.#model, event.usage) };
      case 'turn_ended':
        this.#open = false;
        this.#answered = isFinished(event.outcome);
        return yield* endOf(event);
      default:
        yield event;
    }
  }

  *finish(kept: Kept | null, stderr: string): Generator<AgentEvent> {
    if (kept && !kept.ending) throw failed('KEEPER_UNREACHABLE', `the output of ${kept.runId} stopped while it lives`);
    const ending = kept?.ending ?? { kind: 'lost' };
    const said = this.#protocol.verdict(this.state, { stderr, endedAt: kept?.endedAt ?? 0 });
    for (const { asked, open } of this.#protocol.seen(this.state).asks)
      if (open) yield { kind: 'permission_closed', id: asked.id };
    const told = { began: this.#began, stderr };
    if (this.#open) yield* endOf({ kind: 'turn_ended', outcome: judgeTurnEnd({ said, ...told }, ending) });
    // Its one turn is over, and how it leaves still counts; that it was made to leave does not.
    else if (this.#live.once && this.#answered && ending.kind === 'exited' && ending.code !== 0)
      yield* endOf({ kind: 'turn_ended', outcome: judgeTurnEnd({ said: { kind: 'empty' }, ...told }, ending) });
    yield { kind: 'ended', ending };
  }
}

type Ended = Extract<AgentEvent, { kind: 'turn_ended' }>;

function* endOf(ended: Ended): Generator<AgentEvent> {
  const { outcome } = ended;
  if (outcome.kind === 'limited') yield { kind: 'limited', until: outcome.until, message: outcome.message };
  yield ended;
}
