// A flow that is carried out: its nodes as they were when it was begun, and where their files stand.
import type { Answered } from '../run/carry-over.ts';
import { containersIn, type FlowRecord } from './flow.ts';
import type { NodeRecord, NodeStatus } from './node.ts';
import { readPreCommand } from './pre-command.ts';
import type { NodeSummary } from './summary.ts';

/** What an earlier run of the folder left of a node. */
export type NodeBefore = {
  readonly id: string;
  readonly title: string;
  /** Null: it is not known what it came to. */
  readonly summary: NodeSummary | null;
  /** What its agent answered last; null: nothing that is known. */
  readonly answered: Answered | null;
};

export type FlowRun = FlowRecord & {
  /** Of its files, absolute. */
  readonly folder: string;
  /** A task file by itself, by its name there; absent: all of the folder. */
  readonly alone?: string;
  /** That its paths are relative to, within the repository: '' or `packages/shop`. */
  readonly below: string;
  /** What its nodes are to read that is no part of the repository: where each path is kept for them. */
  readonly given?: Readonly<Record<string, string>>;
  /** Nodes that a person begins anew, and how they stood by their files. Absent: none. */
  readonly reset?: Readonly<Record<string, NodeStatus>>;
  /** Of nodes that an earlier run has done and that others need. Absent: none is known. */
  readonly before?: readonly NodeBefore[];
};

/** Folders of which a flow may be and have the same task files: a session, and what these stand in, from where one is run by itself. */
export const sharingFiles = (folder: string): readonly string[] => [
  folder,
  folder.endsWith(inSession) ? folder.slice(0, -inSession.length) : `${folder}${inSession}`,
];

const inSession = '/.task';

/** Paths that it says are to be read first. */
export const readFirst = ({ artifacts, contextPackage }: NodeRecord): readonly string[] => [
  ...new Set([...(contextPackage === null ? [] : [contextPackage]), ...artifacts.flatMap(({ path }) => path ?? [])]),
];

/** `needed`: where it is not there the node cannot begin. */
type LookedInto = {
  readonly path: string;
  readonly needed: boolean;
  /** By their places. */
  readonly step: number;
  readonly command: number;
};

/** Files that its pre-analysis reads by their own names. */
export const lookedInto = ({ preAnalysis }: NodeRecord): readonly LookedInto[] =>
  preAnalysis.flatMap(({ commands, onError }, step) =>
    commands.flatMap((text, command) => {
      const read = readPreCommand(text);
      const needed = onError === 'fail';
      return read.ok && read.value.kind === 'read' ? [{ path: read.value.path, needed, step, command }] : [];
    }),
  );

/** No part of the repository: what others plan by stands there, and no copy has it. */
export const isBeside = (path: string): boolean => path.startsWith('.workflow/');

/** Those that are worked on; what has sub-tasks is done when they are. */
export function leavesOf({ nodes }: FlowRecord): readonly NodeRecord[] {
  const containers = containersIn(nodes);
  return nodes.filter(({ id }) => !containers.has(id));
}

/** What its files say needs no work any more. */
export const isSettled = ({ status }: Pick<NodeRecord, 'status'>): boolean =>
  status === 'completed' || status === 'skipped';

/** What its files say was given up; a person begins it anew by saying so. */
export const isGivenUp = ({ status }: Pick<NodeRecord, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled';

export const nodeOf = (flow: FlowRecord | undefined, id: string): NodeRecord | null =>
  flow?.nodes.find((node) => node.id === id) ?? null;

/** Before a person is asked. */
const usualAttempts = 3;

/** As many as it says itself, or as the longest cycle of test and fix among its parts has. */
export function attemptsOf({ execution, parts }: NodeRecord): number {
  const cycles = parts.flatMap(({ maxIterations }) => maxIterations ?? []);
  return execution.maxIterations ?? (cycles.length === 0 ? usualAttempts : Math.max(...cycles));
}

/** The agent that its file names first, else the first of `tools`, where it is one of those that may do it. */
export function agentsFor(
  { execution: { tool } }: NodeRecord,
  agents: readonly string[],
  tools: readonly string[] = [],
): readonly string[] {
  const named = tool === null || tool === 'auto' ? tools : [tool];
  const first = named.find((each) => agents.includes(each));
  return first === undefined ? agents : [first, ...agents.filter((each) => each !== first)];
}

/** Those whose files name an agent that does not work on it here. */
export const namingOthers = (flow: FlowRecord, agents: readonly string[]): readonly NodeRecord[] =>
  leavesOf(flow).filter(({ execution: { tool } }) => tool !== null && tool !== 'auto' && !agents.includes(tool));
