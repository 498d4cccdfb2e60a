// An environment, what was seen of it before the work, and what became of its errors after a deployment.
import type { Instant } from '../ids.ts';
import type { LogLook, Mark, Verdict } from './finding.ts';

export type Tier = 'prod' | 'staging' | 'local' | null;

/** As it was configured when the task was stated; how it is reached is read when it is looked at. */
export type TaskEnvironment = {
  readonly name: string;
  readonly tier: Tier;
  /** So long it must stay quiet before it counts as resolved. */
  readonly soakMs?: number;
  /** Whoever stated the task may not have it take part: it is looked at when somebody chooses it who may. */
  readonly withheld?: true;
};

/** One kind of error line; secrets hidden. */
export type SeenError = { readonly text: string; readonly count: number; readonly at: Instant | null };

/** The look before the work, in short: all of it is in the state folder. */
export type EnvironmentLook =
  | {
      readonly kind: 'seen';
      readonly at: Instant;
      readonly modules: readonly { readonly name: string; readonly running: boolean | null }[];
      readonly logs: readonly Pick<LogLook, 'where' | 'coverage' | 'trouble'>[];
      /** Newest first, at most ten. */
      readonly errors: readonly SeenError[];
      /** The end of its first log. */
      readonly tail: string;
    }
  | { readonly kind: 'unseen'; readonly at: Instant; readonly why: string };

/** A command that was asked of it in the middle of the analysis. */
export type AskedOfIt = { readonly command: string; readonly said: string };

export type Marks = Readonly<Record<string, Mark>>;

/** What became of its errors after a deployment. */
export type Verification = {
  readonly env: string;
  /** The environment that was looked at before the work, where that is another one: its errors count as well. */
  readonly against: string | null;
  readonly at: Instant;
  readonly verdict: Verdict;
  /** One sentence. */
  readonly summary: string;
  /** It is unknown only because a log has no line since then. */
  readonly silent: boolean;
  readonly resolved: readonly SeenError[];
  readonly remaining: readonly SeenError[];
  readonly new: readonly SeenError[];
};

/** `shop-prod (prod)`. */
export const sayEnvironment = ({ name, tier }: TaskEnvironment): string => (tier === null ? name : `${name} (${tier})`);

/** What a task knows of environments. */
export type SeenEnvironments = {
  /** The one that a person chose; null: none takes part. Absent: as it was stated. */
  readonly env?: string | null;
  /** By name of the environment: the look before the work. */
  readonly looks?: Readonly<Record<string, EnvironmentLook>>;
  /** What was asked of it besides, in rounds of the analysis. */
  readonly asked?: { readonly rounds: number; readonly allowed: boolean; readonly all: readonly AskedOfIt[] };
  /** The last look after a deployment. */
  readonly verification?: Verification;
};
