// One run from its start to its ending: race, the end of its family, the last of its output.
import { failed } from '../../domain/error.ts';
import type { Ending, EndingReason } from '../../domain/run/ending.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Clock } from '../../ports/system.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/record.ts';
import type { Journals } from '../journal/run-journals.ts';
import type { Cutter } from '../journal/trim.ts';
import type { Screens } from '../screen/screens.ts';
import { asWindow, type View } from '../screen/view.ts';
import type { Census } from './census.ts';
import type { Child, Exit } from './pipe.ts';
import { type Family, findDescendants } from './process-tree.ts';
import { type ProcessRow, readProcess } from './processes.ts';
import { type Finish, raceEndings } from './race-endings.ts';
import { type Scopes, scopeOf } from './scopes.ts';
import type { SparePipes } from './spare-pipes.ts';
import { terminate } from './terminate.ts';

export type Hold = {
  readonly clock: Clock;
  readonly stateFolder: string;
  readonly mark: string;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly screens: Screens;
  readonly pipes: SparePipes;
  readonly census: Census;
  /** null: no scopes can be made here. */
  readonly scopes: Scopes | null;
  /** The number of this keeper's protocol: another one may hold runs of the same state folder. */
  readonly protocol: number;
};

/** `leader`: its first process; null: not known. */
export const familyOf = ({ mark, scopes }: Hold, runId: string, leader: Family['leader']): Family => ({
  runId,
  mark,
  leader,
  ...(scopes === null ? {} : { scope: scopeOf(mark, runId) }),
});

/** What is held of it. */
export type SupervisedRun = {
  readonly child: Child;
  readonly journals: Journals;
  readonly view: View | null;
  readonly cutter: Cutter | null;
};

/** How long output is waited for after the family is gone; only somebody out of reach can still hold it open. */
const drainMs = 2_000;

/** For who leaves of itself, looked at so often. */
const leavingMs = 1_000;
const glanceMs = 20;

/** Lives from the start to the ending, which it brings about by itself. */
export class HeldRun {
  readonly settled: Promise<RunRecord>;
  readonly output: Journal;
  readonly family: Family;
  /** Of terminals. */
  readonly view: View | null;
  readonly #record: RunRecord;
  readonly #child: Child;
  readonly #cutter: Cutter | null;
  readonly #journals: Journals;
  readonly #open: boolean;
  readonly #seen = new Map<number, ProcessRow>();
  readonly #asked = Promise.withResolvers<EndingReason>();
  #over = false;

  constructor(hold: Hold, program: Program, record: RunRecord, family: Family, held: SupervisedRun) {
    const { child, journals, view, cutter } = held;
    this.output = journals.output;
    this.view = view;
    this.#cutter = cutter;
    this.family = family;
    this.#record = record;
    this.#child = child;
    this.#journals = journals;
    this.#open = program.io.kind === 'pty' || program.io.stdin === 'open';
    this.settled = this.#live(hold, program);
  }

  get record(): RunRecord {
    const { size: outputBytes, from: outputFrom } = this.output;
    const run = { ...this.#record.run, outputBytes, outputFrom, inputSeq: this.#journals.input.taken };
    return { ...this.#record, run };
  }

  /** False: this number was taken before. Throws `Failed(USAGE | RUN_NOT_FOUND | DISK_FULL)`. */
  write(inputSeq: number, bytes: Uint8Array): boolean {
    if (!this.#open) throw failed('USAGE', `Run ${this.family.runId} takes no input.`);
    if (this.#over && inputSeq > this.#journals.input.taken)
      throw failed('RUN_NOT_FOUND', `Run ${this.family.runId} has ended.`);
    const taken = this.#journals.input.take(inputSeq, bytes);
    if (taken) this.#child.write(bytes);
    return taken;
  }

  /** Output read from byte `at` on, as the program wrote it. */
  lift(bytes: Uint8Array, at: number): Uint8Array {
    return this.#journals.lift(bytes, at);
  }

  closeInput(): void {
    this.#child.closeInput();
  }

  /** What is no window changes nothing. */
  resize(columns: number, rows: number): void {
    const window = asWindow(columns, rows);
    if (!this.#over && window !== null) this.view?.resize(window);
  }

  /** Keys of a person. Throws `Failed(USAGE | RUN_NOT_FOUND)`. */
  type(bytes: Uint8Array): void {
    if (this.view === null) throw failed('USAGE', `Run ${this.family.runId} has no terminal.`);
    if (this.#over) throw failed('RUN_NOT_FOUND', `Run ${this.family.runId} has ended.`);
    this.view.type(bytes);
  }

  end(reason: EndingReason): void {
    this.#asked.resolve(reason);
  }

  /** Remembers who descends from it now, so that one who leaves the family later is known at the end. */
  sample(rows: readonly ProcessRow[]): void {
    for (const row of findDescendants(this.family, rows)) this.#seen.set(row.pid, row);
  }

  async #live(hold: Hold, program: Program): Promise<RunRecord> {
    const { clock } = hold;
    const began = clock.ticks();
    const finish = await this.#race(clock, program);
    const [age, quiet] = [Math.round(clock.ticks() - began), Math.round(this.#journals.quietFor())];
    this.#over = true;
    const grace = Math.min(hold.graceMs, program.graceMs ?? hold.graceMs);
    const left = await terminate(hold, this.family, grace, this.view !== null);
    const ending = endingOf(finish, await this.#drain(clock), age, quiet);
    this.#journals.release();
    await (this.view ?? this.#cutter)?.finish();
    const escaped = await this.#escaped(clock, left);
    // The last wait is behind: who reads its output to the end finds the ending.
    this.#journals.close();
    const failure = finish.kind === 'unwritable' ? { failure: finish.failure } : {};
    const run = { ...this.record.run, ending, endedAt: clock.now(), escaped, ...failure };
    return { ...this.record, run };
  }

  #race(clock: Clock, program: Program): Promise<Finish> {
    const { output, error, input, overflown, quietFor } = this.#journals;
    const broken = [output.broken, input.broken(), ...(error === null ? [] : [error.broken])];
    const asked = this.#asked.promise;
    return raceEndings(clock, program, {
      left: this.#child.left,
      asked,
      overflown,
      unwritable: Promise.race(broken),
      quietFor,
    });
  }

  /** Who is on the way out has no environment any more, so that its mark finds it no longer; on a busy machine it takes a while to be gone. */
  async #escaped(clock: Clock, left: readonly ProcessRow[]): Promise<number[]> {
    for (let waited = 0; ; waited += glanceMs) {
      const seen = [...this.#seen.values()].filter((row) => readProcess(row.pid)?.start === row.start);
      if (seen.length === 0 || waited >= leavingMs) return [...new Set([...left, ...seen].map((row) => row.pid))];
      await clock.wait(glanceMs);
    }
  }

  async #drain(clock: Clock): Promise<Exit> {
    const closed = new AbortController();
    const late = clock.wait(drainMs, closed.signal).then(() => this.#child.abandon());
    const exit = await Promise.race([
      this.#child.closed,
      late.then(() => clock.wait(drainMs, closed.signal)).then(() => unknown),
    ]);
    closed.abort('closed');
    return exit;
  }
}

/** A process that not even SIGKILL ended has no exit. */
const unknown: Exit = { kind: 'signalled', signal: 'SIGKILL' };

function endingOf(finish: Finish, exit: Exit, age: number, quiet: number): Ending {
  switch (finish.kind) {
    case 'left':
      return exit;
    case 'timed_out':
      return { kind: 'timed_out', afterMs: finish.afterMs };
    case 'stalled':
      return { kind: 'stalled', quietMs: finish.quietMs };
    case 'over_budget':
      return { kind: 'over_budget' };
    case 'asked':
      return askedEnding(finish.reason, age, quiet);
    case 'unwritable':
      return { kind: 'lost' };
  }
}

function askedEnding(reason: EndingReason, age: number, quiet: number): Ending {
  if (reason === 'timed_out') return { kind: 'timed_out', afterMs: age };
  if (reason === 'stalled') return { kind: 'stalled', quietMs: quiet };
  return { kind: reason };
}
