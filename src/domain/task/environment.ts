// Where a task's trouble shows: which environment takes part, and which is yet to be looked at.

import type { TaskEnvironment } from '../environment/look.ts';
import type { Failure } from '../error.ts';
import type { Task } from './task.ts';

type TaskSoFar = Pick<Task, 'spec' | 'state'>;

export const environmentsOf = ({ spec }: Pick<Task, 'spec'>): readonly TaskEnvironment[] =>
  spec.settings.environments ?? [];

/** The environment that takes part: as a person chose it, else as it was stated. */
export function environmentOf({ spec, state }: TaskSoFar): TaskEnvironment | null {
  const name = state.known.environment.env === undefined ? (spec.env ?? null) : state.known.environment.env;
  return name === null ? null : environmentCalled({ spec }, name);
}

export const environmentCalled = ({ spec }: Pick<Task, 'spec'>, name: string): TaskEnvironment =>
  environmentsOf({ spec }).find((each) => each.name === name) ?? { name, tier: null };

/** Of which nobody knows how it looked before the work: the task's own first, then the others that may take part, for each may be deployed to. */
export function toLookAt({ spec, state }: TaskSoFar): string | null {
  const own = environmentOf({ spec, state });
  if (own === null) return null;
  const others = environmentsOf({ spec }).filter(({ withheld }) => withheld !== true);
  const names = [own.name, ...others.map(({ name }) => name)];
  return names.find((name) => state.known.environment.looks?.[name] === undefined) ?? null;
}

export const sayFailure = ({ message, error_code }: Failure): string => `${message} (${error_code})`;
