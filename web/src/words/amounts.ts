// Times, money and sizes in words.
import type { Spend } from '../../../src/contract/task.ts';
import { now } from '../state/clock.ts';
import { language } from './words.ts';

const units = [
  [{ en: 'd', zh: ' 天' }, 86_400_000],
  [{ en: 'h', zh: ' 小时' }, 3_600_000],
  [{ en: 'm', zh: ' 分钟' }, 60_000],
  [{ en: 's', zh: ' 秒' }, 1000],
] as const;

/** `3m`, `2h`, `5d`: the largest unit alone. */
export function span(milliseconds: number): string {
  const [unit, size] = units.find(([, least]) => milliseconds >= least) ?? units[3];
  return `${Math.max(0, Math.floor(milliseconds / size))}${unit[language.value]}`;
}

/** Grows by itself. */
export const age = (at: number): string => span(now.value - at);

/** `320ms`, `4.2s`, `2m 05s`; nothing took less than no time, however a clock was set. */
export function took(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))}ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)}s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

export const clockTime = (at: number): string =>
  new Date(at).toLocaleTimeString(language.value, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  });

/** `2026-11-28 04:25`, in whatever language: a month that might be a day is neither. */
export const dateTime = (at: number): string => {
  const time = new Date(at);
  return `${time.toLocaleDateString('sv')} ${time.toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit' })}`;
};

/** `$0.42`, or tokens where no money is known; '' for nothing. */
export function spent({ money, input_tokens, output_tokens }: Spend): string {
  if (money !== null && money > 0) return `$${money.toFixed(2)}`;
  const tokens = input_tokens + output_tokens;
  return tokens === 0 ? '' : `${count(tokens)} ${{ en: 'tok', zh: 'token' }[language.value]}`;
}

export const count = (tokens: number): string => {
  if (tokens < 1000) return String(tokens);
  return tokens < 1_000_000 ? `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k` : `${(tokens / 1e6).toFixed(1)}M`;
};
