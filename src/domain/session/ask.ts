// A question of an agent's on its way: judged by policy when it came, then put to a person.
import type { Verdict } from '../permission/judge-permission.ts';
import type { Asked } from './asked.ts';

export type Ask = {
  readonly asked: Asked;
  /** `screen`: it is gone when the screen shows it no more. */
  readonly from: 'protocol' | 'screen';
  /** Counts all of its session or run. */
  readonly nth: number;
  /** SHA-256 of what was shown: an answer holds for this and nothing else. */
  readonly hash: string;
  readonly verdict: Verdict;
};
