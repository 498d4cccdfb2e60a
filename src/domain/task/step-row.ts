// One row of the table of steps: all that is to be said of one kind of step. The file of its phase writes it; `steps.ts` holds them together.
import type { Criterion } from '../criterion/criterion.ts';
import type { Applied } from '../decision.ts';
import type { Effect, EffectMap, EffectName } from '../effect/effect.ts';
import type { Failure } from '../error.ts';
import type { Instant } from '../ids.ts';
import type { Choice } from '../question/question.ts';
import type { Run } from '../run/run.ts';
import type { answerOf } from './ask.ts';
import type { Step, TaskDecision, TaskView } from './moves.ts';
import type { Phase } from './phase.ts';
import type { Task, TaskState, TaskStep } from './task.ts';

export type StepKind = TaskStep['kind'];

/** What a step means for those that come between: the slot, words, a person who takes over, another host. */
type StepTraits<Kind extends StepKind> = {
  /** Work holds one of the workspace's slots; what only looks or waits gives it back. */
  readonly slot: Slot | ((at: Step<Kind>) => Slot);
  /** What of a person's words and retries it takes up itself; all else counts as heard before it. */
  readonly hears: 'nothing' | 'words' | 'retries' | 'all';
  /** `later`: it is on its way out of the machine, and comes to its end before a person takes over. */
  readonly handover: Handover | ((at: Step<Kind>) => Handover);
  /** `free`: where its host is gone the task begins anew on another one, while there is no copy. */
  readonly host: 'free' | 'bound';
  /** `retry`: it stands until somebody answers or says so, and is begun again by a retry. `person`: nobody but a person goes on with it. `others`: what it waits for is done elsewhere, however long that takes. */
  readonly waits: 'no' | 'retry' | 'person' | 'others';
  /** Where an effect that fails is at fault, and so what a person is asked. */
  readonly fault: 'here' | 'outside';
  /** Where it goes on once a hub was made anew, which may lack the tree that it goes by. */
  readonly hubAnew: 'itself' | 'checking';
  /** The same on another host, whose copy is made anew and without the folders of the one that died; null: where it is, with what is there. */
  readonly hostAnew: 'itself' | 'checking' | 'staging_base' | null;
};

type Slot = 'holds' | 'frees';
type Handover = 'now' | 'later';

/** An effect that was performed for this step, and what came out of it. */
export type Done<Kind extends StepKind, Name extends EffectName> = {
  readonly thing: Task;
  readonly state: TaskState;
  readonly at: Step<Kind>;
  readonly input: EffectMap[Name]['input'];
  readonly output: EffectMap[Name]['output'];
  readonly now: Instant;
  /** Of this step. */
  readonly phase: Phase;
};

/** The same of one that failed, whichever it was. */
export type Undone<Kind extends StepKind> = {
  readonly effect: Effect;
  readonly thing: Task;
  readonly state: TaskState;
  readonly at: Step<Kind>;
  readonly failure: Failure;
  readonly now: Instant;
};

/** A person's answer. `rest`: what follows `base_` in `base_main`. */
export type Given = NonNullable<ReturnType<typeof answerOf>> & {
  readonly rest: string;
  readonly asking: Step<'asking'>;
};

/** `back`: the step that the question came from. */
export type Answered<Kind extends StepKind> = (view: TaskView, back: Step<Kind>, given: Given) => TaskDecision;

/** What the sentence of a step may name besides the step itself. */
export type TaskSeen = {
  readonly task: Task;
  readonly criteria: readonly Criterion[];
  readonly runs: readonly Run[];
};

export type StepRow<Kind extends StepKind> = StepTraits<Kind> & {
  /** A function: it goes by what the step says, or is that of another step. */
  readonly phase: Phase | ((at: Step<Kind>) => Phase | TaskStep);
  /** Where the task is, in words that a person reads at a glance. */
  readonly says: string | ((seen: TaskSeen, at: Step<Kind>) => string);
  readonly decide: (view: TaskView, at: Step<Kind>) => TaskDecision;
  /** What it makes of each of its effects. */
  readonly applied?: { readonly [Name in EffectName]?: (done: Done<Kind, Name>) => Applied<TaskState> };
  /** The same where one of them failed; absent or null: a person is asked. */
  readonly failed?: (undone: Undone<Kind>) => Applied<TaskState> | null;
  /** Where each choice leads that is offered at this step, by its id; `base_` stands for all that begin so. */
  readonly answers?: Readonly<Record<string, Answered<Kind>>>;
  /** The step with the time that it waits for as `earlier` has it, where the clock was set back; null: it waits for none. */
  readonly broughtForward?: (at: Step<Kind>, earlier: (until: number) => number) => Step<Kind> | null;
  /** Offered beside trying again where an effect of it failed. */
  readonly waysAround?: (thing: Task, at: Step<Kind>, failure: Failure) => readonly Choice[];
};

export type StepRows<Kinds extends StepKind> = { readonly [Kind in Kinds]: StepRow<Kind> };

/** Of most steps. */
export const atWork = {
  slot: 'holds',
  hears: 'nothing',
  handover: 'now',
  host: 'bound',
  waits: 'no',
  fault: 'here',
  hubAnew: 'itself',
  hostAnew: null,
} as const satisfies StepTraits<StepKind>;

/** Of what looks at the whole: by a tree, in a folder, and anew from the copy where either is gone. */
export const onTheWhole = {
  ...atWork,
  phase: 'test',
  hubAnew: 'checking',
  hostAnew: 'checking',
} as const satisfies StepTraits<StepKind> & { readonly phase: Phase };
