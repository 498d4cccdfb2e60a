// A person goes on in the copy: the task is in their hand until they give it back, and what they changed is put on record then.

import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import type { Said } from '../../fact/fact.ts';
import { type Notice, noticesOf } from '../../notice.ts';
import { livingOf, tellAll } from '../../parts/stop.ts';
import { snapshotCopy } from '../copy-acts.ts';
import { advance, copyOf, criteria, go, placeOf, type Step, type TaskDecision, type TaskView, wait } from '../moves.ts';
import type { Phase } from '../phase.ts';
import { proposedPlan } from '../proposed-plan.ts';
import { atWork, type Done, type StepKind, type StepRow, type StepRows } from '../step-row.ts';
import { rootOf, type TaskState, type TaskStep } from '../task.ts';
import { copyRewound, fromAttempt, rewind } from './rewind.ts';

const handings = (notices: readonly Notice[]) => noticesOf(notices, 'take', 'give');

/** Notices of the kind up to now: those before belong to an earlier time in somebody's hand. */
const lastHanding = (notices: readonly Notice[]): number => handings(notices).at(-1)?.seq ?? 0;

/** Whether a person has it, or is to have it at the next safe point. */
export const isTaken = ({ at, handed = 0, since }: TaskState, notices: readonly Notice[]): boolean => {
  const last = handings(notices).findLast(({ seq }) => seq > Math.max(handed, since));
  return last === undefined ? at.kind === 'in_hand' : last.kind === 'take';
};

/** The copy is theirs by now, to go on in. */
export const isInHand = ({ at }: TaskState): boolean => at.kind === 'in_hand' && at.renewed !== false;

/** Into the person's hand; their next `give` counts. */
export function enterHand(view: TaskView, back: TaskStep, by: string, closing?: string): TaskDecision {
  const { state } = view.thing;
  const next = { ...state, handed: lastHanding(view.notices) };
  const moved = go(next, { kind: 'in_hand', by, back, renewed: false }, [{ kind: 'taken_over', data: { by } }]);
  return { kind: 'advance', ...moved, ...defined({ closeQuestions: closing }) };
}

/** What comes of a take or a give that was not dealt with yet; null: nothing, the task goes its way. `phase`: of this step; `may`: when it may be taken over there. */
export function inHand(
  view: TaskView,
  { phase, may }: { readonly phase: Phase; readonly may: StepRow<StepKind>['handover'] },
): TaskDecision | null {
  const { state } = view.thing;
  const from = Math.max(state.handed ?? 0, state.since);
  const fresh = handings(view.notices).filter(({ seq }) => seq > from);
  if (state.at.kind === 'taking_back') return null;
  if (state.at.kind === 'in_hand') {
    const give = fresh.find((notice) => notice.kind === 'give');
    const rewound = state.at.renewed === false ? null : rewind(view, state.at, give?.seq);
    return rewound ?? (give === undefined ? rest(view, state.at) : giveBack(view, state.at, give, phase));
  }
  const last = fresh.at(-1);
  if (last === undefined) return null;
  if (last.kind === 'give') return neverMind(view, last);
  return state.known.place.copy === null || may === 'later' ? null : handOver(view, last.by);
}

/** Given back before it was handed over. */
function neverMind({ thing: { state }, children }: TaskView, { seq }: Notice): TaskDecision {
  const { handing, ...calm } = state;
  const resting = handing === true ? livingOf(children).filter(({ kind }) => kind === 'criterion') : [];
  return { kind: 'advance', state: { ...calm, handed: seq }, said: [], notices: tellAll(resting, 'resume') };
}

/** Who is not at work needs no slot; what is driven by hand keeps it with its lease. */
function rest({ thing: { spec, state } }: TaskView, at: Step<'in_hand'>): TaskDecision {
  const { name: workspace, slots, isolation } = spec.settings.workspace;
  if (at.renewed === false && state.known.place.copy !== null) {
    const { path: copy, branch } = state.known.place.copy;
    const { hub, base } = placeOf(state);
    const input = { hub, base, copy, branch, isolation };
    return { kind: 'perform', effect: { name: 'renew-copy', input } };
  }
  return state.slot === 'none' || spec.driven === 'hand'
    ? wait(`${at.by} to give it back`)
    : { kind: 'perform', effect: { name: 'free-slot', input: { workspace, slots } } };
}

/** Criteria are paused, what runs comes to its end, then the copy is the person's. */
function handOver(view: TaskView, by: string): TaskDecision {
  const { state } = view.thing;
  const living = livingOf(view.children);
  const awake = criteria(view).filter((child) => !child.ended && !child.state.paused);
  if (awake.length > 0 && state.handing !== true)
    return {
      kind: 'advance',
      state: { ...state, handing: true },
      said: [],
      notices: tellAll(awake, 'pause'),
    };
  if (awake.length > 0 || living.some(({ kind }) => kind === 'run')) return wait('the next safe point');
  const { handing: _, ...calm } = state;
  return enterHand({ ...view, thing: { ...view.thing, state: calm } }, rootOf(state.at), by, `taken over by ${by}`);
}

/** Back to the agent where it was or where it was set back to, or on at test: but for the first, what was under way ends. */
function giveBack(
  view: TaskView,
  { back, rewound }: Step<'in_hand'>,
  give: Notice<'give'>,
  phase: Phase,
): TaskDecision {
  const { state } = view.thing;
  const goesOn = give.body?.go_on === true;
  const { to, work = {} } = !goesOn
    ? { to: { kind: 'checking' } as const }
    : rewound === undefined
      ? { to: resumed(state, back, phase) }
      : fromAttempt(view, rewound);
  const kind = beginsAnew(to) ? 'cancel' : 'resume';
  const told = livingOf(view.children).filter((child) => child.kind === 'criterion' || kind === 'cancel');
  const given = kind === 'resume' ? told.map(({ id }) => ({ to: id, kind: 'give' as const, body: give.body })) : [];
  const next = { ...state, handed: give.seq };
  return {
    ...advance(next, { kind: 'taking_back', by: give.by, to }, [], { work }),
    kind: 'advance',
    notices: [...given, ...tellAll(told, kind)],
  } as TaskDecision;
}

/** A tree that was looked at before says nothing of what a person made of it: all is looked at anew. */
function resumed({ known }: TaskState, back: TaskStep, phase: Phase): TaskStep {
  const early = ['confirm', 'probe', 'analyze', 'plan', 'develop'].includes(phase);
  return early || known.work.plan === null ? back : { kind: 'checking' };
}

const beginsAnew = (to: TaskStep): boolean =>
  to.kind === 'checking' || (to.kind === 'developing' && to.rewound !== undefined);

/** The copy as the person leaves it. */
function takeBack(view: TaskView, at: Step<'taking_back'>): TaskDecision {
  const { thing, children } = view;
  if (beginsAnew(at.to) && children.some(({ ended }) => !ended)) return wait('the end of what was under way');
  return snapshotCopy(view, `given-${thing.state.handed ?? 0}`);
}

/** Without a plan the task's own text is the one criterion, as it is without an analysis. */
function takenBack({ thing: { spec }, state, at, phase, output }: Done<'taking_back', 'snapshot'>): Applied<TaskState> {
  const { by, to } = at;
  const { tree, changes, total } = output;
  const { plan } = state.known.work;
  const agreed = plan ?? proposedPlan({ spec, state });
  return go(state, to, [{ kind: 'given_back', data: { by, tree, files: total?.files ?? changes.length, to: phase } }], {
    place: { copy: { ...copyOf(state), tree } },
    work: to.kind === 'checking' ? { plan: agreed } : {},
  });
}

function copyRenewed({ state, at, output: { taken } }: Done<'in_hand', 'renew-copy'>): Applied<TaskState> {
  const said: readonly Said[] = taken.length === 0 ? [] : [{ kind: 'copy_renewed', data: { taken } }];
  return go(state, { ...at, renewed: true }, said);
}

export const takeOverSteps: StepRows<'in_hand' | 'taking_back'> = {
  in_hand: {
    ...atWork,
    waits: 'person',
    phase: ({ back }) => back,
    says: (_, { by }) => `is in the hand of ${by.replace(/^person:/, '')} until \`drover task give\``,
    slot: 'frees',
    decide: rest,
    applied: { 'renew-copy': copyRenewed, 'restore-copy': copyRewound },
  },
  taking_back: {
    ...atWork,
    phase: ({ to }) => to,
    says: 'is taken back',
    decide: takeBack,
    applied: { snapshot: takenBack },
  },
};
