// A question of an agent's on its way: judged by policy when it came, then put to a person.
import type { Verdict } from '../permission/judge-permission.ts';
import type { AgentQuestion } from './agent-question.ts';

export type Ask = {
  readonly asked: AgentQuestion;
  /** `screen`: it is gone when the screen shows it no more. */
  readonly from: 'protocol' | 'screen';
  /** Counts all of its session or run. */
  readonly nth: number;
  /** SHA-256 of what was shown: an answer holds for this and nothing else. */
  readonly hash: string;
  readonly verdict: Verdict;
};

/** All that are open, and what there was. */
export type Asks = { readonly asks: readonly Ask[]; readonly settled: readonly string[]; readonly asked: number };
