// Where a task's trouble shows: which environment takes part, what was seen of it before the work and after the deployment.

import type { LogLook, Mark, Verdict } from '../environment/finding.ts';
import type { Failure } from '../error.ts';
import type { Instant } from '../ids.ts';
import type { Task } from './task.ts';

export type Tier = 'prod' | 'staging' | 'local' | null;

/** As it was configured when the task was stated; how it is reached is read when it is looked at. */
export type TaskEnvironment = {
  readonly name: string;
  readonly tier: Tier;
  /** So long it must stay quiet before it counts as resolved. */
  readonly soakMs?: number;
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
  /** Unknown for nothing more than that a log has no line since. */
  readonly silent: boolean;
  readonly resolved: readonly SeenError[];
  readonly remaining: readonly SeenError[];
  readonly new: readonly SeenError[];
};

type Of = Pick<Task, 'spec' | 'state'>;

export const environmentsOf = ({ spec }: Pick<Task, 'spec'>): readonly TaskEnvironment[] =>
  spec.settings.environments ?? [];

/** The environment that takes part: as a person chose it, else as it was stated. */
export function environmentOf({ spec, state }: Of): TaskEnvironment | null {
  const name = state.known.env === undefined ? (spec.env ?? null) : state.known.env;
  return name === null ? null : environmentCalled({ spec }, name);
}

export const environmentCalled = ({ spec }: Pick<Task, 'spec'>, name: string): TaskEnvironment =>
  environmentsOf({ spec }).find((each) => each.name === name) ?? { name, tier: null };

/** Of which nobody knows how it looked before the work: the task's own first, then the others, for each may be deployed to. */
export function toLookAt({ spec, state }: Of): string | null {
  const own = environmentOf({ spec, state });
  if (own === null) return null;
  const names = [own.name, ...environmentsOf({ spec }).map(({ name }) => name)];
  return names.find((name) => state.known.looks?.[name] === undefined) ?? null;
}

/** `shop-prod (prod)`. */
export const sayEnvironment = ({ name, tier }: TaskEnvironment): string => (tier === null ? name : `${name} (${tier})`);

export const sayFailure = ({ message, error_code }: Failure): string => `${message} (${error_code})`;
