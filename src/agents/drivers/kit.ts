// One agent with all the ways it can be driven, the one its runs of tasks use first.
import type { Agent } from '../../ports/agent.ts';

export type Kit = { readonly name: string; readonly agents: readonly Agent[] };
