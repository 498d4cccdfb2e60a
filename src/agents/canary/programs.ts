// The programs behind the agents, as their kits name them.
import type { Presence } from '../drivers/kit.ts';
import { ownKits } from '../registry.ts';

/** By command, the agent's own before its bridges; none for an agent that is not looked at. */
export const programsOf = (agent: string): readonly string[] =>
  Object.keys(ownKits().find(({ name }) => name === agent)?.programs ?? {});

export const presenceOf = (command: string): Presence | null =>
  ownKits()
    .map(({ programs }) => programs?.[command])
    .find((found) => found !== undefined) ?? null;
