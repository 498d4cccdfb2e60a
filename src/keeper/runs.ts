// All runs of one state folder: started once, found again, told until forgotten; those of a dead keeper swept and recorded as lost.
import type { KeptRun } from '../contract/keeper.ts';
import { failed } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import type { EndingReason } from '../domain/run/ending.ts';
import type { Program } from '../domain/run/program.ts';
import { asFailure } from './as-failure.ts';
import { fileSize } from './file-size.ts';
import { HeldRun, type Hold } from './held-run.ts';
import { readProcesses } from './read-processes.ts';
import { type RunRecord, readRecord, readRecords, runFolder, writeRecord } from './record.ts';
import { startRun } from './start-run.ts';
import { sweepLost } from './sweep-lost.ts';

/** Lives as long as the keeper. */
export class Runs {
  readonly #hold: Hold;
  readonly #living = new Map<RunId, HeldRun>();
  readonly #starting = new Map<RunId, Promise<KeptRun>>();
  /** Ended and not forgotten. */
  readonly #ended = new Map<RunId, RunRecord>();
  readonly #unsaved = new Set<RunId>();
  readonly #listeners = new Set<(run: KeptRun) => void>();
  #closing = false;

  constructor(hold: Hold) {
    this.#hold = hold;
  }

  /** How many are alive or being started. */
  get busy(): number {
    return this.#living.size + this.#starting.size;
  }

  /** To be called once, before anything else, by the holder of the lock. */
  async recover(): Promise<void> {
    const records = readRecords(this.#hold.stateFolder);
    const lost = records.filter((record) => record.run.ending === null);
    for (const record of records)
      if (record.run.ending !== null && !record.forgotten) this.#ended.set(record.run.runId, record);
    for (const record of await Promise.all(lost.map((one) => sweepLost(this.#hold, one)))) this.#settle(record);
  }

  async ensure(runId: RunId, program: Program): Promise<KeptRun> {
    const known = this.find(runId) ?? this.#starting.get(runId);
    if (known !== undefined) return known;
    if (this.#closing) throw failed('KEEPER_UNREACHABLE', 'The keeper is about to go.');
    const starting = this.#start(runId, program).finally(() => this.#starting.delete(runId));
    this.#starting.set(runId, starting);
    return starting;
  }

  find(runId: RunId): KeptRun | null {
    const known = this.#living.get(runId)?.record ?? this.#ended.get(runId);
    if (known !== undefined) return known.run;
    if (this.#starting.has(runId)) return null;
    return readRecord(runFolder(this.#hold.stateFolder, runId))?.run ?? null;
  }

  list(): KeptRun[] {
    const living = [...this.#living.values()].map((held) => held.record.run);
    return [...living, ...[...this.#ended.values()].map((record) => record.run)];
  }

  /** A number already taken is accepted, also after the end. Throws `Failed(RUN_NOT_FOUND | USAGE | DISK_FULL)`. */
  write(runId: RunId, inputSeq: number, bytes: Uint8Array): void {
    const held = this.seek(runId);
    if (held !== null) held.write(inputSeq, bytes);
    else if (inputSeq > (this.find(runId)?.inputSeq ?? 0)) throw failed('RUN_NOT_FOUND', `Run ${runId} has ended.`);
  }

  /** null: it has ended. Throws `Failed(RUN_NOT_FOUND)` where it never was. */
  seek(runId: RunId): HeldRun | null {
    const held = this.#living.get(runId);
    if (held === undefined && this.find(runId) === null) throw failed('RUN_NOT_FOUND', `No run ${runId}.`);
    return held ?? null;
  }

  /** Resolves when the end is under way. Throws `Failed(RUN_NOT_FOUND)`. */
  async end(runId: RunId, reason: EndingReason): Promise<void> {
    await this.#starting.get(runId)?.catch(() => {});
    this.seek(runId)?.end(reason);
  }

  forget(runId: RunId): void {
    const record = this.#ended.get(runId);
    if (record === undefined) return;
    writeRecord(runFolder(this.#hold.stateFolder, runId), { ...record, forgotten: true });
    this.#ended.delete(runId);
    this.#unsaved.delete(runId);
  }

  /** Calls at once for what has ended and is not forgotten, then for every ending. */
  watch(listener: (run: KeptRun) => void): () => void {
    this.#listeners.add(listener);
    for (const record of this.#ended.values()) listener(record.run);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the last one has ended; starts none any more. */
  async endAll(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled(this.#starting.values());
    const living = [...this.#living.values()];
    for (const held of living) held.end('cancelled');
    await Promise.all(living.map((held) => held.settled));
  }

  /** The keeper's round: who descends from whom, and records the disk had no room for. */
  round(): void {
    if (this.#living.size > 0) {
      const rows = readProcesses();
      for (const held of this.#living.values()) held.sample(rows);
    }
    for (const runId of this.#unsaved) {
      const record = this.#ended.get(runId);
      if (record !== undefined) this.#save(record);
    }
  }

  async #start(runId: RunId, program: Program): Promise<KeptRun> {
    const started = await startRun(this.#hold, runId, program);
    if (!(started instanceof HeldRun)) {
      this.#settle(started);
      return started.run;
    }
    this.#living.set(runId, started);
    const settled = started.settled.catch((error: unknown) => this.#fault(started, error));
    void settled.then((record) => {
      this.#living.delete(runId);
      this.#settle(record);
    });
    return started.record.run;
  }

  /** A bug in holding it: what the program did last is not known. */
  #fault(held: HeldRun, error: unknown): RunRecord {
    const { record } = held;
    const failure = asFailure(error, record.run.files.output);
    return { ...record, run: { ...record.run, ending: { kind: 'lost' }, endedAt: this.#hold.clock.now(), failure } };
  }

  #settle(record: RunRecord): void {
    const files = record.run.files;
    const settled = { ...record, run: { ...record.run, outputBytes: fileSize(files.output) } };
    this.#ended.set(record.run.runId, settled);
    this.#save(settled);
    for (const listener of this.#listeners) listener(settled.run);
  }

  #save(record: RunRecord): void {
    const { runId } = record.run;
    try {
      writeRecord(runFolder(this.#hold.stateFolder, runId), record);
      this.#unsaved.delete(runId);
    } catch {
      this.#unsaved.add(runId);
    }
  }
}
