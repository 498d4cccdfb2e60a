// TODO_LIST.md of a session folder: made of what is known, never read back.
import { containersIn } from './flow.ts';
import { type NodeStatus, parentOf } from './node.ts';
import { titleLine } from './title-line.ts';

export type ListedNode = {
  readonly id: string;
  readonly title: string;
  readonly status: NodeStatus;
  /** Of its task file, relative to the folder. */
  readonly path: string;
  readonly summary: boolean;
};

export const summaryPath = (id: string): string => `.summaries/${id}-summary.md`;

export function todoList(name: string, nodes: readonly ListedNode[]): string {
  const containers = containersIn(nodes);
  const lines = nodes.map((node) => sayNode(node, containers.has(node.id)));
  return `${[
    `# Tasks: ${titleLine(name)}`,
    ['## Task Progress', ...lines].join('\n'),
    [
      '## Status Legend',
      '- `▸` = container, done when its sub-tasks are',
      '- `[ ]` = open',
      '- `[x]` = completed',
    ].join('\n'),
  ].join('\n\n')}\n`;
}

function sayNode({ id, title, status, path, summary }: ListedNode, container: boolean): string {
  const indent = '  '.repeat(depthOf(id));
  const mark = container ? '▸' : `- [${status === 'completed' ? 'x' : ' '}]`;
  const told = status === 'pending' || status === 'completed' ? '' : ` (${status.replace('_', ' ')})`;
  const done = summary ? ` | [✅](./${summaryPath(id)})` : '';
  return `${indent}${mark} **${id}**: ${titleLine(title)}${told} → [📋](./${path})${done}`;
}

function depthOf(id: string): number {
  const parent = parentOf(id);
  return parent === null ? 0 : 1 + depthOf(parent);
}
