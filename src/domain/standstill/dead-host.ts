// When a host that says nothing is dead for good, as configured.
import { milliseconds } from '../task/settings/freeze.ts';

type Words = { readonly silence?: string; readonly takeover?: 'ask' | 'auto' } | undefined;

const usualMs = 10 * 60_000;

/** `hosts.silence`. */
export const deadAfterMs = (hosts: Words): number => milliseconds(hosts?.silence ?? '') ?? usualMs;

/** As many looks, one each `beatMs`; null: a person says so. */
export const looksUntilDead = (hosts: Words, beatMs: number): number | null =>
  hosts?.takeover === 'auto' ? Math.ceil(deadAfterMs(hosts) / beatMs) : null;
