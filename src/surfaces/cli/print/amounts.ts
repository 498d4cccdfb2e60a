// Times, money and sizes in words.
import type { Spend } from '../../../contract/task.ts';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** `3m`, `2h`, `5d`: the largest unit alone; `now` under a second. */
export function span(milliseconds: number): string {
  const unit = units.find(([, size]) => milliseconds >= size);
  return unit === undefined ? 'now' : `${Math.floor(milliseconds / unit[1])}${unit[0]}`;
}

/** `9s`, `2m 05s`, `1h 02m`: for what goes on under one's eyes. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (part: number) => String(part).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

/** `14:03:20`, local time. */
export const clockTime = (at: number): string => new Date(at).toTimeString().slice(0, 8);

/** `2026-11-21 14:03`, local time. */
export function dateTime(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `$0.42`, or tokens where no money is known; '' for nothing. */
export function spent({ money, input_tokens, output_tokens }: Spend): string {
  if (money !== null && money > 0) return `$${money.toFixed(2)}`;
  const tokens = input_tokens + output_tokens;
  return tokens === 0 ? '' : `${short(tokens)} tokens`;
}

const short = (count: number): string =>
  count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;

export const size = (bytes: number): string => {
  const power = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
};

/** `1 file`, `3 files`. */
export const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
