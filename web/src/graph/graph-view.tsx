// What is worked on by what it needs, as boxes and arrows. Beside it the same stands as a list, for whom a picture says nothing.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Scroll } from '../parts/scroll.tsx';
import type { Tone } from '../parts/sign.tsx';
import { say } from '../words/words.ts';
import type { Placed } from './place.ts';

export type GraphNode = {
  readonly id: string;
  readonly title: string;
  readonly sign: string;
  readonly tone: Tone;
  readonly word: string;
  /** null: there is nothing to go to yet. */
  readonly link: string | null;
  /** Ids of what must be done before. */
  readonly after: readonly string[];
};

/** Where none needs another the list beside it says all. */
const hasArrows = (nodes: readonly GraphNode[]): boolean => nodes.some(({ after }) => after.length > 0);

type Plan = { readonly placed: Placed; readonly width: number; readonly height: number };

export function GraphView({ nodes, label }: { readonly nodes: readonly GraphNode[]; readonly label: string }) {
  const plan = useSignal<Plan | 'none' | null>(null);
  const key = JSON.stringify(nodes);
  useEffect(() => {
    if (!hasArrows(nodes)) return;
    let gone = false;
    void import('./place.ts').then(({ place, boxSize, isDrawn }) => {
      if (gone) return;
      const placed = () => place(nodes, matchMedia('(max-width: 40rem)').matches);
      plan.value = isDrawn(nodes) ? { placed: placed(), ...boxSize } : 'none';
    });
    return () => {
      gone = true;
    };
  }, [key]);
  if (plan.value === null || !hasArrows(nodes)) return null;
  if (plan.value === 'none') return <p class="quiet">{say().notDrawn}</p>;
  const { placed, width, height } = plan.value;
  return (
    <Scroll label={label}>
      <svg class="graph" width={placed.width} height={placed.height} viewBox={`0 0 ${placed.width} ${placed.height}`}>
        <title>{label}</title>
        <defs>
          <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M 0 0 L 8 4 L 0 8 z" />
          </marker>
        </defs>
        {placed.arrows.map((arrow, index) => (
          <path key={index} class="arrow" d={arrow} marker-end="url(#head)" />
        ))}
        {placed.boxes.map(({ node, x, y }) => (
          <foreignObject key={node.id} {...{ x, y, width, height }}>
            <Box node={node} />
          </foreignObject>
        ))}
      </svg>
    </Scroll>
  );
}

function Box({ node: { id, title, sign, tone, word, link } }: { readonly node: GraphNode }) {
  const inner = (
    <>
      <span class="head">
        <span class={`mark ${tone}`} aria-hidden="true">
          {sign}
        </span>
        <span class="mono">{id}</span>
        <span class={tone}>{word}</span>
      </span>
      <span class="text" title={title}>
        {title}
      </span>
    </>
  );
  return link === null ? (
    <div class="box">{inner}</div>
  ) : (
    <a class="box" href={link}>
      {inner}
    </a>
  );
}
