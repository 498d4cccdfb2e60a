// What looks at the whole once its gates have passed, and in which order.

/**
 * By the mark of results that go on record, the step with which the next look begins; null: that was the last. `hooks`: all gates; `held`: the same with guarded files as they
 * were; `expected`: the tests of the base; `stable`: the changed tests once more; `submit`: the repository's hooks; `hunks_tried`: parts of the change put back alone.
 */
export const nextLook = {
  hooks: 'staging_guarded',
  held: 'staging_expectations',
  expected: 'staging_stable',
  stable: 'staging_hooks',
  /** What is to be submitted is asked, and parts are tried beside that. */
  submit: null,
  hunks_tried: null,
} as const;

export type LookMark = keyof typeof nextLook;
