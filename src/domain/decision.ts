// What a thing may want next. `decide` answers with one of these, from rows alone.
import type { Effect } from './effect/effect.ts';
import type { Said } from './fact/fact.ts';
import type { Instant } from './ids.ts';
import type { NoticeDraft } from './notice.ts';
import type { QuestionDraft } from './question/question.ts';
import type { Thing } from './thing.ts';

export type ChildDraft = {
  /** A task is one of its parent's features; its number, and with it its id, are given to it when it is born. */
  readonly kind: 'criterion' | 'run' | 'task';
  /** Unique among the parent's children: spawning again finds the first. */
  readonly key: string;
  readonly spec: unknown;
  readonly state: unknown;
};

export type Decision<State> =
  | { readonly kind: 'perform'; readonly effect: Effect }
  | {
      readonly kind: 'ask';
      readonly question: QuestionDraft;
      /** Set where policy answers, recorded as answered by policy; or where a person (`by`, on `channel`) had answered before it was asked. */
      readonly answeredBy: { readonly choice: string; readonly by?: string; readonly channel?: string } | null;
      readonly state: State;
      readonly said: readonly Said[];
    }
  | {
      readonly kind: 'spawn';
      readonly children: readonly ChildDraft[];
      readonly state: State;
      readonly said: readonly Said[];
    }
  /** It moves on to another state without an act. */
  | {
      readonly kind: 'advance';
      readonly state: State;
      readonly said: readonly Said[];
      readonly notices?: readonly NoticeDraft[];
      readonly closeQuestions?: string;
      /** What the open question of the same key says from now on: what it asks, and what its answers mean, stays. */
      readonly reworded?: QuestionDraft;
    }
  /** Until a row it looks at changes, or the time. `on` is for people: what it waits for. */
  | { readonly kind: 'wait'; readonly until: Instant | null; readonly on: string }
  /** `heirs`: what takes its place, there from the same moment on. */
  | {
      readonly kind: 'finish';
      readonly state: State;
      readonly said: readonly Said[];
      readonly heirs?: readonly Thing[];
    };

/** What `apply` makes of an effect's result. */
export type Applied<State> = { readonly state: State; readonly said: readonly Said[] };
