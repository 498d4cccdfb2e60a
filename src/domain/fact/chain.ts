// What happens to a chain of plans.
import { by, firstLineOf, list, type Sentences, short, word } from './words.ts';

export type ChainFacts = {
  readonly chain_created: {
    readonly name: string;
    readonly plans: readonly string[];
    readonly by: string;
    /** The title of the issue it does instead of plans. */
    readonly issue: string | null;
  };
  readonly chain_step_started: { readonly step: string; readonly agent: string };
  readonly chain_step_ended: { readonly step: string; readonly what: string };
  readonly chain_step_lost: { readonly step: string };
  readonly chain_limited: { readonly step: string; readonly until: number };
  readonly chain_committed: { readonly plan: string; readonly commit: string; readonly verified: boolean };
  readonly chain_parked: { readonly by: string };
  readonly chain_resumed: { readonly by: string };
  readonly chain_ended: {
    readonly outcome: string;
    readonly note?: string;
    readonly plans?: number;
    readonly by?: string;
  };
};

export const chainSentences: Sentences<ChainFacts> = {
  chain_created: (data) =>
    `${word(data.name)}: ${word(data.issue) === '' ? list(data.plans) : `the issue "${firstLineOf(data.issue)}"`}${by(data.by)}`,
  chain_step_started: (data) => `${word(data.step)} begins (${word(data.agent)})`,
  chain_step_ended: (data) => `${word(data.step)} ${firstLineOf(data.what)}`,
  chain_step_lost: (data) => `${word(data.step)} was cut off and begins anew`,
  chain_limited: (data) => `${word(data.step)} waits for the agent's service`,
  chain_committed: (data) =>
    `plan ${word(data.plan)} is committed as ${short(data.commit)}${data.verified === true ? '' : ', NOT VERIFIED'}`,
  chain_parked: (data) => `is parked${by(data.by)}`,
  chain_resumed: (data) => `goes on${by(data.by)}`,
  chain_ended: (data) => `ended: ${word(data.outcome)}${by(data.by)}`,
};
