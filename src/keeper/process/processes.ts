// What runs on this machine, from /proc.
import { readdirSync, readFileSync } from 'node:fs';
import type { Activity, Posture } from '../../ports/keeper.ts';
import { readPosture } from './posture.ts';

export type ProcessRow = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since boot: with the pid it names one process for ever. */
  readonly start: number;
};

/** Living processes (no zombies). Empty where there is no /proc. `known`: of those only whether they are there still is looked at. */
export function readProcesses(known: ReadonlyMap<number, ProcessRow> = new Map()): ProcessRow[] {
  return folders()
    .map((pid) => known.get(pid) ?? readProcess(pid))
    .filter((row) => row !== null);
}

/** null: gone, or a zombie. */
export function readProcess(pid: number): ProcessRow | null {
  const found = readStat(pid);
  return found === null || found.dead ? null : found.row;
}

/** Its start time, also when it has ended already and nobody has looked at its exit; null: gone. */
export const readStart = (pid: number): number | null => readStat(pid)?.row.start ?? null;

/** It has ended, and whoever inherited it has not looked at that yet: in a container without an init nobody ever does. */
export const isUnreaped = (pid: number): boolean => readStat(pid)?.dead === true;

/** Somebody holds it (SIGSTOP, Ctrl-Z): it lives and does nothing. */
export const isStopped = (pid: number): boolean => readStat(pid)?.state === 'T';

function readStat(pid: number): { readonly row: ProcessRow; readonly state: string; readonly dead: boolean } | null {
  const stat = text(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in brackets and may hold anything, brackets and blanks too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (field: number) => Number(fields[field - 3]);
  const row = { pid, parent: number(4), group: number(5), session: number(6), start: number(22) };
  const [state = ''] = fields;
  return { row, state, dead: isDead(state) };
}

const isDead = (state: string | undefined): boolean => state === 'Z' || state === 'X';

/** The environment it was started with; null where it may not be looked at. */
export const readEnvironment = (pid: number): string | null => text(`/proc/${pid}/environ`);

/** Which control groups it is in; '' where that is not told. */
export const readCgroup = (pid: number): string => text(`/proc/${pid}/cgroup`) ?? '';

/** Depth of its process space: 1 outside of every sandbox. */
export function readDepth(pid: number): number {
  const line = text(`/proc/${pid}/status`)?.match(/^NSpid:\s*(.*)$/m)?.[1];
  return line === undefined ? 1 : line.trim().split(/\s+/).length;
}

/** Changes with every boot, when pids and start times begin anew. */
export const readBoot = (): string => text('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

function folders(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

// What processes are doing right now, from /proc.

/** A tick of the kernel's own clock; 100 a second wherever Linux runs Node. */
const tickMs = 10;
const busy = new Set(['R', 'D']);

type Seen = {
  readonly pid: number;
  readonly name: string;
  readonly state: string;
  readonly cpuMs: number;
  readonly group: number;
  /** The group that has the terminal; -1 without one. */
  readonly foreground: number;
};

/** `leader`: the first of them. */
export function readActivity(rows: readonly ProcessRow[], leader: number | null): Activity {
  const seen = rows.map(readOne).filter((one) => one !== null);
  const first = withoutWalls(seen, rows, leader);
  const terminal = first === undefined || first.foreground < 0 ? null : first.foreground === first.group;
  const { moves, ...told } = posturesOf(seen, first?.foreground ?? -1);
  return {
    processes: seen.length,
    cpuMs: seen.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    running: moves || seen.some(({ state }) => busy.has(state)),
    ...(terminal === null ? {} : { foreground: terminal ? 'own' : 'other' }),
    ...told,
  };
}

/** `moves`: what waited when it was seen does not any more. */
function posturesOf(
  seen: readonly Seen[],
  foreground: number,
): Pick<Activity, 'postures'> & { readonly moves: boolean } {
  const those = seen.filter(({ group }) => foreground > 0 && group === foreground);
  const postures = those.map(({ pid }) => [String(pid), readPosture(pid)] as const);
  const told = postures.filter((each): each is readonly [string, Posture] => each[1] !== null && each[1] !== 'runs');
  const moves = postures.some(([, posture]) => posture === 'runs');
  return told.length === 0 || told.length < those.length ? { moves } : { moves, postures: Object.fromEntries(told) };
}

/** A sandbox's shell stands before the program itself. */
function withoutWalls(seen: readonly Seen[], rows: readonly ProcessRow[], leader: number | null): Seen | undefined {
  const of = (pid: number | null) => seen.find((one) => one.pid === pid);
  let first = of(leader);
  for (let depth = 0; first?.name === 'bwrap' && depth < seen.length; depth += 1) {
    const inside = rows.find(({ parent }) => parent === first?.pid);
    if (inside === undefined) return first;
    first = of(inside.pid);
  }
  return first;
}

/** null: it has ended, or another has its pid since. */
function readOne({ pid, start }: ProcessRow): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const number = (field: number) => Number(fields[field - 3]);
    if (isDead(fields[0]) || number(22) !== start) return null;
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, end),
      state: fields[0] ?? '',
      cpuMs: (number(14) + number(15)) * tickMs,
      group: number(5),
      foreground: number(8),
    };
  } catch {
    return null;
  }
}
