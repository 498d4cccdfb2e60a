// A program that the keeper holds: started, told, ended, read.
import type { Ending } from '../run/ending.ts';
import type { Launch } from '../run/launch.ts';
import type { OwnChanges } from '../run/own-changes.ts';
import type { RunResult } from '../run/run.ts';
import type { Spent } from '../run/spent.ts';
import type { AgentPrices, PricedAgent } from '../run/turn-price.ts';

export type RunEffects = {
  'start-run': { input: Record<string, never>; output: { startedAt: number; hired?: Launch } };
  /** The same for a run by itself, in the person's own folder; before a read-only one that nothing else holds back, the tree is put on record. */
  'start-once': { input: Record<string, never>; output: { startedAt: number } };
  /** Into the turn under way; what it does not take is kept for the next (`kept`). */
  'steer-agent': { input: { seq: number; text: string }; output: { how: 'given' | 'kept' | 'uncertain'; why: string } };
  'end-run': { input: { reason: 'cancelled' | 'timed_out' }; output: Record<string, never> };
  /** Looks at what the keeper kept: null while it goes on. */
  'read-run': { input: Record<string, never>; output: { ending: Ending; result: RunResult; own?: OwnChanges } | null };
  'read-once': { input: Record<string, never>; output: { ending: Ending; result: RunResult; own?: OwnChanges } | null };
  /** By the turns on record, the newest of them. */
  'price-turns': {
    input: { workspace: string; agents: readonly PricedAgent[] };
    output: { prices: readonly AgentPrices[] };
  };
  /** What the turns of all agents have used that ended today. */
  'meter-day': { input: Record<string, never>; output: Spent };
};
