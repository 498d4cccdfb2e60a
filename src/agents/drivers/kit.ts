// One agent with all the ways it can be driven, the one its runs of tasks use first; and the programs behind it by their commands, its own first.
import type { Agent } from '../../ports/agent.ts';
import type { Presence } from './presence.ts';

export type Kit = {
  readonly name: string;
  readonly agents: readonly Agent[];
  /** Absent: it is not looked at. */
  readonly programs?: Readonly<Record<string, Presence>>;
};
