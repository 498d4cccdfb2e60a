// Looks at a program's screen and processes, and says how it stands.
import type { Screen } from '../../../domain/screen/screen.ts';
import type { AgentStatus, StatusSince } from '../../../domain/session/agent-status.ts';
import { type Judgement, judgeStanding, settleMs, type Witnesses } from '../../../domain/session/judge-status.ts';
import type { Activity, Posture } from '../../../ports/keeper.ts';
import type { TerminalProfile } from './profile.ts';
import type { ScreenReading } from './screen/read.ts';
import type { Track } from './turns.ts';
import { halfTyped } from './type.ts';

/** A prompt was entered, and neither screen nor hook shows work: so long it may still begin, on a machine that has much else to do. */
const beginMs = 3000;
const beginWithHooksMs = 10_000;
/** So long something that was started, or a time limit that was set, counts as work though nothing moves. */
const perhapsMs = 5 * 60_000;
/** How long a dialog may stand there before its hook has told of it, and after its hook was answered. */
const hookMs = 3000;
/** What may still be starting is believed to be ready only when nothing comes for so long. */
const earlyMs = 10_000;
/** More of a processor than this is work, not the blinking of a cursor. */
const share = 0.4;

/** Lives as long as somebody follows the program. */
export class StatusReader {
  readonly #profile: TerminalProfile;
  readonly #startedAt: number;
  #screen: Screen | null = null;
  #reading: ScreenReading | null = null;
  #since = 0;
  #busyAt = 0;
  #sample: { readonly at: number; readonly cpuMs: number } | null = null;
  #process: { readonly busy: boolean; readonly at: number } | null = null;
  /** When anything was last seen to move. */
  #movedAt = 0;

  constructor(profile: TerminalProfile, startedAt: number) {
    this.#profile = profile;
    this.#startedAt = startedAt;
  }

  get screen(): Screen | null {
    return this.#screen;
  }

  see(screen: Screen): void {
    if (screen === this.#screen || screen.at < (this.#screen?.at ?? 0)) return;
    const reading = this.#profile.read(screen);
    if (reading.kind !== this.#reading?.kind) this.#since = screen.changedAt;
    if (reading.kind === 'busy') this.#busyAt = screen.changedAt;
    this.#screen = screen;
    this.#reading = reading;
  }

  /** Its processes are looked at where that could make it ready. */
  async judge(track: Track, activity: () => Promise<Activity>, now: () => number): Promise<Judgement> {
    const first = this.#judge(track, now());
    if (!this.#hangsOnProcesses(first, now())) return first;
    this.#look(track, await activity(), now());
    const last = this.#judge(track, now());
    return this.#isStill(last) ? { stood: busyByProcess(now()), againAt: now() + settleMs } : last;
  }

  #hangsOnProcesses({ stood, againAt }: Judgement, now: number): boolean {
    if (this.#reading?.kind === 'busy') return stood.standing.kind === 'ready';
    if (this.#reading?.kind !== 'idle' || againAt === null) return false;
    return this.#sample === null || againAt <= now;
  }

  /** Its hook says that it is ready, and its picture of work stands still because nobody gave it a processor to draw the next. */
  #isStill({ stood }: Judgement): boolean {
    return stood.standing.kind === 'ready' && this.#reading?.kind === 'busy' && this.#process?.busy === true;
  }

  #look({ turn }: Track, { cpuMs, running, foreground, postures }: Activity, at: number): void {
    const before = this.#sample;
    const used = before === null || at <= before.at ? null : (cpuMs - before.cpuMs) / (at - before.at);
    // On a machine that has much else to do, work gets little of a processor; but it waits for one all the time.
    const marked = this.#reading?.kind === 'idle' && this.#reading.marked === true;
    // A prompt that whatever it started has printed is none.
    const away = marked && foreground === 'other';
    if (running || (used ?? 0) > 0) this.#movedAt = at;
    const works = turn !== null && this.#worksSince(turn, postures, at);
    this.#process = { busy: away || running || (used !== null && used > share) || works, at };
    if (before === null || at - before.at > 200) this.#sample = { at, cpuMs };
  }

  /** Nothing is known of it but its processes: they do something else than before it was typed into. */
  #worksSince({ rest, entered }: NonNullable<Track['turn']>, postures: Activity['postures'], at: number): boolean {
    const since = compareToRest(rest, postures);
    const moved = Math.max(entered, this.#movedAt, this.#screen?.changedAt ?? 0);
    return since === 'works' || (since === 'perhaps' && at < moved + perhapsMs);
  }

  /** Until when it may begin after Enter without anything to be seen of it. */
  #beginsUntil(turn: NonNullable<Track['turn']>): number {
    const usual = this.#profile.capabilities.hooks ? beginWithHooksMs : beginMs;
    if (this.#profile.stranger !== true) return turn.entered + (this.#profile.beginMs ?? usual);
    return turn.entered + settleMs;
  }

  /** What was seen of its processes before it could begin says nothing of its turn. */
  #processSince(begun: number): Witnesses['process'] {
    const isOld = this.#profile.stranger === true && this.#process !== null && this.#process.at < begun;
    return isOld ? null : this.#process;
  }

  /** Where nothing is known of a program, a person's half-typed line hides its prompt. */
  #shown(reading: ScreenReading): AgentStatus {
    const known = reading.kind !== 'unknown' || this.#profile.stranger !== true || this.#screen?.typed.bytes === 0;
    return known ? standingOf(reading) : { kind: 'unknown', why: halfTyped, typed: true };
  }

  /** The dialog's own hook has not spoken yet, or is answered; or the turn has ended since the dialog was seen, and the next picture is on its way. */
  #knowsBetter({ standing, at }: NonNullable<Track['hook']>): boolean {
    if (standing.kind === 'ready') return at >= this.#since;
    return this.#profile.asksByHook === true && standing.kind === 'busy';
  }

  #judge(track: Track, now: number): Judgement {
    const { turn } = track;
    const hook = track.hook !== null && track.hook.at >= (turn?.since ?? 0) ? track.hook : null;
    const waitUntil = turn === null ? 0 : this.#beginsUntil(turn);
    const begins = turn !== null && hook === null && this.#busyAt < turn.since && now < waitUntil;
    const reading = this.#reading;
    if (begins && reading?.kind === 'idle')
      return { stood: { standing: { kind: 'busy' }, source: 'process', since: turn.since }, againAt: waitUntil };
    const dialog = reading?.kind === 'asks' && reading.asked.about === 'permission';
    const told = Math.max(this.#since, hook?.at ?? 0);
    if (dialog && hook !== null && this.#knowsBetter(hook) && now < told + hookMs)
      return { stood: { standing: { kind: 'busy' }, source: 'hook', since: hook.at }, againAt: told + hookMs };
    return judgeStanding(
      {
        startedAt: this.#startedAt,
        protocol: null,
        hook,
        process: this.#processSince(waitUntil),
        screen:
          reading === null || this.#screen === null
            ? null
            : {
                standing: this.#shown(reading),
                since: this.#since,
                changedAt: this.#screen.changedAt,
                tellsBusy: this.#profile.tellsBusy,
                ...(reading.kind === 'idle' && reading.early ? { calmMs: earlyMs } : {}),
              },
      },
      now,
    );
  }
}

const busyByProcess = (since: number): StatusSince => ({ standing: { kind: 'busy' }, source: 'process', since });

function standingOf(reading: ScreenReading): AgentStatus {
  switch (reading.kind) {
    case 'idle':
      return { kind: 'ready' };
    case 'busy':
      return { kind: 'busy' };
    case 'asks':
      return { kind: 'asks', asked: reading.asked };
    case 'unknown':
      return { kind: 'unknown', why: reading.why };
  }
}

// Whether a program that says nothing of its work does what it did before it was typed into: which processes have its terminal, and what they wait for.

type Postures = Activity['postures'];

/** `works`: what waited for input waits for something else. `perhaps`: something was started, or another time limit is set: that may be work. null: it does not tell. */
type SinceRest = 'rests' | 'perhaps' | 'works' | null;

/** Who wakes so often looks after something: a picture that turns, a file that is to come. */
const oftenMs = 1000;
/** V8 wakes every program of its own about so often, for its memory; a limit up to that, which may be what is left of it, tells nothing. */
const seldomMs = 8200;

function compareToRest(rest: Postures, now: Postures): SinceRest {
  if (rest === undefined || now === undefined) return null;
  const telling = Object.entries(rest).filter(([, posture]) => posture !== 'other');
  const there = telling.filter(([pid]) => now[pid] !== undefined);
  const isAway = telling.length > 0 && there.length === 0;
  if (isAway || there.some(([pid]) => now[pid] === 'other')) return 'works';
  const isStarted = Object.keys(now).some((pid) => rest[pid] === undefined);
  if (isStarted || there.some(([pid, before]) => isOtherLimit(before, now[pid]))) return 'perhaps';
  return telling.length === 0 ? null : 'rests';
}

function isOtherLimit(before: Posture, now: Posture | undefined): boolean {
  if (typeof now !== 'number') return false;
  const known = typeof before === 'number' ? before : null;
  if (now < oftenMs) return known === null || known >= oftenMs;
  return now > Math.max(seldomMs, known ?? 0);
}
