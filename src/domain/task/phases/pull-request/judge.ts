// What one look at the pull request leads to: the first thing that calls for something, as it is now, whatever was seen before.
import type { Check, Comment, Look, Thread } from '../../../delivery/pull-request.ts';
import type { Review, Watch } from '../../../delivery/review.ts';
import { conflictIn, failingCheck, oneLine } from '../../../delivery/words.ts';
import type { BaseMoved } from '../../../place/hub.ts';
import { placeOf } from '../../moves.ts';
import type { TaskSpec, TaskState } from '../../task.ts';

export type PullRequestSighting = {
  readonly look: Look /** The branch on the remote; null: it is gone; absent: not known. */;
  readonly at?: string | null;
  /** Its base, where that is not what it was. */
  readonly base?: BaseMoved;
};

export type Judged =
  | { readonly kind: 'merged' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'do'; readonly doing: Watch }
  | { readonly kind: 'asked'; readonly threads: readonly Thread[] }
  | { readonly kind: 'nothing' };

export function judgePullRequest(
  spec: TaskSpec,
  state: TaskState,
  review: Review,
  { look, at, base }: PullRequestSighting,
): Judged {
  if (look.state === 'merged') return { kind: 'merged' };
  if (look.state === 'closed') return { kind: 'closed' };
  const act = (doing: Watch): Judged => ({ kind: 'do', doing });
  const { head } = state.known.delivery;
  if (at === null && !review.dealt.includes(goneKey(head?.commit))) return act({ kind: 'gone', branch: look.branch });
  if (at != null && head !== undefined && at !== head.commit) return act({ kind: 'fetching', why: { kind: 'moved' } });
  if (base !== undefined && !review.dealt.includes(baseKey(base, state))) return act({ kind: 'base_moved', how: base });
  // What the forge says of an older commit is not about this one.
  if (head !== undefined && look.head !== null && look.head !== head.commit) return { kind: 'nothing' };
  return (
    conflict(spec, review, look, act) ??
    failing(spec, review, look, act) ??
    comments(spec, review, look, act) ?? { kind: 'nothing' }
  );
}

export const goneKey = (commit: string | undefined): string => `gone:${commit ?? ''}`;
export const baseKey = (how: BaseMoved, state: TaskState): string => `base:${how}:${placeOf(state).base.commit}`;
const left = (id: string): string => `left:${id}`;

type Act = (doing: Watch) => Judged;

function conflict(spec: TaskSpec, review: Review, look: Look, act: Act): Judged | null {
  if (look.mergeable !== 'conflict') return null;
  const id = `conflict:${look.head}`;
  if (review.dealt.includes(left(id))) return null;
  if (isSpent(spec, review, 'conflict') || review.dealt.includes(id))
    return act(stuck(id, 'conflict', `${look.branch} still conflicts with ${look.base}.`, conflictIn([], look.base)));
  return act({ kind: 'fetching', why: { kind: 'conflict' } });
}

function failing(spec: TaskSpec, review: Review, look: Look, act: Act): Judged | null {
  const red = look.checks.filter(
    ({ id, required, state }) => required && state === 'failed' && !review.dealt.includes(left(id)),
  );
  const fresh = red.find((check) => !review.dealt.includes(check.id) && !isSpent(spec, review, causeOf(check)));
  if (fresh !== undefined) return act({ kind: 'reading_log', check: fresh });
  const [check] = red;
  if (check === undefined) return null;
  const why = isSpent(spec, review, causeOf(check))
    ? `was worked on ${review.rounds[causeOf(check)] ?? 0} times`
    : 'was worked on, and nothing had to be changed';
  const text = `The check ${oneLine(check.name)} fails on ${look.address}; it ${why}.\n${check.why}\n${check.address ?? ''}`;
  return act(stuck(check.id, causeOf(check), text, failingCheck(check, check.why)));
}

export const causeOf = ({ name }: Pick<Check, 'name'>): string => `check:${name}`;

const isSpent = ({ settings }: TaskSpec, { rounds }: Review, cause: string): boolean =>
  (rounds[cause] ?? 0) >= settings.limits.fixRounds;

const stuck = (id: string, cause: string, text: string, advice: string): Watch => ({
  kind: 'stuck',
  id,
  cause,
  text,
  advice,
});

function comments(spec: TaskSpec, review: Review, look: Look, act: Act): Judged | null {
  const open = look.threads
    .filter(({ resolved }) => !resolved)
    .map((thread) => ({ ...thread, comments: unanswered(thread, review) }));
  const asked = open.filter((thread) => thread.comments.some((one) => isAllowed(spec, one)));
  if (asked.length > 0) return { kind: 'asked', threads: asked };
  const strange = open
    .map((thread) => ({ ...thread, comments: thread.comments.filter(({ right }) => right === 'stranger') }))
    .filter((thread) => thread.comments.length > 0);
  return strange.length > 0 ? act({ kind: 'strangers', threads: strange }) : null;
}

/** What was said after our last answer and not dealt with. */
function unanswered({ comments: all }: Thread, { dealt }: Review): readonly Comment[] {
  const last = all.findLastIndex(({ right }) => right === 'own');
  return all.slice(last + 1).filter(({ id }) => !dealt.includes(id));
}

/** Who may write to the repository, and whom the person named. */
export function isAllowed({ settings: { pullRequest } }: TaskSpec, { right, author }: Comment): boolean {
  const named = [...(pullRequest?.reviewers ?? []), ...(pullRequest?.reviewBy ?? [])];
  return right === 'member' || (right !== 'own' && named.some((name) => name.toLowerCase() === author.toLowerCase()));
}
