// What processes are doing right now, from /proc.
import { readFileSync } from 'node:fs';
import type { Activity } from '../ports/keeper.ts';

/** A tick of the kernel's own clock; 100 a second wherever Linux runs Node. */
const tickMs = 10;
const busy = new Set(['R', 'D']);

export function readActivity(pids: readonly number[]): Activity {
  const seen = pids.map(readOne).filter((one) => one !== null);
  return {
    processes: seen.length,
    cpuMs: seen.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    running: seen.some(({ state }) => busy.has(state)),
  };
}

function readOne(pid: number): { readonly state: string; readonly cpuMs: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return null;
  }
}
