// A task in a person's hand goes back to one of its attempts: its files at once, its agent when the task is given back.
import type { Criterion } from '../../criterion/criterion.ts';
import type { Rewind, Rewinding } from '../../criterion/rewound.ts';
import type { Applied } from '../../decision.ts';
import { noticesOf } from '../../notice.ts';
import { restoreCopy } from '../copy-acts.ts';
import { advance, copyOf, criteria, go, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import type { Done } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';

/** All attempts in order, each with its round. The count goes on over the rounds of a criterion. */
export function namedAttempts(rounds: readonly Criterion[]) {
  const counted = new Map<string, number>();
  return rounds.flatMap((round) =>
    round.state.history.map((attempt) => {
      const { label } = round.spec;
      const count = (counted.get(label) ?? 0) + 1;
      counted.set(label, count);
      return { name: `${label}.${count}`, round, attempt };
    }),
  );
}

export function rewindTo(
  { known: { work } }: TaskState,
  rounds: readonly Criterion[],
  { name, round, attempt }: ReturnType<typeof namedAttempts>[number],
): Rewind {
  const { label } = round.spec;
  const planned = (work.plan?.criteria ?? []).map((each) => each.label);
  const index = planned.indexOf(label);
  const before = index < 0 ? planned : planned.slice(0, index);
  const done = work.done.filter((each) => before.includes(each));
  const passed = done.flatMap((each) => rounds.findLast((one) => one.spec.label === each && hasPassed(one)) ?? []);
  const outcomes = passed.flatMap(({ state }) => (hasOutcome(state.at) ? [state.at.outcome] : []));
  return {
    ...{ name, label, round: round.id, tree: attempt.tree, attempt: attempt.number, agent: attempt.agent },
    conversation: attempt.conversation ?? null,
    before: {
      done,
      unverified: [...new Set(outcomes.flatMap(({ unverified }) => unverified))],
      proven: outcomes.at(-1)?.tree ?? null,
      results: passed.at(-1)?.state.history.at(-1)?.results ?? [],
      proofs: (work.proofs ?? []).filter(({ of }) => of !== null && done.includes(of)),
    },
  };
}

type At = Criterion['state']['at'];
type Passed = { readonly kind: 'passed'; readonly tree: string; readonly unverified: readonly string[] };
const hasOutcome = (at: At): at is Extract<At, { kind: 'ended' }> & { readonly outcome: Passed } =>
  at.kind === 'ended' && at.outcome.kind === 'passed';
const hasPassed = ({ state }: Criterion): boolean => hasOutcome(state.at);

/** What comes of a wish to go back that was not dealt with yet; null: there is none. `until`: a later one belongs to another time in somebody's hand. */
export function rewind(view: TaskView, at: Step<'in_hand'>, until = Number.POSITIVE_INFINITY): TaskDecision | null {
  const { state } = view.thing;
  if (at.rewinding !== undefined) return restoreCopy(view, at.rewinding.tree, `rewind-${at.rewinding.seq}`);
  const from = Math.max(state.handed ?? 0, at.rewound?.seq ?? 0);
  const wish = noticesOf(view.notices, 'rewind').findLast(({ seq }) => seq > from && seq < until);
  return wish === undefined ? null : advance(state, { ...at, rewinding: { ...wish.body, seq: wish.seq } });
}

export function copyRewound({ state, at, output }: Done<'in_hand', 'restore-copy'>): Applied<TaskState> {
  const { rewinding, ...rest } = at;
  if (rewinding === undefined) return go(state, at);
  const { name, tree } = rewinding;
  return go(
    state,
    { ...rest, rewound: rewinding },
    [{ kind: 'rewound', data: { attempt: name, tree, files: output.changed.length } }],
    { place: { copy: { ...copyOf(state), tree } } },
  );
}

/** A new round of its criterion, with the agent that made the attempt and in a fork of its conversation. */
export function fromAttempt(view: TaskView, { seq: _, ...rewound }: Rewinding): TaskStep {
  const planned = (view.thing.state.known.work.plan?.criteria ?? []).map(({ label }) => label);
  const index = planned.indexOf(rewound.label);
  const round = criteria(view).find(({ id }) => id === rewound.round);
  return {
    kind: 'developing',
    index: index < 0 ? planned.length : index,
    key: nextKey(view, rewound.label),
    advice: round?.spec.advice ?? null,
    agents: round?.spec.agents ?? null,
    rewound,
  };
}
