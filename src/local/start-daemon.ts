// Makes sure that a daemon of this version answers: finds it, starts it, or replaces an older one.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errors } from '../contract/errors/errors.ts';
import { makeStateFolder, whyNoStateFolder } from '../contract/places.ts';
import type { Hello, Reply } from '../contract/protocol.ts';
import { type ErrorCode, toReply } from '../contract/to-reply.ts';
import { daemonArgv, daemonEntry, daemonEnv } from './daemon-entry.ts';
import { hasLocks } from './has-locks.ts';
import { pingDaemon } from './ping-daemon.ts';
import { type Starter, takeStartLock } from './start-lock.ts';

export type StartOptions = {
  readonly stateFolder: string;
  readonly socket: string;
  /** Of the command that asks. */
  readonly version: string;
  /** The daemon's program; the one that belongs to this command where absent. */
  readonly entry?: string;
  /** Given to the daemon; this process's own where absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** 30 s where absent: a machine may be busy; a daemon that has ended is not waited for. */
  readonly deadlineMs?: number;
  /** How one of many becomes the one that starts it. */
  readonly take?: typeof takeStartLock;
  /** Told one line when an older daemon is replaced. */
  readonly tell?: (line: string) => void;
};

/** Fails with the daemon's own reason (`STATE_CORRUPT` ...), else with `DAEMON_UNREACHABLE` and the end of its log; with `STATE_UNUSABLE`, `STATE_READ_ONLY` or `DISK_FULL`. A daemon newer than the caller is left alone. */
export async function startDaemon(options: StartOptions): Promise<Reply<Hello>> {
  if (isHidden(options))
    return toReply({
      error_code: 'DAEMON_UNREACHABLE',
      message: 'No Drover is to be seen from in here, and a run of an agent begins none.',
    });
  const why = whyNoStateFolder(options.stateFolder);
  if (why !== null) return unusable(options.stateFolder, why);
  const attempt = new Attempt(options);
  try {
    return await attempt.run();
  } catch (error) {
    return unwritable(options.stateFolder, error);
  } finally {
    attempt.close();
  }
}

/** A run of an agent whose sandbox hides the state folder: a Drover of its own in there would know nobody and vanish with it. One that is asked for by its place is another matter. */
const isHidden = ({ stateFolder, env = process.env }: StartOptions): boolean =>
  env.DROVER_RUN !== undefined && env.DROVER_HOME === undefined && !existsSync(join(stateFolder, 'host'));

const sqliteFull = 13;

/** One command's try: it may hold the right to start, and may have started a daemon. */
class Attempt {
  readonly #options: StartOptions;
  readonly #log: string;
  readonly #until: number;
  #starter: Starter | null = null;
  #locks: boolean | null = null;
  #spawned: Spawned | null = null;
  #replaced: number | null = null;

  constructor(options: StartOptions) {
    this.#options = options;
    this.#log = join(options.stateFolder, 'daemon.log');
    this.#until = performance.now() + (options.deadlineMs ?? 30_000);
  }

  async run(): Promise<Reply<Hello>> {
    for (; performance.now() < this.#until; await wait(20)) {
      const hello = await pingDaemon(this.#options.socket, Math.max(1, this.#until - performance.now()));
      if (hello === 'silent') continue;
      if (hello === 'nobody') {
        if (this.#died()) break;
        const why = this.#start();
        if (why !== null) return unusable(this.#options.stateFolder, why);
      } else if (compareVersions(hello.version, this.#options.version) < 0) this.#replace(hello);
      else return { ok: true, data: hello };
    }
    return this.#unreachable();
  }

  close(): void {
    this.#starter?.release();
  }

  /** Null, or why it cannot. Another command may be the one that starts; should it die over that, the next round takes its place. */
  #start(): string | null {
    if (this.#spawned !== null && this.#spawned.ended() === null) return null;
    const { stateFolder, take = takeStartLock, entry = daemonEntry(), env = process.env } = this.#options;
    makeStateFolder(stateFolder);
    this.#starter ??= take(join(stateFolder, 'start.lock'));
    if (this.#starter === null) {
      this.#locks ??= hasLocks(stateFolder, take);
      return this.#locks ? null : `the file system of ${stateFolder} has no locks`;
    }
    this.#spawned = spawnDaemon({ stateFolder, entry, env, log: this.#log });
    return null;
  }

  /** A daemon that finds another one ends with 0: that one answers, or is on its way out and leaves the place. */
  #died(): boolean {
    const ended = this.#spawned?.ended() ?? null;
    return ended !== null && ended !== 'exit 0';
  }

  /** A signal and not a request: an older daemon may not understand today's requests. */
  #replace(old: Hello): void {
    if (this.#replaced === old.pid) return;
    this.#replaced = old.pid;
    this.#options.tell?.(
      `replacing the daemon of version ${old.version} by ${this.#options.version}; its agents go on`,
    );
    try {
      process.kill(old.pid, 'SIGTERM');
    } catch {
      this.#replaced = null;
    }
  }

  #unreachable(): Reply<Hello> {
    const tail = logTail(this.#log, this.#spawned?.logFrom ?? 0);
    const ended = this.#spawned?.ended() ?? null;
    const coded = ended === null ? null : lastWords(tail);
    if (coded !== null) return toReply({ ...coded, details: { log: this.#log } });
    if (ended !== null && tail === '') tryToWrite(this.#options.stateFolder);
    const why = ended === null ? 'the daemon does not answer' : `the daemon ended at once (${ended})`;
    const lines = tail.split('\n');
    const last = lines.findLast((line) => /error/i.test(line))?.trim() ?? lines.at(-1) ?? '';
    return toReply({
      error_code: 'DAEMON_UNREACHABLE',
      message: last === '' ? why : `${why}: ${last}`,
      details: { socket: this.#options.socket, log: this.#log, tail },
    });
  }
}

/** A daemon that cannot start says why in its last line: `CODE: sentence`. */
function lastWords(tail: string): { readonly error_code: ErrorCode; readonly message: string } | null {
  const [, code = '', message = ''] = /^([A-Z_]+): (.+)$/.exec(tail.split('\n').at(-1) ?? '') ?? [];
  return Object.hasOwn(errors, code) ? { error_code: code as ErrorCode, message } : null;
}

/** A daemon without last words may have had no room for them. Throws what the system says. */
function tryToWrite(folder: string): void {
  const path = join(folder, `${process.pid}.probe`);
  try {
    writeFileSync(path, Buffer.alloc(8192));
  } finally {
    rmSync(path, { force: true });
  }
}

const unusable = (stateFolder: string, message: string): Reply<Hello> =>
  toReply({ error_code: 'STATE_UNUSABLE', message, details: { path: stateFolder } });

function unwritable(stateFolder: string, error: unknown): Reply<Hello> {
  if (!(error instanceof Error && 'code' in error)) throw error;
  const isFull =
    error.code === 'ENOSPC' || error.code === 'EDQUOT' || ('errcode' in error && error.errcode === sqliteFull);
  const message = `${stateFolder} cannot be written: ${error.message}`;
  return toReply({
    error_code: isFull ? 'DISK_FULL' : 'STATE_READ_ONLY',
    message,
    details: { path: stateFolder },
  });
}

// Which of two versions is the newer one.

/** Below 0 where `a` is older than `b`; what follows a dash (`1.0.0-rc.1`) comes before the version itself. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (const index of [0, 1, 2]) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.early === right.early) return 0;
  if (left.early === '' || right.early === '') return left.early === '' ? 1 : -1;
  return left.early < right.early ? -1 : 1;
}

function parts(version: string) {
  const [numbers = '', ...early] = version.split('-');
  return { numbers: numbers.split('.').map(Number), early: early.join('-') };
}

// What a daemon that did not come up said last.

const limit = 2048;

/** At most the last 2 KiB, from the byte `from` on, or all of one that was turned over since; '' where there is no such file. */
function logTail(path: string, from: number): string {
  try {
    const file = openSync(path, 'r');
    try {
      const size = fstatSync(file).size;
      const start = Math.max(from > size ? 0 : from, size - limit);
      const bytes = Buffer.alloc(size - start);
      readSync(file, bytes, 0, bytes.length, start);
      return bytes.toString('utf8').trim();
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

// A daemon that outlives the command that starts it; what it says goes to a log file.

type Spawned = {
  /** Bytes that stood in the log before. */
  readonly logFrom: number;
  /** Its exit code or signal once it has ended; null while it lives. */
  ended(): string | null;
};

type SpawnOptions = {
  readonly entry: string;
  readonly stateFolder: string;
  readonly log: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The marks of an agent's run are not handed on: the daemon belongs to no run. */
function spawnDaemon({ entry, stateFolder, log, env }: SpawnOptions): Spawned {
  const { DROVER_MARK: _mark, DROVER_RUN: _run, ...own } = env;
  const file = openSync(log, 'a', 0o600);
  const logFrom = fstatSync(file).size;
  const stdio = ['ignore', file, file] as const;
  const child = spawn(process.execPath, daemonArgv(entry), {
    cwd: stateFolder,
    env: daemonEnv(own),
    detached: true,
    stdio: [...stdio],
  });
  closeSync(file);
  let ended: string | null = null;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended = code === null ? `signal ${signal}` : `exit ${code}`;
  });
  child.unref();
  return { logFrom, ended: () => ended };
}
