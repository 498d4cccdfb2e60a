// What a step by hand leaves for people and later steps.
import type { Instant } from '../ids.ts';
import type { Artifact } from '../task/manual/step.ts';

export type ManualEffects = {
  /** A step by hand that is done, on its lease: phase, history, artifact, two hours more. Null: it does not hold, nothing was recorded. */
  'keep-step': {
    input: { fence: number; phase: string; entered: Instant; artifact: Artifact };
    output: { until: Instant | null };
  };
  /** A text in the state folder, for people and later steps. */
  'write-note': { input: { path: string; text: string }; output: { path: string } };
};
