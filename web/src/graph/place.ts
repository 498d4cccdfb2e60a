// Where the boxes of a graph stand, by dagre: what must be done first is on the left.
import { Graph, layout } from '@dagrejs/dagre';
import type { GraphNode } from './graph-view.tsx';

export type Box = { readonly node: GraphNode; readonly x: number; readonly y: number };
export type Placed = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  /** As paths of SVG. */
  readonly arrows: readonly string[];
};

export const boxSize = { width: 188, height: 56 } as const;
const edge = 2;

/** `down`: for a narrow screen. What waits for something that is not there waits for nothing here. */
export function place(nodes: readonly GraphNode[], down: boolean): Placed {
  const graph = new Graph();
  graph.setGraph({ rankdir: down ? 'TB' : 'LR', nodesep: 16, ranksep: 32, marginx: edge, marginy: edge });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...boxSize });
  for (const { id, after } of nodes) for (const each of after) if (graph.hasNode(each)) graph.setEdge(each, id);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    boxes: nodes.map((node) => {
      const { x = 0, y = 0 } = graph.node(node.id);
      return { node, x: x - boxSize.width / 2, y: y - boxSize.height / 2 };
    }),
    arrows: graph.edges().map((each) => curve(graph.edge(each).points ?? [])),
  };
}

type Point = { readonly x: number; readonly y: number };

/** Through the middles between its points, so that it has no corner. */
function curve([first, ...others]: readonly Point[]): string {
  const last = others.at(-1);
  if (first === undefined || last === undefined) return '';
  const parts = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? last;
    return `Q ${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return [`M ${first.x} ${first.y}`, ...parts, `L ${last.x} ${last.y}`].join(' ');
}
