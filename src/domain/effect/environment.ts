// An environment: looked at, marked, verified.
import type { AskedOfIt, EnvironmentLook, Marks, Verification } from '../environment/look.ts';
import type { Instant } from '../ids.ts';

export type EnvironmentEffects = {
  /** One look at an environment, and what was asked of it besides; `keep`: later looks of this task are compared with it. */
  'look-at-environment': {
    input: { env: string; commands: readonly string[]; keep: boolean };
    output: { look: Extract<EnvironmentLook, { kind: 'seen' }>; asked: readonly AskedOfIt[] };
  };
  /** How far the logs of an environment are written. */
  'mark-environment': { input: { env: string }; output: { marks: Marks } };
  /** What became of the errors since the marks, or where there are none since that time; `against`: another one, whose errors count as well. */
  'verify-environment': {
    input: { env: string; against: string | null; since: Instant; marks: Marks | null };
    output: Verification;
  };
};
