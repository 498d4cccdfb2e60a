// All runs of one state folder: started once, found again, told until forgotten; those of a dead keeper swept and recorded as lost.
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { EndingReason } from '../../domain/run/ending.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Activity, Stray } from '../../ports/keeper.ts';
import {
  type RunRecord,
  readRecord,
  readRecords,
  runFolder,
  writeRecord,
  writeRecordAside,
} from '../journal/record.ts';
import { locateTranscript, writtenBytes } from '../journal/transcript.ts';
import { isKeeperAlive } from '../server/lock.ts';
import { asFailure } from '../system-failure.ts';
import { Census, Glances } from './census.ts';
import { findStrays, sweepLost } from './leftovers.ts';
import { findDescendants } from './process-tree.ts';
import { readActivity } from './processes.ts';
import { startRun } from './start.ts';
import { familyOf, HeldRun, type Hold } from './supervised-run.ts';
import { terminate } from './terminate.ts';

/** How long the picture of a run that has ended stays open. */
const afterglowMs = 60_000;

/** Lives as long as the keeper. */
export class Runs {
  readonly #hold: Hold;
  readonly #living = new Map<RunId, HeldRun>();
  readonly #starting = new Map<RunId, Promise<KeptRun>>();
  /** Ended and not forgotten. */
  readonly #ended = new Map<RunId, RunRecord>();
  readonly #unsaved = new Set<RunId>();
  readonly #forgetting = new Map<RunId, Promise<void>>();
  readonly #listeners = new Set<(run: KeptRun) => void>();
  /** Held by a living keeper of another protocol. */
  readonly #elsewhere = new Map<RunId, number>();
  readonly #glances = new Glances();
  #closing = false;

  constructor(hold: Omit<Hold, 'census'>) {
    this.#hold = { ...hold, census: new Census() };
  }

  /** How many are alive or being started, or ended where the disk has no room for it yet. */
  get busy(): number {
    return this.#living.size + this.#starting.size + this.#unsaved.size;
  }

  /** To be called once, before anything else, by the holder of the lock. */
  async recover(): Promise<void> {
    const records = readRecords(this.#hold.stateFolder);
    const open = records.filter((record) => record.run.ending === null);
    for (const record of records)
      if (record.run.ending !== null && !record.forgotten) this.#ended.set(record.run.runId, record);
    const lost = open.filter((record) => !this.#isElsewhere(record));
    for (const record of open) if (!lost.includes(record)) this.#elsewhere.set(record.run.runId, record.keeper ?? 1);
    for (const record of await Promise.all(lost.map((one) => sweepLost(this.#hold, one)))) this.#settle(record);
  }

  /** Takes no new runs from now on. */
  drain(): void {
    this.#closing = true;
  }

  get draining(): boolean {
    return this.#closing;
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
    const held = this.#living.get(runId);
    if (held !== undefined) return told(held);
    const known = this.#ended.get(runId);
    if (known !== undefined) return known.run;
    if (this.#starting.has(runId)) return null;
    return readRecord(runFolder(this.#hold.stateFolder, runId))?.run ?? null;
  }

  list(): KeptRun[] {
    const living = [...this.#living.values()].map(told);
    return [...living, ...[...this.#ended.values()].map((record) => record.run)];
  }

  /** A number already taken is accepted, also after the end: false. Throws `Failed(RUN_NOT_FOUND | USAGE | DISK_FULL)`. */
  write(runId: RunId, inputSeq: number, bytes: Uint8Array): boolean {
    const held = this.seek(runId);
    if (held !== null) return held.write(inputSeq, bytes);
    if (inputSeq > (this.find(runId)?.inputSeq ?? 0)) throw failed('RUN_NOT_FOUND', `Run ${runId} has ended.`);
    return false;
  }

  /** Keys of a person. Throws `Failed(RUN_NOT_FOUND | USAGE)`. */
  type(runId: RunId, bytes: Uint8Array): void {
    const held = this.seek(runId);
    if (held === null) throw failed('RUN_NOT_FOUND', `Run ${runId} has ended.`);
    held.type(bytes);
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

  /** Resolves when that is on the disk; until then it is told still. */
  forget(runId: RunId): Promise<void> {
    const record = this.#ended.get(runId);
    if (record === undefined) return Promise.resolve();
    const forgetting =
      this.#forgetting.get(runId) ?? this.#forget(record).finally(() => this.#forgetting.delete(runId));
    this.#forgetting.set(runId, forgetting);
    return forgetting;
  }

  async #forget(record: RunRecord): Promise<void> {
    const { runId } = record.run;
    await writeRecordAside(runFolder(this.#hold.stateFolder, runId), { ...record, forgotten: true });
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

  /** Of its first process and what descends from it. Throws `Failed(RUN_NOT_FOUND)`. */
  activity(runId: RunId): Activity {
    const held = this.seek(runId);
    if (held === null) return { processes: 0, cpuMs: 0, running: false };
    const rows = findDescendants(held.family, this.#glances.at(this.#hold.clock.ticks()));
    return readActivity(rows, held.family.leader?.pid ?? null);
  }

  /** Of runs that have ended; `end`: what is there all the same. */
  async strays(end: boolean, of?: readonly RunId[]): Promise<readonly Stray[]> {
    const { mark, graceMs } = this.#hold;
    const find = () =>
      findStrays(mark, (runId) => this.#lives(runId)).filter(({ runId }) => of === undefined || of.includes(runId));
    if (!end) return find();
    const runs = new Set(find().map(({ runId }) => runId));
    await Promise.all([...runs].map((runId) => terminate(this.#hold, familyOf(this.#hold, runId, null), graceMs)));
    return find();
  }

  #lives(runId: RunId): boolean {
    return this.#living.has(runId) || this.#starting.has(runId) || this.#elsewhere.has(runId);
  }

  /** The keeper's round: who descends from whom, what other keepers left, pictures nobody looks at, records the disk had no room for. */
  async round(): Promise<void> {
    if (this.#living.size > 0) {
      const rows = this.#glances.whole(this.#hold.clock.ticks());
      for (const held of this.#living.values()) held.sample(rows);
    }
    this.#hold.screens.sweep((run) => this.#living.has(run as RunId), afterglowMs);
    await this.#takeOver();
    for (const runId of this.#unsaved) {
      const record = this.#ended.get(runId);
      if (record !== undefined) this.#save(record);
    }
  }

  /** What ended with a keeper of another protocol, or was left by it when it died. */
  async #takeOver(): Promise<void> {
    for (const runId of this.#elsewhere.keys()) {
      const before = readRecord(runFolder(this.#hold.stateFolder, runId));
      if (before?.run.ending === null && this.#isElsewhere(before)) continue;
      // It may have written the ending right before it went.
      const record = readRecord(runFolder(this.#hold.stateFolder, runId));
      this.#elsewhere.delete(runId);
      if (record === null || record.forgotten) continue;
      this.#settle(record.run.ending === null ? await sweepLost(this.#hold, record) : record);
    }
  }

  #isElsewhere(record: RunRecord): boolean {
    const { protocol, stateFolder } = this.#hold;
    const keeper = record.keeper ?? 1;
    return keeper !== protocol && isKeeperAlive(stateFolder, keeper);
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
      this.#settle(withFailure(started, record));
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
    const written = { outputBytes: writtenBytes(files.output), outputFrom: locateTranscript(files.output).from };
    const settled = { ...record, run: { ...record.run, ...written } };
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

/** Of a living one: that the disk has no room for its output right now. */
const told = (held: HeldRun): KeptRun => withFailure(held, held.record).run;

const withFailure = ({ output }: HeldRun, record: RunRecord): RunRecord =>
  output.full === null || record.run.failure !== undefined
    ? record
    : { ...record, run: { ...record.run, failure: output.full } };
