// What a task comes to.
import { type Weaker, withWeaker } from '../evidence/verdict.ts';

export type TaskOutcome = {
  readonly kind: 'released' | 'proven' | 'not_verified' | 'failed' | 'cancelled';
  readonly why: string;
  /** Of what is released or proven. Absent: its tests have names, or an older version ended it. */
  readonly weaker?: Weaker;
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

/** `released`, `released (by exit codes)`. */
export const sayOutcome = ({ kind, weaker }: Pick<TaskOutcome, 'kind' | 'weaker'>): string =>
  withWeaker(outcomeWords[kind], weaker);
