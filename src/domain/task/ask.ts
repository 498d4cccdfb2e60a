// What a task asks a person, how policy may answer, and where each answer leads.
import { firstLineOf } from '../fact/words.ts';
import { isRival } from '../feature/part.ts';
import type { Instant } from '../ids.ts';
import type { Notice } from '../notice.ts';
import { choice } from '../question/choice.ts';
import type { Choice, Question, QuestionDraft, QuestionKind } from '../question/question.ts';
import { closeFences } from '../text/safe/fence.ts';
import { go, type Step, type TaskDecision, type TaskView } from './moves.ts';
import type { PolicyPreset, PolicyWord, Settings } from './settings/settings.ts';
import type { TaskSpec, TaskState, TaskStep } from './task.ts';

/** Never answered by policy, whatever it says. */
const neverAuto: readonly QuestionKind[] = [
  'env',
  'tests_failed',
  'stuck',
  'budget',
  'deployed',
  'permission',
  'setup_failed',
  'unreachable',
  'effect',
  'comments',
  'best',
  'checks',
];

/** Where what policy may answer is also what a plain `ok` means. A red base is neither recommended nor safe. */
const assented: readonly QuestionKind[] = ['proceed', 'plan', 'plan_changed', 'submit', 'verified', 'next_feature'];

const presets: Readonly<Record<PolicyPreset, (kind: QuestionKind, inferred: boolean) => PolicyWord>> = {
  careful: () => 'ask',
  // A verdict that all is resolved needs nobody; any other is no policy's to answer.
  normal: (kind, inferred) => (kind === 'verified' || (kind === 'proceed' && !inferred) ? 'auto' : 'ask'),
  'hands-off': () => 'auto',
};

export function policyFor(kind: QuestionKind, settings: Settings, inferred: boolean): PolicyWord {
  if (neverAuto.includes(kind)) return 'ask';
  return settings.policy[kind] ?? presets[settings.preset](kind, inferred);
}

/** Asks, or lets policy answer with `auto` (null: policy may not, as things stand). */
export function ask(
  state: TaskState,
  spec: TaskSpec,
  question: {
    readonly kind: QuestionKind;
    readonly text: string;
    readonly choices: readonly Choice[];
    readonly binding: string;
    readonly shown: unknown;
    readonly auto: string | null;
    /** A person has answered it already. */
    readonly given?: { readonly choice: string; readonly by: string; readonly channel: string } | null;
  },
  back: TaskStep,
): TaskDecision {
  if (isRival(spec) && loses.includes(question.kind)) return lose(state, question.text, back);
  const { auto, given, ...rest } = {
    ...question,
    text: `${closeFences(question.text)}${warning(state, question.kind)}${strangers(spec, question.kind)}${logged(state, question.kind)}`,
  };
  const key = `${question.kind}-${state.asked + 1}`;
  const draft: QuestionDraft = {
    ...rest,
    key,
    ...(auto !== null && assented.includes(question.kind) && { assent: auto }),
  };
  const answered =
    auto !== null && policyFor(question.kind, spec.settings, spec.inferred) === 'auto'
      ? { choice: auto }
      : (given ?? null);
  const moved = go({ ...state, asked: state.asked + 1 }, { kind: 'asking', question: question.kind, key, back });
  return { kind: 'ask', question: draft, answeredBy: answered, ...moved };
}

/** Where several do one task, who does not get on has lost it: a person is asked once, of all together. */
const loses: readonly QuestionKind[] = ['stuck', 'tests_failed'];
const lose = (state: TaskState, text: string, back: TaskStep): TaskDecision => ({
  kind: 'advance',
  ...go(state, {
    kind: 'releasing',
    outcome: { kind: 'failed', why: firstLineOf(text).slice(0, 300), open: [] },
    back,
  }),
});

/** Said wherever a person lets something run or be published. */
const warning = ({ known }: TaskState, kind: QuestionKind): string =>
  known.place.sandbox === 'none' && ['proceed', 'plan', 'submit', 'stuck', 'tests_failed'].includes(kind)
    ? '\n\nThere is no sandbox here: agents and gates run with all your rights, and one that escapes its run cannot be told from you.'
    : '';

/** Said wherever their words may become a plan, a change, a publication. */
function strangers({ issue, pull, strangers: passedOn, trigger }: TaskSpec, kind: QuestionKind): string {
  const from = [...[issue, pull].flatMap((each) => each?.address ?? []), ...(passedOn ? [wordsOf(trigger)] : [])];
  return from.length > 0 && ['proceed', 'plan', 'submit'].includes(kind)
    ? `\n\nText of strangers takes part: ${from.join(', ')}`
    : '';
}

const wordsOf = (trigger: TaskSpec['trigger']): string =>
  trigger === undefined
    ? 'a message that was passed on'
    : `an event of the trigger ${trigger.name} by ${trigger.by ?? 'nobody who is known'}`;

/** Whoever can be logged can write there. */
function logged({ known: { environment } }: TaskState, kind: QuestionKind): string {
  const { looks = {} } = environment;
  const seen = Object.entries(looks).flatMap(([name, look]) =>
    look.kind === 'seen' && look.errors.length > 0 ? [name] : [],
  );
  return seen.length > 0 && ['proceed', 'plan', 'submit'].includes(kind)
    ? `\n\nLines of logs take part, which anybody may have caused: ${seen.join(', ')}`
    : '';
}

/** The question this step waits for, with its answer if there is one. */
export function answerOf(
  questions: readonly Question[],
  at: Step<'asking'>,
): { readonly choice: string; readonly words: string | null; readonly by: string; readonly at: Instant } | null {
  const asked = questions.find((question) => question.key === at.key);
  return asked?.state.kind === 'answered' ? asked.state.answer : null;
}

/** Something outside did not work: try again, or stop. Never a verdict on the task. */
export function trouble(
  state: TaskState,
  spec: TaskSpec,
  kind: 'unreachable' | 'setup_failed',
  text: string,
  back: TaskStep,
  more: readonly Choice[] = [],
): TaskDecision {
  return ask(
    state,
    spec,
    {
      kind,
      text,
      choices: [choice('retry', 'try again'), ...more, choice('cancel', 'cancel the task')],
      binding: `${back.kind}:${state.asked}`,
      shown: { text },
      auto: null,
    },
    back,
  );
}

export const retried = ({ thing, notices }: TaskView): Notice | undefined =>
  notices.find((notice) => notice.kind === 'retry' && notice.seq > thing.state.heard);
