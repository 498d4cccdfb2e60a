// What a task publishes of its work, and how far that is.
import type { StackedOn } from '../feature/part.ts';
import type { Review } from './review.ts';

export type Delivery = {
  /** As a person has worded them; null: as the task is stated. */
  readonly title: string | null;
  readonly body: string | null;
  readonly commit: string | null;
  readonly pushed: boolean;
  readonly pullRequest: string | null;
  /** Who takes it upon them although something is not verified. */
  readonly override: string | null;
  /** The base of which a person said that this goes on top of it though the remote has it no more. */
  readonly baseAsIs?: string;
  /** Where its branch is on the remote, as far as is known; what is committed next goes on top. Absent: it was never pushed. */
  readonly head?: { readonly commit: string; readonly tree: string };
  /** Where its branch was left in the person's repository, for there is no remote; what is left next goes on top. */
  readonly left?: { readonly commit: string; readonly tree: string };
  /** The branch it starts from is that of another feature. */
  readonly stackedOn?: StackedOn | null;
  /** A commit of the base that the next commit joins to the branch. */
  readonly joins?: string | null;
  /** What the pull request brought up so far. */
  readonly review?: Review;
  /** The body of the pull request as Drover wrote it last. */
  readonly written?: string;
  /** The commit by which a pull request of its own came into the base, with the branch that it was of. */
  readonly merged?: { readonly commit: string | null; readonly address: string } | null;
};

export const nothingDelivered: Delivery = {
  title: null,
  body: null,
  commit: null,
  pushed: false,
  pullRequest: null,
  override: null,
};
