// A task in a person's hand goes back to one of its attempts: its files at once, its agent when the task is given back.
import { type Attempt, type Criterion, isOfOne, labelsOf } from '../../criterion/criterion.ts';
import type { Rewind, Rewinding } from '../../criterion/rewound.ts';
import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { labelsOfLine } from '../../evidence/proof-table.ts';
import { noticesOf } from '../../notice.ts';
import { restoreCopy } from '../copy-acts.ts';
import { advance, copyOf, criteria, go, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import type { Done } from '../step-row.ts';
import type { TaskState } from '../task.ts';
import type { Work } from '../work.ts';

/** `SC-1.3`: the third at SC-1, counted over all its rounds. */
export const nameOfAttempt = (label: string, index: number): string => `${label}.${index + 1}`;

/** Of all that have ended; what several were checked by at once is of none of them. */
export const namedAttempts = (rounds: readonly Criterion[]): readonly Rewind[] =>
  [...Map.groupBy(rounds.filter(isOfOne), ({ spec }) => spec.label)].flatMap(([label, own]) =>
    own
      .flatMap(({ id, state }) => state.history.map(({ number }) => ({ round: id, attempt: number })))
      .map((each, index) => ({ name: nameOfAttempt(label, index), ...each })),
  );

/** Who asked for it found it: an attempt that has ended stays. */
function find(
  rounds: readonly Criterion[],
  { name, round: id, attempt: number }: Rewind,
): { readonly round: Criterion; readonly attempt: Attempt } {
  const round = rounds.find((each) => each.id === id);
  const attempt = round?.state.history.find((each) => each.number === number);
  if (round === undefined || attempt === undefined) throw new Error(`there is no attempt ${name}`);
  return { round, attempt };
}

/** What comes of a wish to go back that was not dealt with yet; null: there is none. `until`: a later one belongs to another time in somebody's hand. */
export function rewind(view: TaskView, at: Step<'in_hand'>, until = Number.POSITIVE_INFINITY): TaskDecision | null {
  const { state } = view.thing;
  if (at.rewinding !== undefined) {
    const { tree } = find(criteria(view), at.rewinding).attempt;
    return restoreCopy(view, tree, `rewind-${at.rewinding.seq}`);
  }
  const from = Math.max(state.handed ?? 0, at.rewound?.seq ?? 0);
  const wish = noticesOf(view.notices, 'rewind').findLast(({ seq }) => seq > from && seq < until);
  return wish === undefined ? null : advance(state, { ...at, rewinding: { ...wish.body, seq: wish.seq } });
}

export function copyRewound({ state, at, input, output }: Done<'in_hand', 'restore-copy'>): Applied<TaskState> {
  const { rewinding, ...rest } = at;
  if (rewinding === undefined) throw new Error('its copy went back to an attempt that nobody asked for');
  const { tree } = input;
  const files = output.changed.length;
  return go(
    state,
    { ...rest, rewound: { ...rewinding, files } },
    [{ kind: 'rewound', data: { attempt: rewinding.name, tree, files } }],
    { place: { copy: { ...copyOf(state), tree } } },
  );
}

/** A new round of its criterion, with the agent that made the attempt and in a fork of its conversation; what came later is not done. */
export function fromAttempt(
  view: TaskView,
  wish: Rewinding,
): { readonly to: Step<'developing'>; readonly work: Partial<Work> } {
  const { round, attempt } = find(criteria(view), wish);
  const { label, advice, agents } = round.spec;
  const planned = (view.thing.state.known.work.plan?.criteria ?? []).map((each) => each.label);
  const index = planned.includes(label) ? planned.indexOf(label) : planned.length;
  const { agent } = attempt;
  // It belongs to the folder that it was in.
  const conversation = round.spec.member === undefined ? (attempt.conversation ?? null) : null;
  const rewound = { round: round.id, attempt: attempt.number, agent, conversation, ...defined({ beat: attempt.beat }) };
  const to = { kind: 'developing', index, key: nextKey(view, label), advice, agents, rewound } as const;
  // What was worked on beside it is not in its files.
  const beside = round.spec.member?.among ?? [];
  return {
    to,
    work: provenBefore(
      view,
      planned.slice(0, index).filter((each) => !beside.includes(each)),
    ),
  };
}

/** What stands of the work where these criteria alone are met, as far as they are. */
function provenBefore(view: TaskView, labels: readonly string[]): Partial<Work> {
  const { work } = view.thing.state.known;
  const done = work.done.filter((each) => labels.includes(each));
  const passed = done.flatMap((label) =>
    criteria(view)
      .filter(({ spec }) => labelsOf(spec).includes(label))
      .flatMap(passedAs)
      .slice(-1),
  );
  const last = passed.at(-1);
  return {
    done,
    unverified: [...new Set(passed.flatMap(({ unverified }) => unverified))],
    proven: last?.tree ?? null,
    results: last?.results ?? [],
    proofs: (work.proofs ?? []).filter((line) => {
      const of = labelsOfLine(line);
      return of.length > 0 && of.every((label) => done.includes(label));
    }),
    claims: (work.claims ?? []).filter(({ of }) => done.includes(of)),
  };
}

const passedAs = ({ state: { at, history } }: Criterion) =>
  at.kind === 'ended' && at.outcome.kind === 'passed'
    ? [{ ...at.outcome, results: history.at(-1)?.results ?? [] }]
    : [];
