// The coding programs of this machine: what is installed, what it can do, and whether it is what Drover was tested with.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';

export const listAgents = v.strictObject({
  agent: v.optional(v.string()),
  /** Looks at programs whose version is new. */
  check: v.optional(v.boolean(), false),
});

export type DriverView = {
  readonly driver: string;
  /** `resume`, `fork`, ... what it can. */
  readonly can: readonly string[];
  /** What the suite saw of it; null: it was never run on this driver. */
  readonly seen: { readonly works: number; readonly refused: number; readonly fails: readonly string[] } | null;
};

export type ProgramView = {
  /** The command. */
  readonly program: string;
  /** Null: not installed. */
  readonly version: string | null;
  /** Null: Drover's own suite does not know it. */
  readonly tested: string | null;
  /** Another version than the one that was tested. */
  readonly drift: boolean;
  /** The last look at this version; null: none yet. `changed`: nothing where it presents itself as the tested one. */
  readonly look: {
    readonly at: number;
    /** Looked at by this very request. */
    readonly now: boolean;
    readonly changed: readonly string[];
  } | null;
};

export type AgentView = {
  readonly name: string;
  readonly found: boolean;
  readonly path: string | null;
  readonly version: string | null;
  /** How to install it. */
  readonly hint: string;
  readonly drivers: readonly DriverView[];
  readonly programs: readonly ProgramView[];
};

export type AgentList = {
  /** The day the suite was last run on the tested versions; '' where never. */
  readonly tested_on: string;
  readonly agents: readonly AgentView[];
  /** What a look does, where one was asked for. */
  readonly did: string;
};

export const commands = {
  'agents.list': { input: listAgents, reply: type<AgentList>() },
} satisfies Declarations;
