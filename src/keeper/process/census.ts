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
