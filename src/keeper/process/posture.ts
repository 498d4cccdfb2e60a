// What a process waits for right now, by the call into the kernel that it stands in. From /proc, Linux alone.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Posture } from '../../ports/keeper.ts';

/** A call that waits for several things at once: which of its arguments is the time limit, and whether that is in milliseconds (-1: none) or a pointer (0: none). */
type Poll = { readonly limit: number; readonly pointer: boolean };
type Calls = { readonly reads: readonly number[]; readonly polls: Readonly<Record<number, Poll>> };

const milliseconds = (limit: number): Poll => ({ limit, pointer: false });
const pointer = (limit: number): Poll => ({ limit, pointer: true });
/** read and readv; poll, ppoll, select, pselect6, epoll_wait, epoll_pwait, epoll_pwait2. */
const known: Readonly<Record<string, Calls>> = {
  x64: {
    reads: [0, 19],
    polls: {
      7: milliseconds(2),
      271: pointer(2),
      23: pointer(4),
      270: pointer(4),
      232: milliseconds(3),
      281: milliseconds(3),
      441: pointer(3),
    },
  },
  arm64: { reads: [63, 65], polls: { 73: pointer(2), 72: pointer(4), 22: milliseconds(3), 441: pointer(3) } },
};
/** Where the limit stands in its memory: it is not looked at, and is the same each time. */
const someLimit = 1;

/** `runs`: it waits for nothing, or has ended since it was seen. null: it may not be looked at. */
export function readPosture(pid: number): Posture | 'runs' | null {
  const calls = known[process.arch];
  if (calls === undefined) return null;
  const own = readCall(`/proc/${pid}/syscall`);
  if (own === 'running') return 'runs';
  if (own === null) return existsSync(`/proc/${pid}`) ? null : 'runs';
  // Its terminal may be read by any of its threads; what it waits for with all its might its first one says.
  if (readsTerminal(pid, calls)) return 'input';
  const poll = calls.polls[own.number];
  return poll === undefined ? 'other' : limitOf(own.args[poll.limit] ?? '0x0', poll);
}

function limitOf(limit: string, { pointer: isPointer }: Poll): Posture {
  if (isPointer) return limit === '0x0' ? 'input' : someLimit;
  const given = Number.parseInt(limit.slice(-8).replace('0x', ''), 16);
  return given >= 0x80_00_00_00 ? 'input' : given;
}

function readsTerminal(pid: number, { reads }: Calls): boolean {
  return threadsOf(pid).some((thread) => {
    const call = readCall(`/proc/${pid}/task/${thread}/syscall`);
    if (call === null || call === 'running' || !reads.includes(call.number)) return false;
    try {
      return /^\/dev\/(pts\/|tty)/.test(readlinkSync(`/proc/${pid}/fd/${Number(call.args[0])}`));
    } catch {
      return false;
    }
  });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readCall(path: string): { readonly number: number; readonly args: readonly string[] } | 'running' | null {
  try {
    const [number, ...args] = readFileSync(path, 'utf8').trim().split(' ');
    if (number === 'running') return number;
    return number === undefined || !/^\d+$/.test(number) ? null : { number: Number(number), args };
  } catch {
    return null;
  }
}
