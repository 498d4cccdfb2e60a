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

/** Boxes, arrows, and the ranks that arrows pass by: the time that it takes goes by these, and by more than their square. At 1,500 a browser stands still for seconds, and nobody finds anything in the picture. */
const mostWeight = 600;

/** Whether it is worth a picture; the list beside it has all of it. */
export function isDrawn(nodes: readonly GraphNode[]): boolean {
  const plain = nodes.length + nodes.reduce((sum, { after }) => sum + after.length, 0);
  return nodes.length > 0 && plain <= mostWeight && plain + passedRanks(nodes) <= mostWeight;
}

function passedRanks(nodes: readonly GraphNode[]): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ranks = new Map<string, number>();
  const rankOf = (id: string): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    // In a circle whoever is come to first is the first.
    ranks.set(id, 0);
    const rank = 1 + Math.max(-1, ...(byId.get(id)?.after ?? []).filter((each) => byId.has(each)).map(rankOf));
    ranks.set(id, rank);
    return rank;
  };
  return nodes.reduce(
    (sum, { id, after }) =>
      sum + after.reduce((passed, each) => passed + Math.max(0, Math.abs(rankOf(id) - rankOf(each)) - 1), 0),
    0,
  );
}

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
