// Who belongs to a run: its session, its group, its marker, its scope, and the descendants of all these.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { type Population, populationOf } from './census.ts';
import type { ProcessRow } from './processes.ts';
import { isInScope } from './scopes.ts';

export type Family = {
  readonly runId: string;
  readonly mark: string;
  /** null: it is not known under which pid it was started. */
  readonly leader: { readonly pid: number; readonly start: number | null } | null;
  /** The systemd scope it was put into; absent where there are none. */
  readonly scope?: string;
};

/** Stands in `DROVER_MARK` of every child of the keeper of this state folder. */
export const markOf = (stateFolder: string): string =>
  createHash('sha256').update(realpathSync(stateFolder)).digest('hex').slice(0, 16);

/** The variables by which a child is known, wherever it hides. */
export const markers = (runId: string, mark: string): Record<string, string> => ({
  DROVER_RUN: runId,
  DROVER_MARK: mark,
});

/** Living members. Never the caller itself or those it descends from. */
export function findFamily(family: Family, all: Population): ProcessRow[] {
  const { rows } = all;
  const kin = ancestors(rows, process.pid);
  const begun = family.leader?.start ?? 0;
  // Nobody of it is older than its first process: environments of all others need not be read.
  const others = rows.filter((row) => !kin.has(row.pid) && row.start >= begun);
  const members = new Map<number, ProcessRow>();
  for (const row of others)
    if (isOfGroup(family, row, all) || carriesMark(family, row.pid, all) || isOfScope(family, row.pid, all))
      members.set(row.pid, row);
  return withDescendants(members, others);
}

/** Descendants of the run's first process as seen now; cheap, for sampling. */
export function findDescendants(family: Family, rows: readonly ProcessRow[]): ProcessRow[] {
  const members = new Map<number, ProcessRow>();
  const all = populationOf(rows);
  for (const row of rows) if (isOfGroup(family, row, all)) members.set(row.pid, row);
  return withDescendants(members, rows);
}

function isOfGroup(family: Family, row: ProcessRow, all: Population): boolean {
  const { leader } = family;
  if (leader === null) return false;
  if (row.pid !== leader.pid && row.group !== leader.pid && row.session !== leader.pid) return false;
  // The pid may have been given to somebody else since: then the process that has it is another one, or its members are older.
  const present = all.rows.find((other) => other.pid === leader.pid);
  if (leader.start === null) return carriesMark(family, row.pid, all);
  return present === undefined ? row.start >= leader.start : present.start === leader.start;
}

function carriesMark(family: Family, pid: number, all: Population): boolean {
  const environment = all.environment(pid);
  if (environment === null) return false;
  const variables = new Set(environment.split('\0'));
  return variables.has(`DROVER_RUN=${family.runId}`) && variables.has(`DROVER_MARK=${family.mark}`);
}

const isOfScope = ({ scope }: Family, pid: number, all: Population): boolean =>
  scope !== undefined && isInScope(all.cgroup(pid), scope);

function withDescendants(members: Map<number, ProcessRow>, rows: readonly ProcessRow[]): ProcessRow[] {
  let before = -1;
  while (before !== members.size) {
    before = members.size;
    for (const row of rows) if (members.has(row.parent)) members.set(row.pid, row);
  }
  return [...members.values()];
}

function ancestors(rows: readonly ProcessRow[], pid: number): Set<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parent]));
  const found = new Set<number>([1]);
  for (
    let at: number | undefined = pid;
    at !== undefined && at > 0 && !(found.has(at) && at !== 1);
    at = parents.get(at)
  )
    found.add(at);
  return found;
}
