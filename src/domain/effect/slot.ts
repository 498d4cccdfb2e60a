// The slot of a workspace, and the lease that goes with it.
import type { Instant } from '../ids.ts';
import type { PlanFile } from '../plan/plan-file.ts';

export type SlotEffects = {
  /** A slot of the workspace, or a place in the line; with it the task's lease. */
  'claim-slot': {
    input: { workspace: string; slots: number; priority: number; exclusive: boolean };
    /** `more`: how many stand behind those that are named. */
    output: { granted: boolean; ahead: readonly string[]; more?: number };
  };
  'free-slot': { input: { workspace: string; slots: number }; output: Record<string, never> };
  /** The end of the lease that a step by hand goes on under; null where it is not held any more. */
  'hold-lease': { input: { fence: number; renew: boolean }; output: { until: Instant | null } };
  /** Whoever took it was ended before it left the plans that wait: it leaves them. */
  'take-plan': { input: PlanFile; output: Record<string, never> };
  /** Lease and slot given back; staged checkouts removed. `planDone`: is put among the plans that are done. */
  release: {
    input: { workspace: string; slots: number; outcome: string; planDone?: PlanFile };
    output: Record<string, never>;
  };
};
