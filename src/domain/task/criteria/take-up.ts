// Task files that an agent wrote while it worked on a node become nodes once its work is done: at once where they are within what the person agreed to, else when the person agrees; or they are refused with the reason.
import type { Criterion } from '../../criterion/criterion.ts';
import { type AddedNode, type GrownNode, type JudgedNodes, judgeAdded } from '../../flow/added.ts';
import { nodeOf } from '../../flow/flow-run.ts';
import { growPlan } from '../../flow/grow-plan.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { advance, criteria, known, learning, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { programsFirst } from '../phases/programs-first.ts';
import type { PlanChange } from '../task.ts';
import { flowOf } from './flow-of.ts';

/** Null: it added none, or it is decided what becomes of them. */
export function takeUpAdded(view: TaskView, at: Step<'developing'>, child: Criterion): TaskDecision | null {
  const { state, spec } = view.thing;
  const judged = judgedIn(view, child);
  if (judged === null) return null;
  if (judged.beyond.length === 0) return followAdded(view, at, { choice: 'take', words: null, by: null });
  const lines = judged.beyond
    .map(({ id, why }) => `- ${id}: ${why}`)
    .join('\n')
    .slice(0, 8_000);
  const asked = judged.nodes.filter((each) => isBeyond(judged, each));
  const titles = asked.map(({ node: { id, title } }) => `${id} ${title.slice(0, 200)}`).join('\n');
  return ask(
    state,
    spec,
    {
      kind: 'plan_changed',
      text: `The agent of ${child.spec.label} added task files, with more than was agreed to:\n\n${titles}\n\n${lines}`,
      choices: [
        choice('take', 'take them in'),
        choice('leave', 'go on without them'),
        choice('cancel', 'cancel the task'),
      ],
      binding: JSON.stringify([child.id, judged.nodes]),
      shown: { node: child.spec.label, added: asked.map(({ node }) => node), beyond: judged.beyond },
      auto: null,
    },
    at,
  );
}

function judgedIn(view: TaskView, child: Criterion): JudgedNodes | null {
  const { added, refused: unread } = child.state.gathered ?? { added: [], refused: [] };
  const { settled = [] } = view.thing.state;
  if (added.length + unread.length === 0 || settled.includes(child.key)) return null;
  const judged = judge(view, child, added);
  return judged && { ...judged, refused: [...unread, ...judged.refused] };
}

function judge({ thing }: TaskView, { spec: { label } }: Criterion, added: readonly AddedNode[]): JudgedNodes | null {
  const flow = flowOf(thing);
  const author = nodeOf(flow, label);
  const grown = new Set((thing.state.grown ?? []).map(({ node }) => node.id));
  return flow === undefined || author === null ? null : judgeAdded(flow, author, added, grown);
}

/** `looked`: what they are checked by was looked for. */
export function followAdded(
  view: TaskView,
  at: Step<'developing'>,
  { choice: chosen, words, by }: PlanChange['answer'],
  looked = false,
): TaskDecision {
  const child = criteria(view).find(({ key }) => key === at.key);
  const judged = child === undefined ? null : judgedIn(view, child);
  if (child === undefined || judged === null) return advance(view.thing.state, at);
  const { nodes, refused } = chosen === 'take' ? judged : withoutBeyond(view, child, judged, by);
  const { thing } = view;
  const { label } = child.spec;
  const fresh = nodes.map((each): GrownNode => ({ ...each, by: label }));
  const { settled = [], grown = [] } = thing.state;
  const state = { ...thing.state, settled: [...settled, child.key], grown: [...grown, ...fresh] };
  const flow = flowOf({ ...thing, state });
  const before = known(state, 'work', 'plan');
  const plan = flow === undefined || fresh.length === 0 ? before : growPlan(before, flow, fresh, at.index);
  const toFind = looked
    ? null
    : programsFirst(thing.state, { plan, change: { back: at, answer: { choice: chosen, words, by } } });
  if (toFind !== null) return toFind;
  return advance(learning(state, { work: { plan } }), at, [
    ...(fresh.length === 0
      ? []
      : [
          {
            kind: 'nodes_added',
            data: { node: label, added: fresh.map(({ node: { id } }) => id), by: chosen === 'take' ? by : null },
          } as const,
        ]),
    ...(refused.length === 0 ? [] : [{ kind: 'nodes_refused', data: { node: label, refused } } as const]),
  ]);
}

/** What is not more than was agreed to is taken all the same, where it does not need what is. */
function withoutBeyond(
  view: TaskView,
  child: Criterion,
  judged: JudgedNodes,
  by: string | null,
): Pick<JudgedNodes, 'nodes' | 'refused'> {
  const kept = judged.nodes.filter((each) => !isBeyond(judged, each));
  const { nodes = [], refused = [] } = judge(view, child, kept) ?? {};
  const left = judged.nodes
    .filter((each) => isBeyond(judged, each))
    .map(({ path }) => ({ path, why: `${by} goes on without it` }));
  return { nodes, refused: [...judged.refused, ...left, ...refused] };
}

const isBeyond = ({ beyond }: JudgedNodes, { node }: AddedNode): boolean => beyond.some(({ id }) => id === node.id);
