// Follows a program in its terminal: hooks, what was typed, screens and processes become one stream of events.
import { watch } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { failed } from '../../../domain/error.ts';
import type { AgentEvent, TurnOutcome } from '../../../domain/run/turn.ts';
import type { StatusSince } from '../../../domain/session/agent-status.ts';
import type { Delivery } from '../../../ports/agent.ts';
import type { Activity, Kept } from '../../../ports/keeper.ts';
import { judgeTurnEnd } from '../judge-turn.ts';
import { Spool } from './hooks.ts';
import type { Typist } from './keys.ts';
import { StatusReader } from './status.ts';
import { firstId, Track } from './turns.ts';
import { Waker } from './wait-for-screen.ts';

/** How long a program that was asked to leave may take. */
const graceMs = 15_000;
/** How long a screen must be unknown before that is told. */
const blinkMs = 300;

export type TerminalActs = {
  type(typist: Typist, text: string, signal: AbortSignal): Promise<Delivery>;
  leave(typist: Typist): Promise<void>;
};

export async function* followTerminal(
  typist: Typist,
  acts: TerminalActs,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  const { keeper, live } = typist;
  const kept = await keeper.find(live.runId);
  if (kept === null) return yield* finish(typist, new Track(), null);
  const scene = new Scene(typist, acts, kept);
  try {
    await scene.open(signal);
    yield* scene.track.recalled();
    while (!signal.aborted) {
      yield* scene.round();
      if (scene.over) break;
      await scene.rest();
    }
    if (!signal.aborted) yield* finish(typist, scene.track, await keeper.find(live.runId));
  } finally {
    scene.close();
  }
}

/** Everything that is followed of one program. Closed by its owner. */
class Scene {
  readonly track = new Track();
  over = false;
  readonly #typist: Typist;
  readonly #acts: TerminalActs;
  readonly #witness: StatusReader;
  readonly #spool: Spool;
  readonly #bell = new Waker();
  readonly #stop = new AbortController();
  #againAt: number | null = null;
  #broken: unknown = null;
  #tried = -1;
  #late: NodeJS.Timeout | null = null;

  constructor(typist: Typist, acts: TerminalActs, kept: Kept) {
    this.#typist = typist;
    this.#acts = acts;
    this.#witness = new StatusReader(typist.profile, kept.startedAt);
    this.#spool = new Spool(typist.live.folder);
  }

  async open(signal: AbortSignal): Promise<void> {
    const { live } = this.#typist;
    await mkdir(live.folder, { recursive: true, mode: 0o700 });
    await this.#spool.make();
    signal.addEventListener('abort', () => this.close(), { once: true });
    if (signal.aborted) return this.close();
    for (const folder of [live.folder, this.#spool.folder])
      watch(folder, { signal: this.#stop.signal }, this.#bell.ring).on('error', () => undefined);
    await this.#recall();
    void this.#look();
  }

  /** What was read before this driver began is known to it; of it, the last message alone is told again. */
  async #recall(): Promise<void> {
    await this.#spool.forgetOld();
    for (const { event, at } of await this.#spool.earlier())
      for (const word of this.#typist.profile.hear(event)) for (const _told of this.track.hear(word, at));
    this.track.turn = null;
    for (const _told of this.track.ledger(await this.#typist.ledger.read()));
    this.track.forgetStood();
  }

  async #look(): Promise<void> {
    const { keeper, live } = this.#typist;
    try {
      for await (const screen of keeper.screens(live.runId, this.#stop.signal)) {
        this.#witness.see(screen);
        this.#bell.ring();
      }
    } catch (error) {
      this.#broken = error;
    }
    this.over = true;
    this.#bell.ring();
  }

  async *round(): AsyncGenerator<AgentEvent> {
    const { profile, ledger, now } = this.#typist;
    yield* this.track.ledger(await ledger.read());
    for (const heard of await this.#spool.fresh()) {
      for (const word of profile.hear(heard.event)) yield* this.#told(this.track.hear(word, heard.at));
      await this.#spool.taken(heard);
    }
    if (this.over) return this.#raise();
    const { stood, againAt } = await this.#witness.judge(this.track, this.#activity, now);
    this.#againAt = againAt;
    yield* this.#told(this.#close(stood));
    if (!this.#isBlink(stood) && !this.#isDone()) yield* this.track.stand(stood);
    if (stood.standing.kind === 'ready') yield* this.#go();
    this.#letGo();
  }

  /** With everything drawn that was written so far: an idle picture may be an old one. */
  #activity = async (): Promise<Activity> => {
    const { keeper, live } = this.#typist;
    const activity = await keeper.activity(live.runId);
    const shown = await keeper.screen(live.runId);
    if (shown !== null) this.#witness.see(shown.screen);
    return activity;
  };

  /** Ends of turns are put on record, so that a driver which begins anew does not end them again. */
  async *#told(events: Iterable<AgentEvent>): AsyncGenerator<AgentEvent> {
    for (const event of events) {
      if (event.kind === 'turn_ended')
        await this.#typist.ledger.add({
          kind: 'turn_ended',
          at: this.#typist.now(),
          outcome: 'text' in event.outcome ? { ...event.outcome, text: '' } : event.outcome,
        });
      yield event;
    }
  }

  /** It is ready again, and no hook said how the turn ended. */
  *#close({ standing, since }: StatusSince): Generator<AgentEvent> {
    const { turn } = this.track;
    if (turn === null || standing.kind !== 'ready') return;
    const { screen } = this.#witness;
    const shown = screen === null ? null : this.#typist.profile.outcome(screen);
    const plain: TurnOutcome = turn.interrupted ? { kind: 'interrupted' } : { kind: 'answered', text: '' };
    yield* this.track.end(turn.interrupted ? plain : (shown ?? plain), Math.max(since, turn.since));
  }

  /** The first prompt, once. */
  async *#go(): AsyncGenerator<AgentEvent> {
    const { live, ledger } = this.#typist;
    const { screen } = this.#witness;
    if (live.promptFile === null || screen === null || this.#tried === screen.at) return;
    if ((await ledger.read()).some((line) => line.kind === 'entered' && line.id === firstId)) return;
    this.#tried = screen.at;
    const text = await readFile(live.promptFile, 'utf8');
    const delivery = await this.#acts.type(this.#typist, text, this.#stop.signal);
    if (delivery.kind === 'uncertain') yield { kind: 'unknown', raw: `the first prompt: ${delivery.why}` };
    this.#bell.ring();
  }

  /** A frame that is half drawn is no news. */
  #isBlink({ standing, since }: StatusSince): boolean {
    if (standing.kind !== 'unknown' || this.#typist.now() >= since + blinkMs) return false;
    this.#againAt = since + blinkMs;
    return true;
  }

  /** Its one turn is over, and its end the last that is told of it. */
  #isDone = (): boolean => this.#typist.live.once && this.track.turnsEnded > 0;

  #letGo(): void {
    const { live, keeper } = this.#typist;
    if (!this.#isDone() || this.#late !== null) return;
    this.#late = setTimeout(() => void keeper.end(live.runId, 'cancelled').catch(() => undefined), graceMs);
    void this.#acts.leave(this.#typist).catch(() => undefined);
  }

  #raise(): void {
    if (this.#broken !== null && !this.#stop.signal.aborted) throw this.#broken;
  }

  async rest(): Promise<void> {
    const { now } = this.#typist;
    await this.#bell.wait(this.#againAt === null ? Number.POSITIVE_INFINITY : Math.max(20, this.#againAt - now()));
  }

  close(): void {
    this.over = true;
    this.#stop.abort();
    if (this.#late !== null) clearTimeout(this.#late);
    this.#bell.ring();
  }
}

async function* finish({ keeper, live }: Typist, track: Track, kept: Kept | null): AsyncGenerator<AgentEvent> {
  if (kept && !kept.ending) throw failed('KEEPER_UNREACHABLE', `the screen of ${kept.runId} stopped while it lives`);
  const ending = kept?.ending ?? { kind: 'lost' };
  yield* track.part();
  if (track.turn !== null || track.turnsEnded === 0) {
    const shown = await keeper.screen(live.runId);
    // What it said as it went stands where its errors would.
    const stderr = shown?.screen.lines.join('\n') ?? '';
    yield { kind: 'turn_ended', outcome: judgeTurnEnd({ said: null, began: true, stderr }, ending) };
  }
  yield { kind: 'ended', ending };
}
