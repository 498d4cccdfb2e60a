// What a person has changed in a session folder since a flow worked on it last: it counts, and is told.
import type { FlowRun } from '../../domain/flow/flow-run.ts';
import type { NodeRecord } from '../../domain/flow/node.ts';
import { statusesAfter } from '../../domain/flow/node-moves.ts';
import { flowOf } from '../../domain/task/criteria/flow-of.ts';
import { movesOf } from '../../domain/task/criteria/kept-pages.ts';
import type { Task } from '../../domain/task/task.ts';
import { sayFew } from '../../domain/text/counted.ts';

const mostNamed = 20;

/** `last`: that worked on the folder; `reset`: nodes whose statuses are not as their files say. */
export function sayEdited(last: Task, now: FlowRun, reset: readonly string[]): readonly string[] {
  const before = flowOf(last);
  if (before === undefined || before.alone !== now.alone) return [];
  const left = statusesAfter(before, movesOf(last.state));
  const stood = new Map(last.spec.flow?.nodes.map((node) => [node.id, node]));
  const there = new Set(now.nodes.map(({ id }) => id));
  const known = now.nodes.filter(({ id }) => left.has(id));
  const others = known.filter(({ id, status }) => !reset.includes(id) && left.get(id) !== status);
  const edited = known.filter((node) => isEdited(node, stood.get(node.id)));
  const fresh = now.nodes.filter(({ id }) => !left.has(id));
  const gone = before.nodes.filter(({ id }) => !there.has(id));
  const names = (nodes: readonly NodeRecord[]): string => sayFew(nodes.map(idOf), mostNamed);
  const stands = others.map(({ id, status }) => `${id} ${status}, and was ${left.get(id)}`);
  return [
    ...(edited.length > 0 ? [`Edited since ${last.id}: ${names(edited)}.`] : []),
    ...(others.length > 0
      ? [`Their files say otherwise than ${last.id} left them: ${sayFew(stands, mostNamed)}.`]
      : []),
    ...(fresh.length > 0 ? [`New since ${last.id}: ${names(fresh)}.`] : []),
    ...(gone.length > 0 ? [`Gone since ${last.id}: ${names(gone)}.`] : []),
  ];
}

const idOf = ({ id }: NodeRecord): string => id;

/** Statuses are ours to write. `stood`: absent where an agent added it, which says less than its file. */
const isEdited = (node: NodeRecord, stood: NodeRecord | undefined): boolean =>
  stood !== undefined && written(node) !== written(stood);

const written = ({ status: _, history: __, ...rest }: NodeRecord): string => JSON.stringify(rest);
