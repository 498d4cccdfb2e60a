// Flows: what may be asked about them, and what is told. Times are milliseconds since 1970.
import * as v from 'valibot';
import type { NodeStatus, Strategy } from '../domain/flow/node.ts';
import { type Declarations, type } from './command.ts';
import { absolutePath, id, workspace } from './fields.ts';
import type { Problem } from './flow/read-file.ts';
import type { Phase, TaskOutcome } from './task.ts';
import type { Weaker } from './text/weaker.ts';

export const listFlows = v.strictObject({ workspace: v.optional(workspace()), all: v.optional(v.boolean(), false) });
/** By its id, else the last one of this folder. */
export const statusOfFlow = v.strictObject({ flow: v.optional(id()), folder: v.optional(absolutePath()) });

/** A session folder, plan.json or task file of which nothing is refused. */
export type FlowChecked = {
  readonly name: string;
  /** Absolute; that paths in its files are relative to. */
  readonly root: string;
  readonly folder: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: NodeStatus;
    readonly depends_on: readonly string[];
    /** It has sub-tasks, and is done when they are. */
    readonly container: boolean;
    readonly strategy: Strategy;
    /** Nodes whose conversations it goes on with. */
    readonly goes_on_with: readonly string[];
    /** As it says itself. */
    readonly tech_stack: readonly string[];
  }[];
  /** It runs all the same. */
  readonly warnings: readonly Problem[];
  /** Fields that nobody knows, each with the first file that has it. */
  readonly unknown_fields: readonly { readonly field: string; readonly path: string }[];
};

/** A session folder that was made of issues. */
export type FlowQueued = {
  readonly folder: string;
  readonly nodes: readonly { readonly id: string; readonly title: string; readonly depends_on: readonly string[] }[];
  /** Issues that are done already, and are none of it. */
  readonly done: readonly string[];
  readonly warnings: readonly string[];
};

export type FlowSummary = {
  /** Of the task that it is. */
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly workspace: string;
  readonly phase: Phase;
  /** In words. */
  readonly state: string;
  readonly outcome: TaskOutcome | null;
  readonly weaker?: Weaker;
  readonly questions: readonly string[];
  readonly paused: boolean;
  readonly created_at: number;
  /** Why its files do not say how it stands; absent: they do. */
  readonly files?: { readonly error_code: string; readonly message: string };
  /** How many nodes stand how; those that are there alone. */
  readonly counts: Readonly<Partial<Record<NodeStatus, number>>>;
};

export type NodeView = {
  /** `IMPL-001`; with its flow `shop-12/IMPL-001`. */
  readonly id: string;
  readonly title: string;
  readonly status: NodeStatus;
  /** Why it stands so, '' where there is nothing to say. */
  readonly why: string;
  readonly depends_on: readonly string[];
  /** It has sub-tasks, and is done when they are. */
  readonly container: boolean;
  /** At it, in all its rounds. */
  readonly attempts: number;
  /** What a person has looked at and saw to hold; absent: nothing. */
  readonly looked?: readonly { readonly check: string; readonly by: string; readonly at: number }[];
  /** Oldest first, what its file said before them. */
  readonly history: readonly { readonly from: string; readonly to: string; readonly changed_at: string }[];
};

export type FlowStatus = FlowSummary & { readonly nodes: readonly NodeView[] };
export type FlowList = { readonly flows: readonly FlowSummary[] };

export const commands = {
  'flow.list': { input: listFlows, reply: type<FlowList>() },
  'flow.status': { input: statusOfFlow, reply: type<FlowStatus>() },
} satisfies Declarations;
