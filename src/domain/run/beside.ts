// Runs that somebody had started beside what a task is at: it does not wait for them, and they end with it.
import type { Purpose } from './run.ts';

const beside: ReadonlySet<Purpose['kind']> = new Set(['preview', 'screenshot', 'trial']);

export const isBeside = ({ kind }: Purpose): boolean => beside.has(kind);
