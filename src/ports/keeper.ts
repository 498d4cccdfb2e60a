import type { Failure } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import type { Ending, EndingReason } from '../domain/run/ending.ts';
import type { Program } from '../domain/run/program.ts';
import type { Screen } from '../domain/screen/screen.ts';

/** A child as the keeper knows it. Files are absolute paths; they stay after the ending. */
export type Kept = {
  readonly runId: RunId;
  /** null where it could not be started. */
  readonly pid: number | null;
  readonly startedAt: number;
  /** null while it lives. */
  readonly ending: Ending | null;
  readonly endedAt: number | null;
  readonly files: {
    /** Everything the program wrote to stdout, or the terminal's master delivered; with `keepBytes` the last part, from byte `outputFrom` on (it may move on between a look and a read: `attach` never mixes bytes up). */
    readonly output: string;
    /** stderr of a pipe; absent for terminals. */
    readonly error: string | null;
    /** What was written to it after the start, in order. */
    readonly input: string;
  };
  /** Everything that was ever written; the file may hold only the last part of it. */
  readonly outputBytes: number;
  /** Where the first byte still kept stands in it: 0 until the transcript was cut. */
  readonly outputFrom: number;
  /** The last number taken by `write`. */
  readonly inputSeq: number;
  /** Processes that escaped group, session and marker and were still there after the end; they have been reported, not killed blindly. */
  readonly escaped: readonly number[];
  /** Why the journals are not whole (`DISK_FULL`, `STATE_READ_ONLY`); its ending is `lost` then. Of one that lives, or was to wait for room: why its output waits, or is cut short. */
  readonly failure?: Failure;
};

/** A process that carries the mark of a run that has ended. */
export type Stray = { readonly pid: number; readonly runId: RunId };

export type Ticket = {
  readonly socket: string;
  readonly ticket: string;
  /** To be said in the hello: an older keeper may hold the run. Absent: this program's own. */
  readonly protocol?: number;
  /** How the keeper calls the run, where that is another name: whoever holds the ticket asks for it by this. */
  readonly run?: string;
};

/** `type`: keys and window size too; `look`: output alone. */
export type Right = 'look' | 'type';

/** What the family of a run is doing right now, this machine's own count. */
export type Activity = {
  readonly processes: number;
  /** Of all of them together, since each began; milliseconds. A process that has gone takes its part with it. */
  readonly cpuMs: number;
  /** At least one is running or waits for the disk at this moment. */
  readonly running: boolean;
  /** Who has its terminal: the program itself, or what it started there, as a shell does with a command. Absent where nobody can tell. */
  readonly foreground?: 'own' | 'other';
  /** What each process that has its terminal waits for, by pid. Absent where nobody can tell of all of them. */
  readonly postures?: Readonly<Record<string, Posture>>;
};

/** `input`: for its terminal, or for anything that may come, without a time limit; a number: the same for at most so many milliseconds; `other`: for time, a child, a file. */
export type Posture = 'input' | 'other' | number;

/**
 * Holds every child that can outlive a second; survives the daemon. All calls reject with `Failed(KEEPER_UNREACHABLE)` when it cannot be reached.
 * A new keeper lists the runs of a dead one as ended `lost`, after it swept what they left behind (by marker and start time).
 */
export interface Keeper {
  /** Starts, or finds what was started under this id (the program of a second call is not looked at). A program that cannot be started is an ending `not_started`, not a rejection. */
  ensure(runId: RunId, program: Program): Promise<Kept>;
  /** Idempotent by sequence: numbers count from 1 without gaps; a number already taken is accepted and not written again. True: they were taken now; false: it was before, or that is not known. Only for `stdin: open` and terminals. */
  write(runId: RunId, inputSeq: number, bytes: Uint8Array): Promise<boolean>;
  /** Closes an open stdin. */
  closeInput(runId: RunId): Promise<void>;
  /** Ends the whole tree: SIGTERM to the group, 5 s, SIGKILL; group, session, marker, parent chain. Resolves when the end is under way; safe to repeat. */
  end(runId: RunId, reason: EndingReason): Promise<void>;
  find(runId: RunId): Promise<Kept | null>;
  list(): Promise<readonly Kept[]>;
  /** Output from byte N on (or from the first still kept), live, until the ending; stops when the signal fires. Each part is lent until the next is asked for: who keeps it takes a copy. */
  attach(runId: RunId, from: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** One-time right (60 s) to attach directly to the keeper's socket. */
  ticket(runId: RunId, right: Right): Promise<Ticket>;
  /** Of terminals, from now on, also while people are attached whose smallest window ruled so far; a side of nothing is refused silently. */
  resize(runId: RunId, columns: number, rows: number): Promise<void>;
  /** The screen with all output taken in so far; also of a terminal that has ended. `history`: lines scrolled off the top that come before it, oldest first. Null for pipes and unknown runs. */
  screen(
    runId: RunId,
    history?: number,
  ): Promise<{ readonly screen: Screen; readonly history: readonly string[] } | null>;
  /** The screen as it is, then after every change (changes that come close together are one); ends with the run or the signal. */
  screens(runId: RunId, signal: AbortSignal): AsyncIterable<Screen>;
  activity(runId: RunId): Promise<Activity>;
  /** What still lives of runs that have ended; `end`: ends it first (SIGTERM, grace, SIGKILL) and tells who is there all the same; `of`: those of these runs alone. */
  strays(end: boolean, of?: readonly RunId[]): Promise<readonly Stray[]>;
  /** Called for every ending, also once for each that happened while nobody listened (until `forget`). Level, not edge: may repeat. */
  onEnding(listener: (kept: Kept) => void): () => void;
  /** The ending is on record; the keeper need not tell it again. Its files stay. */
  forget(runId: RunId): Promise<void>;
}
