// What happens to a task on its own way: how it is stated, goes on, is stopped, and ends.
import type { Failure } from '../error.ts';
import { type Weaker, withWeaker } from '../evidence/verdict.ts';
import { outcomeWords } from '../task/outcome.ts';
import { by, firstLineOf, list, type None, type Sentences, word } from './words.ts';

export type TaskFacts = {
  readonly task_created: {
    readonly text: string;
    readonly by: string;
    readonly preset: string;
    readonly driven: string;
    readonly agents: readonly string[];
    readonly parent?: string | null;
  };
  /** `notes`: sentences. */
  readonly plan_unclear: { readonly notes: readonly string[]; readonly by: string };
  readonly phase_entered: { readonly phase: string; readonly left: string };
  /** `more`: how many beside those that are named. */
  readonly slot_waited: { readonly ahead: readonly string[]; readonly more?: number };
  readonly slot_granted: None;
  readonly slot_freed: None;
  readonly moved: { readonly from: string; readonly to: string };
  readonly settings_renewed: { readonly by: string };
  readonly effect_put_off: { readonly effect: string; readonly why: string };
  readonly disk_was_full: None;
  readonly taken_over: { readonly by: string };
  readonly copy_renewed: { readonly taken: readonly string[] };
  /** `attempt`: its name; `files`: how many of the copy were other ones. */
  readonly rewound: { readonly attempt: string; readonly tree: string; readonly files: number };
  readonly given_back: {
    readonly by: string;
    readonly tree: string;
    readonly files: number;
    readonly to: string;
  };
  readonly paused: None;
  readonly resumed: None;
  readonly retried: { readonly by?: string };
  readonly reopened: { readonly by: string };
  readonly stop_asked: { readonly how: string; readonly by: string };
  readonly release_failed: Failure;
  readonly task_ended: { readonly outcome: string; readonly why: string; readonly weaker?: Weaker };
  readonly cleanup_asked: { readonly by: string };
  readonly clean_up_failed: Failure;
  /** `kept`: the branch where its content is; `left`: what the record does not say was made for the task. */
  readonly cleaned_up: {
    readonly remote: string | null;
    readonly kept: string | null;
    readonly left?: readonly string[];
  };
};

const more = (value: unknown): string => (value === undefined ? '' : ` and ${word(value)} more`);
const outcome = (value: unknown): string => outcomeWords[value as keyof typeof outcomeWords] ?? word(value);
const removedBut = (left: unknown): string =>
  Array.isArray(left) && left.length > 0
    ? `left as it was, for this task is not on record as having made it: ${list(left)}`
    : 'copy and branch removed';

export const taskSentences: Sentences<TaskFacts> = {
  task_created: (data) => `stated${by(data.by)}: ${firstLineOf(data.text)}`,
  plan_unclear: (data) => `its plan is taken as it is${by(data.by)}: ${list(data.notes)}`,
  phase_entered: (data) => `enters ${word(data.phase)}`,
  slot_granted: () => 'has a slot',
  slot_waited: (data) =>
    `waits for a slot${list(data.ahead) === '' ? '' : ` after ${list(data.ahead)}${more(data.more)}`}`,
  slot_freed: () => 'gives its slot back',
  moved: (data) => `goes from the host ${word(data.from)} to the host ${word(data.to)}`,
  settings_renewed: (data) => `takes the settings as they are now${by(data.by)}`,
  disk_was_full: () => 'the disk was full in the middle; it is done again',
  effect_put_off: (data) => `waits and goes on by itself: ${firstLineOf(data.why)}`,
  taken_over: (data) => `is taken over${by(data.by)}`,
  copy_renewed: (data) => `taken out of its copy, for git would have run or followed it: ${list(data.taken)}`,
  rewound: (data) => `its copy is what it was after ${word(data.attempt)}; ${word(data.files)} files were other ones`,
  given_back: (data) =>
    `is given back${by(data.by)}, with ${word(data.files)} files that differ from the base; goes on at ${word(data.to)}`,
  paused: () => 'pauses',
  resumed: () => 'goes on',
  retried: (data) => `the phase starts again${by(data.by)}`,
  reopened: (data) => `goes on after its end${by(data.by)}`,
  stop_asked: (data) => `is to ${word(data.how)}${by(data.by)}`,
  release_failed: (data) => `could not be released as it should: ${word(data.message)}`,
  task_ended: (data) => `ended, ${withWeaker(outcome(data.outcome), data.weaker)}: ${word(data.why)}`,
  cleanup_asked: (data) => `is to be cleaned up${by(data.by)}`,
  clean_up_failed: (data) => `could not be cleaned up: ${word(data.message)}`,
  cleaned_up: (data) =>
    [removedBut(data.left), word(data.kept) === '' ? '' : `kept as ${word(data.kept)}`, word(data.remote)]
      .filter((part) => part !== '')
      .join('; '),
};
