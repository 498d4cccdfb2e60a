// A task that was stated by chat was confirmed there. Where `proceed` would show nothing else, that was its answer.
import type { TaskSpec, TaskState } from './task.ts';

/** What a person saw when they said that it is to start. */
export type Confirmed = {
  readonly by: string;
  readonly channel: string;
  /** The branch it starts from. */
  readonly branch: string;
  readonly env: string | null;
  readonly dirty: readonly string[];
  /** It was said that there is no sandbox. */
  readonly unconfined: boolean;
};

/** Null: it has to be asked. */
export function alreadyConfirmed(
  { confirmed, issue, env, strangers }: TaskSpec,
  { known }: TaskState,
): { readonly choice: 'yes'; readonly by: string; readonly channel: string } | null {
  if (confirmed === undefined || issue !== undefined || strangers || Object.keys(known.looks ?? {}).length > 0)
    return null;
  const { by, channel, branch, dirty, unconfined } = confirmed;
  const same =
    branch === known.base?.branch &&
    confirmed.env === (env ?? null) &&
    (unconfined || known.sandbox !== 'none') &&
    known.dirty.every((file) => dirty.includes(file));
  return same ? { choice: 'yes', by, channel } : null;
}
