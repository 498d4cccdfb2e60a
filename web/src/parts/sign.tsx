// States and verdicts: a sign and a word, never a colour alone.
import type { ChainView } from '../../../src/contract/chain.ts';
import type { FeatureView } from '../../../src/contract/feature.ts';
import type { SessionStateWord } from '../../../src/contract/session.ts';
import type { CriterionView, GateView, TaskOutcome, TaskSummary } from '../../../src/contract/task.ts';
import type { Weaker } from '../../../src/contract/text/weaker.ts';
import { say } from '../words/words.ts';

export type Tone = 'good' | 'bad' | 'ask' | 'run' | 'quiet';
type Mark = { readonly sign: string; readonly tone: Tone };

const verdicts: Readonly<Record<GateView['verdict'], Mark>> = {
  passed: { sign: '✓', tone: 'good' },
  failed: { sign: '✗', tone: 'bad' },
  timeout: { sign: '✗', tone: 'bad' },
  skipped: { sign: '–', tone: 'quiet' },
  not_configured: { sign: '○', tone: 'ask' },
};

const criteria: Readonly<Record<CriterionView['state'], Mark>> = {
  waiting: { sign: '·', tone: 'quiet' },
  running: { sign: '▸', tone: 'run' },
  met: { sign: '✓', tone: 'good' },
  not_met: { sign: '✗', tone: 'bad' },
  blocked: { sign: '!', tone: 'ask' },
  not_done: { sign: '–', tone: 'quiet' },
};

const outcomes: Readonly<Record<TaskOutcome, Mark>> = {
  released: { sign: '✓', tone: 'good' },
  proven: { sign: '✓', tone: 'good' },
  not_verified: { sign: '○', tone: 'ask' },
  failed: { sign: '✗', tone: 'bad' },
  cancelled: { sign: '–', tone: 'quiet' },
};

const sessions: Readonly<Record<SessionStateWord, Mark>> = {
  starting: { sign: '○', tone: 'quiet' },
  ready: { sign: '●', tone: 'good' },
  busy: { sign: '▸', tone: 'run' },
  asks: { sign: '?', tone: 'ask' },
  limited: { sign: '‖', tone: 'ask' },
  unknown: { sign: '!', tone: 'bad' },
  ended: { sign: '–', tone: 'quiet' },
};

export const featureMarks: Readonly<Record<FeatureView['status'], Mark>> = {
  pending: { sign: '·', tone: 'quiet' },
  in_progress: { sign: '▸', tone: 'run' },
  submitted: { sign: '▸', tone: 'run' },
  done: { sign: '✓', tone: 'good' },
  skipped: { sign: '–', tone: 'quiet' },
  failed: { sign: '✗', tone: 'bad' },
};

export function Sign({ sign, tone, word }: Mark & { readonly word: string }) {
  return (
    <span class={`sign ${tone}`}>
      <span class="mark" aria-hidden="true">
        {sign}
      </span>
      <span>{word}</span>
    </span>
  );
}

export const VerdictSign = ({ verdict }: { readonly verdict: GateView['verdict'] }) => (
  <Sign {...verdicts[verdict]} word={say().verdicts[verdict]} />
);

export const markOfCriterion = (state: CriterionView['state']): Mark & { readonly word: string } => ({
  ...criteria[state],
  word: say().criteria[state],
});

export const CriterionSign = ({ state }: { readonly state: CriterionView['state'] }) => (
  <Sign {...markOfCriterion(state)} />
);

/** What came of it, and on what that rests where that is less than tests by name. */
export function markOfOutcome(outcome: TaskOutcome, weaker?: Weaker): Mark & { readonly word: string } {
  const { outcomes: words, weaker: by } = say();
  return { ...outcomes[outcome], word: weaker === undefined ? words[outcome] : `${words[outcome]} (${by[weaker]})` };
}

export const SessionSign = ({ state }: { readonly state: SessionStateWord }) => (
  <Sign {...sessions[state]} word={say().sessionStates[state]} />
);

/** A plan of a chain. What was committed without its proof says so. */
export function planMark({ state, verified }: ChainView['plans'][number]): Mark & { readonly word: string } {
  const { planStates, notProven } = say();
  if (state === 'done' && verified === false) return { sign: '○', tone: 'ask', word: notProven };
  const marks = { waiting: criteria.waiting, at_work: criteria.running, done: criteria.met };
  return { ...marks[state], word: planStates[state] };
}

export function markOfChain({ outcome, needs_person: parked, questions }: ChainView): Mark & { readonly word: string } {
  const { asks, runs, paused, outcomes: words, planStates } = say();
  if (outcome === 'done') return { ...criteria.met, word: planStates.done };
  if (outcome !== null) return { ...outcomes[outcome], word: words[outcome] };
  if (questions.length > 0) return { sign: '?', tone: 'ask', word: asks };
  return parked ? { sign: '‖', tone: 'quiet', word: paused } : { sign: '▸', tone: 'run', word: runs };
}

/** Of a task: what came of it, or how it stands. */
export function markOf(task: TaskSummary, stuck: boolean): Mark & { readonly word: string } {
  const { asks, red, paused, runs } = say();
  if (task.outcome !== null) return markOfOutcome(task.outcome, task.weaker);
  if (task.questions.length > 0) return { sign: '?', tone: 'ask', word: asks };
  if (stuck) return { sign: '!', tone: 'bad', word: red };
  return task.paused ? { sign: '‖', tone: 'quiet', word: paused } : { sign: '▸', tone: 'run', word: runs };
}
