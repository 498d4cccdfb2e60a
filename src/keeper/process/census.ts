// What runs on this machine, read once for all who ask in the same moment: of a hundred runs that end together each would read all of it, environments too.
import { type ProcessRow, readCgroup, readEnvironment, readProcesses } from './processes.ts';

/** As it was at one moment; environments and control groups are read when somebody first wants them. */
export type Population = {
  readonly rows: readonly ProcessRow[];
  /** null where it may not be looked at. */
  environment(pid: number): string | null;
  cgroup(pid: number): string;
};

export function populationOf(rows: readonly ProcessRow[]): Population {
  return { rows, environment: once(readEnvironment), cgroup: once(readCgroup) };
}

function once<T>(read: (pid: number) => T): (pid: number) => T {
  const known = new Map<number, T>();
  return (pid) => {
    if (!known.has(pid)) known.set(pid, read(pid));
    return known.get(pid) as T;
  };
}

/** Lives as long as the keeper. */
export class Census {
  readonly #read: () => readonly ProcessRow[];
  #next: Promise<Population> | null = null;

  constructor(read: () => readonly ProcessRow[] = readProcesses) {
    this.#read = read;
  }

  /** Begun after the call, and to be used at once: it is of that moment. */
  take(): Promise<Population> {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#next = null;
        resolve(populationOf(this.#read()));
      });
    });
    return this.#next;
  }
}

/** How long what one look at all told is good enough to tell whose a process is: groups and parents hardly ever change. The keeper's round looks at all twice as often. */
const wholeMs = 10_000;
/** How long one glance is good for several who ask. */
const glanceMs = 100;

/** For who asks again and again what goes on right now: who is new or gone is seen at once, and nobody else is read again. Lives as long as the keeper. */
export class Glances {
  readonly #read: typeof readProcesses;
  #whole = Number.NEGATIVE_INFINITY;
  #last: { readonly at: number; readonly rows: readonly ProcessRow[] } | null = null;

  constructor(read: typeof readProcesses = readProcesses) {
    this.#read = read;
  }

  /** In ticks. */
  at(now: number): readonly ProcessRow[] {
    if (this.#last === null || now - this.#whole > wholeMs) return this.whole(now);
    if (now - this.#last.at > glanceMs)
      this.#last = { at: now, rows: this.#read(new Map(this.#last.rows.map((row) => [row.pid, row]))) };
    return this.#last.rows;
  }

  /** All of them, read anew. */
  whole(now: number): readonly ProcessRow[] {
    this.#whole = now;
    this.#last = { at: now, rows: this.#read() };
    return this.#last.rows;
  }
}
