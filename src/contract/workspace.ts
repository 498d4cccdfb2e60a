// Workspaces: the registry, and the read-only look at one.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, line, name, workspace } from './fields.ts';
import type { TaskSummary } from './task.ts';

export const addWorkspace = v.strictObject({ name: name(), path: line(4096), cwd: absolutePath() });
export const initWorkspace = v.strictObject({
  workspace: v.optional(workspace()),
  cwd: absolutePath(),
  mine: v.optional(v.boolean(), false),
});
export const listWorkspaces = v.strictObject({});
export const showWorkspace = v.strictObject({ workspace: v.optional(workspace()), cwd: absolutePath() });
export const setWorkspace = v.strictObject({
  workspace: workspace(),
  key: line(),
  value: line(4096),
  /** By chat, where the person's policy asks for it. */
  pin: v.optional(line(64)),
});
export const removeWorkspace = v.strictObject({ workspace: workspace() });
export const checkWorkspace = showWorkspace;

export type WorkspaceView = {
  readonly name: string;
  /** As written in the file. */
  readonly path: string;
  readonly slots: number;
  readonly isolation: 'clone' | 'checkout' | 'worktree';
  readonly default_env: string | null;
  /** Tasks that are at work in it. */
  readonly at_work: number;
  /** All that are not over, those that wait for a person or a slot too. */
  readonly open: number;
};
export type WorkspaceList = { readonly workspaces: readonly WorkspaceView[] };
/** The entry as configured, its environments and its living tasks. */
export type WorkspaceDetail = WorkspaceView & {
  /** What `isolation` puts at risk; null: nothing. */
  readonly risk: string | null;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly environments: readonly { readonly name: string; readonly tier: string | null }[];
  readonly tasks: readonly TaskSummary[];
};
export type WorkspaceAdded = { readonly name: string; readonly path: string };
/** `init`: what was detected, as YAML, and the file it went to. */
export type WorkspaceInit = { readonly workspace: string; readonly file: string; readonly written: string };
export type WorkspaceChanged = {
  readonly name: string;
  readonly key: string;
  readonly value: string;
  /** What it does not change. */
  readonly notes: readonly string[];
};
export type WorkspaceRemoved = { readonly name: string };
export type WorkspaceCheck = {
  readonly workspace: string;
  readonly path: string;
  readonly git: {
    readonly branch: string | null;
    readonly head: string | null;
    readonly dirty: boolean;
    readonly files: readonly string[];
    readonly ahead: number | null;
    readonly behind: number | null;
    readonly remote: string | null;
    /** What the remote says now; null: there is none. */
    readonly at_remote: {
      readonly reached: boolean;
      /** Its default branch; null: not known. */
      readonly default: string | null;
      /** From which a task would start; null: not known. */
      readonly base: string | null;
      /** What is not as it seems in the checkout, or why nothing is known; a sentence each. */
      readonly notes: readonly string[];
    } | null;
    readonly last_commit: { readonly subject: string; readonly at: number; readonly author: string } | null;
  };
  /** Runtimes with versions: `{ name: 'node', version: 'v24.0.0' }`; null where not found. */
  readonly runtimes: readonly { readonly name: string; readonly version: string | null }[];
  /** Kinds of project found. */
  readonly kinds: readonly string[];
  readonly package_managers: readonly string[];
  readonly gates: readonly { readonly gate: string; readonly command: string; readonly source: string }[];
  readonly setup: readonly string[];
  /** The test gate's command; null where none was found. */
  readonly test_command: string | null;
  readonly forge: string;
  readonly agents: readonly { readonly name: string; readonly found: boolean; readonly version: string | null }[];
  readonly sandbox: { readonly name: string; readonly works: boolean; readonly why: string };
  /** What `isolation` puts at risk; null: nothing. */
  readonly risk: string | null;
  /** Free bytes where copies go. */
  readonly disk_free: number;
  /** Living leases: who holds what until when. */
  readonly leases: readonly LeaseView[];
  readonly notes: readonly string[];
};
export type LeaseView = {
  readonly task: string;
  readonly phase: string;
  readonly owner: string;
  readonly expires_at: number;
};

export const commands = {
  'workspace.add': { input: addWorkspace, reply: type<WorkspaceAdded>() },
  'workspace.check': { input: checkWorkspace, reply: type<WorkspaceCheck>() },
  'workspace.init': { input: initWorkspace, reply: type<WorkspaceInit>() },
  'workspace.list': { input: listWorkspaces, reply: type<WorkspaceList>() },
  'workspace.remove': { input: removeWorkspace, reply: type<WorkspaceRemoved>() },
  'workspace.set': { input: setWorkspace, reply: type<WorkspaceChanged>() },
  'workspace.show': { input: showWorkspace, reply: type<WorkspaceDetail>() },
} satisfies Declarations;
