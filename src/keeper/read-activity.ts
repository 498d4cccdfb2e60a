// What processes are doing right now, from /proc.
import { readFileSync } from 'node:fs';
import type { Activity, Posture } from '../ports/keeper.ts';
import { readPosture } from './read-posture.ts';
import type { ProcessRow } from './read-processes.ts';

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
  const seen = rows.map(({ pid }) => readOne(pid)).filter((one) => one !== null);
  const first = withoutWalls(seen, rows, leader);
  const terminal = first === undefined || first.foreground < 0 ? null : first.foreground === first.group;
  return {
    processes: seen.length,
    cpuMs: seen.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    running: seen.some(({ state }) => busy.has(state)),
    ...(terminal === null ? {} : { foreground: terminal ? 'own' : 'other' }),
    ...posturesOf(seen, first?.foreground ?? -1),
  };
}

function posturesOf(seen: readonly Seen[], foreground: number): Pick<Activity, 'postures'> {
  const those = seen.filter(({ group }) => foreground > 0 && group === foreground);
  const postures = those.map(({ pid }) => [String(pid), readPosture(pid)] as const);
  const told = postures.filter((each): each is readonly [string, Posture] => each[1] !== null);
  return told.length === 0 || told.length < those.length ? {} : { postures: Object.fromEntries(told) };
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

function readOne(pid: number): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const number = (field: number) => Number(fields[field - 3]);
    return {
      ...{ pid, name: stat.slice(stat.indexOf('(') + 1, end), state: fields[0] ?? '' },
      ...{ cpuMs: (number(14) + number(15)) * tickMs, group: number(5), foreground: number(8) },
    };
  } catch {
    return null;
  }
}
