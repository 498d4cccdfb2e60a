// What follows a first submission: further commits on top of the branch, or a new branch where the first was merged.
import type { Applied } from '../../../decision.ts';
import type { Delivery } from '../../../delivery/delivery.ts';
import { nothingReviewed } from '../../../delivery/review.ts';
import { advance, go, keyBeside, known, placeOf, type TaskDecision } from '../../moves.ts';
import type { Task, TaskState } from '../../task.ts';
import { fix } from '../develop.ts';

/** An attempt to mend what showed up after submission. Test, submit and push follow; an open pull request is updated, else there will be a new one. */
export function continueAfterFix({ state }: Task, text: string): TaskDecision {
  if (state.known.delivery.merged == null) return fix(state, text);
  return advance(state, { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'merged', text } } });
}

/** The same for what a pull request brought up: an attempt of its own that does not count as a fix round of the tests. `cause`: the first line of the commit. */
export function taken(state: TaskState, cause: string, advice: string): Applied<TaskState> {
  const review = state.known.delivery.review ?? nothingReviewed;
  const number = review.taken + 1;
  const index = known(state, 'work', 'plan').criteria.length;
  return go(
    state,
    { kind: 'developing', index, key: keyBeside(state, 'REVIEW', number), advice, agents: null },
    [{ kind: 'review_taken_up', data: { cause, round: number } }],
    { delivery: { review: { ...review, taken: number, cause } } },
  );
}

export const takeUp = (state: TaskState, cause: string, advice: string): TaskDecision => ({
  kind: 'advance',
  ...taken(state, cause, advice),
});

/** Parents of the next commit: the branch as it is, and the base where it is joined. */
export function parentsOf(state: TaskState): readonly string[] {
  const { head, joins } = state.known.delivery;
  return [head?.commit ?? placeOf(state).base.commit, ...(joins == null ? [] : [joins])];
}

/** Would the next commit change nothing? */
export function isUnchanged({ known: { work, delivery } }: TaskState): boolean {
  const { head, joins } = delivery;
  return head !== undefined && joins == null && head.tree === work.proven;
}

/** What is known when the branch is on the remote. */
export const pushedNow = (state: TaskState): Partial<Delivery> => ({
  pushed: true,
  head: { commit: known(state, 'delivery', 'commit'), tree: known(state, 'work', 'proven') },
  joins: null,
});

/** Another pull request than before is looked for anew. */
export function openedNow(
  { known: { delivery } }: TaskState,
  { address, ...as }: { readonly address: string; readonly body?: string },
  asked: { readonly body: string },
): Partial<Delivery> {
  const { body } = { ...asked, ...as };
  const { written, review, pullRequest } = delivery;
  if (address === pullRequest) return { written: written ?? body };
  return {
    pullRequest: address,
    written: pullRequest === null ? (written ?? body) : body,
    ...(review === undefined ? {} : { review: { ...review, number: null } }),
  };
}

/** The branch after `fix/x` is `fix/x-2`, then `fix/x-3`. */
export function nextBranch(branch: string): string {
  const number = /-(\d{1,3})$/.exec(branch)?.[1];
  return number === undefined ? `${branch}-2` : `${branch.slice(0, -number.length)}${Number(number) + 1}`;
}
