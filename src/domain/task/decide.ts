// What a task needs next. The only way back is a person's answer.

import { isPaused } from '../criterion/decide.ts';
import type { NoticeDraft } from '../decision.ts';
import type { Instant } from '../ids.ts';
import { planFrom } from '../report/plan-from.ts';
import type { Notice } from '../thing.ts';
import { firstLook } from './apply.ts';
import { cleanUp } from './clean-up.ts';
import { commit, confirmPush, openPullRequest, outcomeOf, push, submit } from './deliver.ts';
import { agree, analyze, plan, readAnalysis, release, undoAnalysis } from './investigate.ts';
import {
  advance,
  advanceTelling,
  criteria,
  go,
  known,
  type Step,
  type TaskDecision,
  type TaskView,
  wait,
} from './move.ts';
import { openPoints } from './open-points.ts';
import {
  afterBase,
  baseGates,
  confirm,
  copy,
  fetch,
  furnish,
  open as openHub,
  prepareDependencies,
  recordBase,
  seal,
  setUp,
  stageBase,
  survey,
} from './prepare.ts';
import { answerOf, trouble } from './questions.ts';
import { type Plan, rootOf, type Task, type TaskStep } from './task.ts';
import {
  afterTest,
  check,
  develop,
  fix,
  hooks,
  inspectTest,
  recordTest,
  stageHooks,
  stageTest,
  testGates,
} from './work.ts';

export function decideTask(view: Omit<TaskView, 'now'>, now: Instant): TaskDecision {
  const seen: TaskView = { ...view, now };
  const { state } = view.thing;
  if (state.at.kind === 'ended')
    return {
      kind: 'finish',
      state,
      said: [{ kind: 'task_ended', data: { outcome: state.at.outcome.kind, why: state.at.outcome.why } }],
    };
  if (state.at.kind === 'releasing') return releaseAll(seen, state.at);
  if (state.at.kind === 'cleaning_remote' || state.at.kind === 'cleaning_copy') return cleanUp(seen, state.at);
  return stopOrPause(seen) ?? hear(seen) ?? claim(seen) ?? decideStep(seen);
}

function decideStep(view: TaskView): TaskDecision {
  const { at } = view.thing.state;
  switch (at.kind) {
    case 'opening':
      return openHub(view);
    case 'fetching':
      return fetch(view);
    case 'surveying':
      return survey(view);
    case 'confirming':
      return confirm(view);
    case 'copying':
      return copy(view, at);
    case 'preparing':
      return prepareDependencies(view);
    case 'setting_up':
      return setUp(view, at);
    case 'sealing':
      return seal(view, at);
    case 'furnishing':
      return furnish(view);
    case 'staging_base':
      return stageBase(view);
    case 'base_gates':
      return baseGates(view, at);
    case 'recording_base':
      return recordBase(view, at);
    case 'base_judged':
      return afterBase(view, view.thing.state.known.baseline);
    case 'analyzing':
      return analyze(view, at);
    case 'reading_analysis':
      return readAnalysis(view);
    case 'undoing_analysis':
      return undoAnalysis(view);
    case 'planning':
      return plan(view, at);
    case 'developing':
      return develop(view, at);
    case 'checking':
      return check(view);
    case 'inspecting_test':
      return inspectTest(view, at);
    case 'staging_test':
      return stageTest(view, at);
    case 'test_gates':
      return testGates(view, at);
    case 'recording_test':
      return recordTest(view, at);
    case 'test_judged':
      return afterTest(view, at.results);
    case 'staging_hooks':
      return stageHooks(view, at);
    case 'hooks':
      return hooks(view, at);
    case 'submitting':
      return submit(view);
    case 'committing':
      return commit(view);
    case 'pushing':
      return push(view);
    case 'confirming_push':
      return confirmPush(view);
    case 'opening_pull_request':
      return openPullRequest(view);
    case 'troubled':
      return inTrouble(view, at);
    case 'asking':
      return answered(view, at);
    case 'by_hand':
      return wait('the one who drives it by hand');
    case 'releasing':
    case 'cleaning_remote':
    case 'cleaning_copy':
    case 'ended':
      throw new Error(`${at.kind} is decided before`);
  }
}

const gone = (
  why: string,
  thing: TaskView['thing'],
  kind: 'cancelled' | 'failed' | 'not_verified',
  back: TaskStep | null,
): TaskStep => release({ kind, why, open: openPoints(thing).map(({ label, text }) => `${label}: ${text}`) }, back);

/** A step of trouble where the outside (fetch, push) is at fault is `unreachable`, all else `setup_failed`. */
function inTrouble({ thing }: TaskView, at: Step<'troubled'>): TaskDecision {
  const outside = ['fetching', 'pushing', 'confirming_push', 'opening_pull_request'].includes(at.back.kind);
  return trouble(
    thing.state,
    thing.spec,
    outside ? 'unreachable' : 'setup_failed',
    `${at.failure.message} (${at.failure.error_code})`,
    at.back,
  );
}

const stopOf = ({ state }: Task, notices: readonly Notice[]): Notice | undefined =>
  notices.find((notice) => notice.seq > state.since && (notice.kind === 'cancel' || notice.kind === 'finish'));

/** Asked to end, and not on its way to the end. */
export const isTaskStopped = (thing: Task, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null &&
  !['releasing', 'cleaning_remote', 'cleaning_copy', 'ended'].includes(thing.state.at.kind) &&
  stopOf(thing, notices) !== undefined;

/** Cancel and finish end what runs first; pause parks at the next safe point and gives the slot back. */
function stopOrPause(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const living = children.filter((child) => !child.ended);
  const stop = stopOf(thing, notices);
  if (stop !== undefined && state.stopping === null) {
    const tell: NoticeDraft[] = living.map((child) => ({ to: child.id, kind: 'cancel', body: null }));
    return {
      kind: 'advance',
      state: { ...state, stopping: stop.kind === 'finish' ? 'finish' : 'cancel' },
      said: [{ kind: 'stop_asked', data: { how: stop.kind, by: stop.by } }],
      notices: tell,
      closeQuestions: `the task is ended by ${stop.by}`,
    };
  }
  if (state.stopping !== null) {
    if (living.length > 0) return wait('the end of what runs');
    const back = rootOf(state.at);
    return advance(
      state,
      state.stopping === 'cancel'
        ? gone(`cancelled by ${stop?.by ?? 'a person'}`, thing, 'cancelled', back)
        : gone(`finished by ${stop?.by ?? 'a person'}`, thing, 'not_verified', back),
    );
  }
  return pauseOrResume(view);
}

function pauseOrResume(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const paused = isPaused(notices);
  if (paused !== state.paused) {
    const tell = criteria(view)
      .filter((child) => !child.ended)
      .map((child): NoticeDraft => ({ to: child.id, kind: paused ? 'pause' : 'resume', body: null }));
    return advanceTelling({ ...state, paused }, tell, [{ kind: paused ? 'paused' : 'resumed' }]);
  }
  if (!paused) return null;
  const busy = children.some(
    (child) => !child.ended && (child.kind === 'run' || !(child.state as { paused?: boolean }).paused),
  );
  if (busy) return wait('the next safe point');
  if (state.known.slot !== 'none') return freeSlot(view);
  return wait('a person to resume');
}

/** What was said and not dealt with, in its order: words before there is a criterion to tell are kept for the first prompt; a retry counts where a question is open. */
function hear({ thing, notices }: TaskView): TaskDecision | null {
  const { state } = thing;
  const unheard = notices.filter(({ seq, kind }) => seq > state.heard && (kind === 'say' || kind === 'retry'));
  const first = (kind: string) => {
    const at = unheard.findIndex((notice) => notice.kind === kind);
    return at < 0 ? unheard : unheard.slice(0, at);
  };
  const taken = state.at.kind === 'asking' ? first('retry') : state.at.kind === 'developing' ? first('say') : unheard;
  const last = taken.at(-1);
  if (last === undefined) return null;
  const words = taken.filter((notice) => notice.kind === 'say').map((notice) => String(notice.body));
  return { kind: 'advance', state: { ...state, heard: last.seq, said: [...state.said, ...words] }, said: [] };
}

const freeSlot = ({ thing }: TaskView): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'free-slot',
    input: { workspace: thing.spec.settings.workspace.name, slots: thing.spec.settings.workspace.slots },
  },
});

/** Work needs a slot; a task that waits for a person gives its own back and keeps copy and branch. */
function claim(view: TaskView): TaskDecision | null {
  const { thing, slot } = view;
  const { state, spec } = thing;
  const { workspace } = spec.settings;
  if (state.at.kind === 'by_hand') return null;
  if (state.at.kind === 'asking')
    return state.known.slot !== 'none' && answerOf(view.questions, state.at) === null && retried(view) === undefined
      ? freeSlot(view)
      : null;
  if (state.known.slot === 'held') return null;
  if (state.known.slot === 'waiting')
    return slot.kind === 'held'
      ? {
          kind: 'advance',
          state: { ...state, known: { ...state.known, slot: 'held' } },
          said: [{ kind: 'slot_granted' }],
        }
      : wait(`a free slot of ${workspace.name}`);
  return {
    kind: 'perform',
    effect: {
      name: 'claim-slot',
      input: {
        workspace: workspace.name,
        slots: workspace.slots,
        priority: spec.priority,
        exclusive: workspace.isolation === 'checkout',
      },
    },
  };
}

const retried = ({ thing, notices }: TaskView): Notice | undefined =>
  notices.find((notice) => notice.kind === 'retry' && notice.seq > thing.state.heard);

function answered(view: TaskView, at: Step<'asking'>): TaskDecision {
  const { state } = view.thing;
  const retry = retried(view);
  if (retry !== undefined) {
    const next = { ...state, heard: retry.seq };
    return {
      kind: 'advance',
      ...go(next, at.back, [{ kind: 'retried' }]),
      closeQuestions: 'the phase was started again',
    };
  }
  const answer = answerOf(view.questions, at);
  if (answer === null) return wait(`an answer to ${at.question}`);
  return follow(view, at, answer);
}

type Given = NonNullable<ReturnType<typeof answerOf>>;

/** Where each choice leads. */
function follow(view: TaskView, at: Step<'asking'>, answer: Given): TaskDecision {
  const { state } = view.thing;
  const words = answer.words ?? '';
  const cancel = advance(
    state,
    gone(
      `${answer.choice === 'abandon' ? 'given up' : 'cancelled'} by ${answer.by}`,
      view.thing,
      answer.choice === 'abandon' ? 'failed' : 'cancelled',
      at.back,
    ),
  );
  switch (answer.choice) {
    case 'cancel':
    case 'abandon':
      return cancel;
    case 'retry':
      return advance(state, at.back);
    case 'without':
      return advance(
        state,
        at.back.kind === 'fetching' ? { kind: 'surveying' } : release(outcomeOf(state, 'not submitted'), at.back),
      );
    case 'yes':
      return advance(state, { kind: 'copying', tried: 0 });
    case 'go_on':
      return advance(state, view.thing.spec.plan === null ? firstLook : { kind: 'planning', looks: 0 });
    case 'go':
    case 'change':
    case 'plan':
    case 'again':
    case 'enough':
      return at.question === 'submit' ? fix(state, words) : followPlan(view, at, answer.choice, words);
    case 'another':
    case 'advice':
    case 'raise':
    case 'code':
      return followStuck(view, at, answer.choice, words);
    case 'fix':
      return fix(
        state,
        words === ''
          ? state.known.results
              .filter((result) => result.verdict === 'failed')
              .map((result) => `${result.gate}: ${result.why}`)
              .join('\n')
          : words,
      );
    case 'test':
      return advance(state, { kind: 'checking' });
    case 'submit':
      return advance(state, { kind: 'committing' }, [], {
        override: state.known.unverified.length > 0 ? answer.by : null,
      });
    case 'edit':
      return advance(state, { kind: 'submitting' }, [], {
        title: words.split('\n')[0] ?? '',
        ...(words.includes('\n') ? { body: words.slice(words.indexOf('\n') + 1).trim() } : {}),
      });
    default:
      return followProposal(view, answer.choice);
  }
}

function followPlan(
  view: TaskView,
  at: Step<'asking'>,
  choice: 'go' | 'change' | 'plan' | 'again' | 'enough',
  words: string,
): TaskDecision {
  const { state, spec } = view.thing;
  const report = state.known.report?.report ?? null;
  const agreed = planFrom(spec.text, spec.plan, report, null);
  const looks = at.back.kind === 'planning' ? at.back.looks : 0;
  switch (choice) {
    case 'go':
      return agree(view, agreed);
    case 'change':
      return agree(view, { ...agreed, text: `${agreed.text}\n\nThe person changed this: ${words}` });
    case 'plan':
      return agree(view, planFrom(spec.text, words, null, null));
    case 'again':
      return advance(state, {
        ...(firstLook as Step<'analyzing'>),
        looks: looks + 1,
        words: words === '' ? null : words,
      });
    case 'enough':
      return advance(
        state,
        release(
          {
            kind: 'not_verified',
            why: 'ended with the analysis',
            open: agreed.criteria.map((each) => `${each.label}: ${each.text}`),
          },
          at.back,
        ),
      );
  }
}

function followProposal(view: TaskView, choice: string): TaskDecision {
  const { state, spec } = view.thing;
  const number = /^proposal_(\d+)$/.exec(choice)?.[1];
  if (number === undefined) throw new Error(`no way leads on from the choice ${choice}`);
  const chosen: Plan = planFrom(spec.text, null, state.known.report?.report ?? null, Number(number) - 1);
  return agree(view, chosen);
}

/** A blocked criterion goes on as a new one with the same text, further attempts and what was learned. */
function followStuck(
  view: TaskView,
  at: Step<'asking'>,
  choice: 'another' | 'advice' | 'raise' | 'code',
  words: string,
): TaskDecision {
  const { state, spec } = view.thing;
  if (choice === 'code') return advance(state, { kind: 'checking' });
  if (at.back.kind !== 'developing') return advance(state, at.back);
  const { back } = at;
  const planned = known(state, 'plan').criteria[back.index]?.label ?? back.key;
  const round =
    criteria(view).filter((child) => child.key === planned || child.key.startsWith(`${planned}.`)).length + 1;
  const last = criteria(view).find((child) => child.key === back.key);
  const used = last?.spec.agents[last.state.agent];
  const agents =
    choice === 'another'
      ? [...spec.settings.agents.develop.filter((agent) => agent !== used), ...(used === undefined ? [] : [used])]
      : back.agents;
  return advance(state, {
    ...back,
    key: `${planned}.${round}`,
    advice: choice === 'advice' ? words : back.advice,
    agents,
  });
}

function releaseAll(view: TaskView, at: Step<'releasing'>): TaskDecision {
  const { spec } = view.thing;
  return {
    kind: 'perform',
    effect: {
      name: 'release',
      input: {
        workspace: spec.settings.workspace.name,
        slots: spec.settings.workspace.slots,
        outcome: at.outcome.kind,
      },
    },
  };
}
