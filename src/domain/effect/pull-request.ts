// A pull request on its forge: found, looked at, answered, changed.
import type { Check, Look } from '../delivery/pull-request.ts';
import type { StackedOn } from '../feature/part.ts';
import type { BaseMoved, Hub } from '../place/hub.ts';

export type PullRequestEffects = {
  /** The address of the one that is open on a forge; null where none is, and for plain remotes. `ours`: the record says that this task made the branch there. */
  'find-pull-request': { input: { hub: Hub; branch: string }; output: { open: string | null; ours?: boolean } };
  /** All of it as it is now; `at`: the branch on the remote, null: it is gone, absent: the remote did not say. */
  'look-at-pull-request': {
    /** `base`: what the work stands on, to be looked for at the remote; absent: it is not there. */
    input: { hub: Hub; branch: string; number: number | null; base?: { branch: string; commit: string } };
    /** `base`: it is not what it was; absent: it is, or nobody knows. */
    output: { look: Look | null; at?: string | null; base?: BaseMoved };
  };
  /** The end of what a failed check said. */
  'read-check-log': { input: { hub: Hub; check: Check }; output: { text: string } };
  /** Once, however often it is performed: it is known by the effect's own id. */
  'reply-on-thread': {
    input: { hub: Hub; number: number; thread: string; text: string };
    output: Record<string, never>;
  };
  /** `was`: the body as it was written last; another one is a person's and stays. */
  'change-pull-request': {
    input: { hub: Hub; number: number; body: string; was: string | null };
    /** `body`: as it is written, with screenshots; absent: as it was handed in. */
    output: { changed: boolean; body?: string };
  };
  /** Safe to repeat. `on`: goes along to the state it leads to. */
  'retarget-pull-request': {
    input: { hub: Hub; number: number; base: string; on: StackedOn | null };
    output: Record<string, never>;
  };
  'close-pull-request': { input: { hub: Hub; number: number }; output: Record<string, never> };
};
