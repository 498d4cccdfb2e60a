// One agent with all the ways it can be driven, the one its runs of tasks use first; and the programs behind it by their commands, its own first.
import type { Agent } from '../../ports/agent.ts';
import type { Presence } from './presence.ts';
import type { ServiceHosts } from './service-hosts.ts';

export type Kit = {
  readonly name: string;
  readonly agents: readonly Agent[];
  /** Absent: nobody knows with whom it speaks. */
  readonly hosts?: ServiceHosts;
  /** Absent: it is not looked at. */
  readonly programs?: Readonly<Record<string, Presence>>;
};
