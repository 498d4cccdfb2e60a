// What a task comes to.

export type TaskOutcome = {
  readonly kind: 'released' | 'proven' | 'not_verified' | 'failed' | 'cancelled';
  readonly why: string;
  /** What was left undone. */
  readonly open: readonly string[];
};

export const outcomeWords: Readonly<Record<TaskOutcome['kind'], string>> = {
  released: 'released',
  proven: 'proven',
  not_verified: 'not verified',
  failed: 'failed',
  cancelled: 'cancelled',
};
