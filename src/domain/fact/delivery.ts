// What leaves the computer: commits, pushes, pull requests, and what others made of them.
import { by, firstLineOf, list, type None, type Sentences, short, word } from './words.ts';

export type DeliveryFacts = {
  readonly nothing_changed: None;
  readonly evidence_overridden: { readonly by: string | null; readonly why: string };
  readonly committed: { readonly commit: string };
  readonly branch_left: { readonly branch: string; readonly commit: string };
  readonly pushed: { readonly branch: string; readonly commit: string | null };
  readonly pull_request_opened: { readonly address: string; readonly notes?: readonly string[] };
  readonly pull_request_seen: {
    readonly standing: string;
    readonly head: string | null;
    readonly notes: readonly string[];
  };
  readonly pull_request_merged: { readonly address: string; readonly commit: string | null };
  readonly pull_request_closed: { readonly address?: string; readonly by?: string | undefined };
  readonly review_taken_up: { readonly cause: string; readonly round: number };
  readonly thread_answered: { readonly thread: string | undefined };
  readonly branch_moved: { readonly to: string; readonly by: string; readonly rewritten: boolean };
  readonly base_joined: { readonly base: string; readonly conflicts: readonly string[] };
  readonly branch_renewed: { readonly branch: string };
  readonly branch_switched: { readonly branch: string };
  readonly revert_opened: { readonly address: string };
};

export const deliverySentences: Sentences<DeliveryFacts> = {
  nothing_changed: () => 'nothing had to be changed',
  evidence_overridden: (data) => `NOT PROVEN, let pass${by(data.by)}: ${firstLineOf(data.why)}`,
  committed: (data) => `committed as ${short(data.commit)}`,
  branch_left: (data) => `${short(data.commit)} is the branch ${word(data.branch)} of the person's own repository`,
  pushed: (data) => `pushed ${short(data.commit)} to ${word(data.branch)}`,
  pull_request_opened: (data) =>
    `the pull request is ${word(data.address)}${Array.isArray(data.notes) ? `; ${list(data.notes)}` : ''}`,
  pull_request_seen: (data) =>
    `looked at the pull request: ${word(data.standing)}${Array.isArray(data.notes) && data.notes.length > 0 ? `; ${list(data.notes)}` : ''}`,
  pull_request_merged: (data) =>
    `a person merged ${word(data.address)}${data.commit === null ? '' : ` as ${short(data.commit)}`}`,
  pull_request_closed: (data) => `the pull request is closed${by(data.by)}`,
  review_taken_up: (data) => `takes up: ${word(data.cause)}`,
  thread_answered: () => 'answered on a thread',
  branch_moved: (data) =>
    `the branch was ${data.rewritten === true ? 'rewritten' : 'pushed to'} by ${word(data.by)}, not by Drover; it is at ${short(data.to)} and is built upon`,
  base_joined: (data) =>
    `merged the base ${short(data.base)} in${list(data.conflicts) === '' ? '' : `, in conflict: ${list(data.conflicts)}`}`,
  branch_renewed: (data) => `goes on as ${word(data.branch)} from the base as it is now`,
  branch_switched: (data) => `goes on under the branch ${word(data.branch)}`,
  revert_opened: (data) => `what was merged is taken back by ${word(data.address)}`,
};
