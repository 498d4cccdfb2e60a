// What a look at the pull request, or an act on it, came to.

import type { Applied } from '../../../decision.ts';
import { defined } from '../../../defined.ts';
import type { Thread } from '../../../delivery/pull-request.ts';
import type { Review, Watch } from '../../../delivery/review.ts';
import { askedFor, conflictIn, failingCheck, oneLine, saidByPerson, standingOf } from '../../../delivery/words.ts';
import type { EffectMap, EffectName } from '../../../effect/effect.ts';
import type { Failure } from '../../../error.ts';
import type { Said } from '../../../fact/fact.ts';
import type { Instant } from '../../../ids.ts';
import { endUndone } from '../../judge-outcome.ts';
import { copyOf, go, learning, minutes, placeOf, type Step } from '../../moves.ts';
import { afterMerge } from '../../next-phase.ts';
import type { Done, StepRow } from '../../step-row.ts';
import type { Task, TaskState } from '../../task.ts';
import { fix } from '../develop.ts';
import { remembered } from '../trust.ts';
import { nextBranch, taken } from './follow-up.ts';
import { causeOf, isAllowed, judgePullRequest, type PullRequestSighting } from './judge.ts';
import { retargeted } from './unstack.ts';
import { reviewOf, watching, withReview } from './watch.ts';

const firstRestMs = 30_000;
const longestRestMs = minutes(5);
/** Looks that fail one after another, until a person is told. */
const patience = 12;

type Watched<Name extends EffectName> = Done<'watching', Name>;

export const applied: NonNullable<StepRow<'watching'>['applied']> = {
  'look-at-pull-request': lookedAt,
  'read-check-log': ({ state, at, output }) => takeUpCheck(state, at, output.text),
  'follow-branch': ({ state, output }) => followed(state, output),
  'survey-base': baseSurveyed,
  'join-base': ({ state, output, now }) => joinedNow(state, output, now),
  'restore-copy': ({ state, at }) => renewed(state, at),
  'change-pull-request': ({ state, input, output }) =>
    go(state, watching({ kind: 'answering' }), [], { delivery: { written: output.body ?? input.body } }),
  'reply-on-thread': replied,
  'retarget-pull-request': retargeted,
  'remember-trust': remembered,
};

function lookedAt({
  thing,
  state,
  output: { look, at, base },
  now,
}: Watched<'look-at-pull-request'>): Applied<TaskState> {
  return look === null ? noneThere(state, now) : seen(thing, { look, ...defined({ at, base }) }, now);
}

function baseSurveyed({ state, at, output }: Watched<'survey-base'>): Applied<TaskState> {
  const { base, plan, settings, copy, hooks, sandbox, toTrust } = output;
  const why = at.doing?.kind === 'surveying' ? at.doing.why : null;
  const next: Watch = why?.kind === 'merged' ? { kind: 'renewing', text: why.text } : { kind: 'joining' };
  const stale = placeOf(state).gatePlan.dependencyKey !== plan.dependencyKey;
  const found = {
    base,
    gatePlan: plan,
    gateSettings: settings,
    copyFiles: copy,
    hooks,
    sandbox,
    ...(stale ? { stale } : {}),
    ...defined({ toTrust }),
  };
  return go(state, watching(next), [], {
    place: found,
  });
}

function replied({ state }: Watched<'reply-on-thread'>): Applied<TaskState> {
  const review = reviewOf(state);
  const [owed, ...rest] = review.owed;
  return go(state, watching({ kind: 'answering' }), [{ kind: 'thread_answered', data: { thread: owed?.thread } }], {
    delivery: {
      review: { ...review, owed: rest },
    },
  });
}

/** Nothing is concluded from what could not be seen. */
export function notSeen(state: TaskState, failure: Failure, now: Instant): Applied<TaskState> {
  const review = reviewOf(state);
  const failures = review.failures + 1;
  const lasting = failure.error_code === 'FORGE_AUTH' || failure.error_code === 'FORGE_REFUSED';
  if (lasting || failures >= patience)
    return go(state, { kind: 'troubled', failure, back: watching({ kind: 'looking' }) }, [], {
      delivery: {
        review: { ...review, failures: 0 },
      },
    });
  const wished = Number(failure.details?.retryAfterMs);
  const pauseMs = Math.min(firstRestMs * 2 ** Math.min(failures, 8), longestRestMs);
  const until = now + (wished > 0 ? Math.max(wished, pauseMs) : pauseMs);
  return go(state, watching({ kind: 'resting', until, pauseMs }), [], {
    delivery: {
      review: { ...review, failures, standing: `it could not be looked at: ${failure.message}` },
    },
  });
}

function noneThere(state: TaskState, now: Instant): Applied<TaskState> {
  const failure = {
    error_code: 'FORGE_REFUSED',
    message: `${state.known.delivery.pullRequest} is not there any more.`,
  } as const;
  return notSeen(state, failure, now);
}

/** Somebody who says what to do need not be asked first. */
const asks: readonly Watch['kind'][] = ['stuck', 'strangers'];

function seen(thing: Task, found: PullRequestSighting, now: Instant): Applied<TaskState> {
  const { spec } = thing;
  const { look } = found;
  const before = reviewOf(thing.state);
  const standing = standingOf(look);
  const news = standing !== before.standing || look.number !== before.number;
  const rounds = Object.fromEntries(Object.entries(before.rounds).filter(([cause]) => !isMended(cause, look)));
  const review: Review = { ...before, rounds, number: look.number, failures: 0, standing };
  const state = learning(thing.state, { delivery: { review, pullRequest: look.address } });
  const said: readonly Said[] = news
    ? [{ kind: 'pull_request_seen', data: { standing, head: look.head, notes: look.notes } }]
    : [];
  const judged = judgePullRequest(spec, state, review, found);
  const words = review.words ?? [];
  if (words.length > 0 && (judged.kind === 'nothing' || (judged.kind === 'do' && asks.includes(judged.doing.kind)))) {
    const moved = taken(withReview(state, { ...review, words: [] }), 'Do what a person asks for', saidByPerson(words));
    return { state: moved.state, said: [...said, ...moved.said] };
  }
  switch (judged.kind) {
    case 'merged': {
      const merged = { commit: look.merged, address: look.address };
      const next = learning(state, { delivery: { merged } });
      return go(next, afterMerge({ ...thing, state: next }), [...said, { kind: 'pull_request_merged', data: merged }]);
    }
    case 'closed':
      return go(
        state,
        endUndone(
          `${look.address} was closed on the forge without being merged; copy and branch stay`,
          { ...thing, state },
          'failed',
          watching({ kind: 'looking' }),
        ),
        [...said, { kind: 'pull_request_closed', data: { address: look.address } }],
      );
    case 'asked':
      return takeUpComments({ ...thing, state }, judged.threads, said);
    case 'do':
      return go(state, watching(judged.doing), said);
    case 'nothing':
      return rested(state, news, now, said);
  }
}

/** What is well again and breaks later is another cause. */
const isMended = (cause: string, { mergeable, checks }: PullRequestSighting['look']): boolean =>
  cause === 'conflict'
    ? mergeable === 'yes'
    : checks.some((check) => check.state === 'passed' && causeOf(check) === cause);

function rested(state: TaskState, news: boolean, now: Instant, said: Applied<TaskState>['said']): Applied<TaskState> {
  const last = reviewOf(state).restMs ?? firstRestMs;
  const pauseMs = news ? firstRestMs : Math.min(last * 2, longestRestMs);
  return go(state, watching({ kind: 'resting', until: now + pauseMs, pauseMs }), said, {
    delivery: {
      review: { ...reviewOf(state), restMs: pauseMs },
    },
  });
}

function takeUpCheck(state: TaskState, { doing }: Step<'watching'>, log: string): Applied<TaskState> {
  const check = doing?.kind === 'reading_log' ? doing.check : null;
  if (check === null) return { state, said: [] };
  const cause = causeOf(check);
  const review = reviewOf(state);
  const counted = {
    ...review,
    dealt: [...review.dealt, check.id],
    rounds: { ...review.rounds, [cause]: (review.rounds[cause] ?? 0) + 1 },
  };
  const next = withReview(state, counted);
  return taken(next, `Mend the check ${oneLine(check.name)}`, failingCheck(check, log));
}

/** All that allowed people asked for since our last answers, in one attempt; what strangers said on the same threads goes along unasked for nothing. */
export function takeUpComments(
  { spec, state }: Task,
  threads: readonly Thread[],
  said: Applied<TaskState>['said'],
  everybody = false,
): Applied<TaskState> {
  const isWanted = (comment: Thread['comments'][number]) => everybody || isAllowed(spec, comment);
  const wanted = threads.map((thread) => ({ ...thread, comments: thread.comments.filter(isWanted) }));
  const review = reviewOf(state);
  const before = state.known.delivery.head?.commit ?? null;
  const owed = wanted.map(({ id }) => ({ thread: id, before }));
  const dealt = [...review.dealt, ...wanted.flatMap(({ comments }) => comments.map(({ id }) => id))];
  const next = withReview(state, { ...review, owed: [...review.owed, ...owed], dealt });
  const moved = taken(next, 'Do what the review asks for', askedFor(wanted, isWanted));
  return { state: moved.state, said: [...said, ...moved.said] };
}

/** Commits of other people are kept and built upon; what was not pushed yet is merged with them. */
function followed(
  before: TaskState,
  { head, base, rewritten, by, joined }: EffectMap['follow-branch']['output'],
): Applied<TaskState> {
  const copy = copyOf(before);
  const branch = copy.branch;
  if (head === null) return go(before, watching({ kind: 'gone', branch }));
  const how = rewritten ? 'was rewritten' : 'has further commits';
  const note = `The branch ${branch} ${how} by ${oneLine(by)} (${head.commit.slice(0, 8)}); they are kept, and what follows goes on top.`;
  const state = learning(before, {
    place: {
      notes: [...before.known.place.notes, note],
      copy: { ...copy, tree: joined?.tree ?? head.tree },
      ...(base === null ? {} : { base: { ...placeOf(before).base, ...base } }),
    },
    delivery: { head, commit: head.commit, joins: null },
  });
  const said: readonly Said[] = [{ kind: 'branch_moved', data: { to: head.commit, by, rewritten } }];
  if (joined === undefined) return go(state, watching({ kind: 'looking' }), said);
  return gatesOrAttempt(withReview(state, { ...reviewOf(state), cause: `Merge what ${oneLine(by)} pushed` }), said, {
    ...joined,
    joins: before.known.delivery.commit,
    from: branch,
  });
}

type Joined = {
  readonly tree: string;
  readonly conflicts: readonly string[];
  readonly joins: string | null;
  readonly from: string;
};

/** What git could merge needs the gates alone, all of them: nothing is proven of the outcome. Else an attempt on the files in conflict. */
function gatesOrAttempt(
  state: TaskState,
  said: Applied<TaskState>['said'],
  { conflicts, joins, from }: Joined,
): Applied<TaskState> {
  const next = learning(state, { work: { proven: null }, delivery: { joins } });
  if (conflicts.length === 0) return setUpFirst(go(next, { kind: 'checking' }, said));
  const moved = taken(next, reviewOf(state).cause ?? '', conflictIn(conflicts, from));
  return setUpFirst({ state: moved.state, said: [...said, ...moved.said] });
}

function joinedNow(
  state: TaskState,
  { tree, conflicts, contained }: EffectMap['join-base']['output'],
  now: Instant,
): Applied<TaskState> {
  const review = reviewOf(state);
  const { base } = placeOf(state);
  // The forge has not looked at what was pushed last: it is asked once more, later.
  const current = `current:${state.known.delivery.head?.commit}:${base.commit}`;
  if (contained === true && !review.dealt.includes(current)) {
    const asked = withReview(state, { ...review, dealt: [...review.dealt, current] });
    return rested(learning(asked, { place: { copy: { ...copyOf(state), tree } } }), true, now, []);
  }
  // All of it is in the base: whoever merged it did so a moment ago.
  const merged = `contained:${state.known.delivery.head?.commit}`;
  if (conflicts.length === 0 && tree === base.tree && !review.dealt.includes(merged)) {
    const copy = { ...copyOf(state), tree };
    return go(state, watching({ kind: 'looking' }), [], {
      place: { copy },
      work: { proven: null },
      delivery: { joins: base.commit, review: { ...review, dealt: [...review.dealt, merged] } },
    });
  }
  const counted: Review = {
    ...review,
    cause: `Merge ${base.branch} into ${copyOf(state).branch}`,
    rounds: { ...review.rounds, conflict: (review.rounds.conflict ?? 0) + 1 },
    dealt: [...review.dealt, `conflict:${state.known.delivery.head?.commit}`],
  };
  const next = learning(state, { place: { copy: { ...copyOf(state), tree } }, delivery: { review: counted } });
  const joined = { tree, conflicts, joins: base.commit, from: base.branch };
  return gatesOrAttempt(next, [{ kind: 'base_joined', data: { base: base.commit, conflicts } }], joined);
}

/** Gates say nothing with the dependencies of another base. */
function setUpFirst({ state, said }: Applied<TaskState>): Applied<TaskState> {
  if (state.known.place.stale !== true) return { state, said };
  return go({ ...state, afterwards: state.at }, { kind: 'preparing' }, said, { place: { stale: false } });
}

/** A branch of its own from what the base has become. */
function renewed(state: TaskState, { doing }: Step<'watching'>): Applied<TaskState> {
  const text = doing?.kind === 'renewing' ? doing.text : '';
  const { head: _, review: __, ...rest } = state.known.delivery;
  const { base } = placeOf(state);
  const copy = copyOf(state);
  const branch = nextBranch(copy.branch);
  const next: TaskState = {
    ...state,
    known: {
      ...state.known,
      place: { ...state.known.place, copy: { ...copy, branch, tree: base.tree } },
      work: { ...state.known.work, proven: null },
      delivery: { ...rest, merged: null, joins: null, commit: null, pushed: false, pullRequest: null, body: null },
    },
  };
  const moved = fix(next, text);
  if (moved.kind !== 'advance') throw new Error('a fix is a step');
  return setUpFirst({ state: moved.state, said: [{ kind: 'branch_renewed', data: { branch } }, ...moved.said] });
}
