// Where a task is, in words a person reads at a glance.
import type { Criterion } from '../../domain/criterion/criterion.ts';
import { progressOf, whyBlocked } from '../../domain/feature/next-feature.ts';
import { limitOf } from '../../domain/task/budget/budget.ts';
import { analysts } from '../../domain/task/moves.ts';
import { outcomeWords } from '../../domain/task/outcome.ts';
import type { TaskStep } from '../../domain/task/task.ts';
import type { Seen } from './load.ts';

/** `waits for you: plan`, `develops SC-2, attempt 3`, `waits for a slot after shop-11`. */
export function sayState(seen: Seen): string {
  const { task, questions, slot } = seen;
  const { state } = task;
  if (state.at.kind === 'ended') return `${outcomeWords[state.at.outcome.kind]}: ${state.at.outcome.why}`;
  if (questions.length > 0) return `waits for you: ${[...new Set(questions.map(({ kind }) => kind))].join(', ')}`;
  if (state.stopping !== null && state.at.kind !== 'releasing') return 'ends what runs';
  if (state.paused) return busy(seen) ? 'pauses at the next safe point' : 'paused';
  if (slot.kind === 'waiting') return sayPlace(slot);
  return sayLimit(seen) ?? sayStep(seen, state.at);
}

function sayPlace({ ahead, more, atMost }: Seen['slot'] & { readonly kind: 'waiting' }): string {
  const line = sayLine(ahead, more);
  if (atMost !== undefined) return `waits for one of the ${atMost} at work here (limits.concurrency): ${line}`;
  return line === '' ? 'waits for a slot' : `waits for a slot after ${line}`;
}

/** `shop-1, shop-2 and 40 more`. */
const sayLine = (named: readonly string[], more = 0): string =>
  `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;

/** Its service refuses the agent; it goes on by itself. */
function sayLimit({ task, criteria, runs }: Seen): string | null {
  const limit = limitOf({ thing: task, children: [...criteria, ...runs.filter(({ parent }) => parent === task.id)] });
  if (limit === null) return null;
  const { at } = task.state;
  const child = at.kind === 'developing' ? criteria.find(({ key }) => key === at.key) : undefined;
  const where = child === undefined ? 'the analysis' : `${child.spec.label}, attempt ${child.state.attempt}`;
  const time = `${new Date(limit.until).toISOString().slice(0, 16).replace('T', ' ')}Z`;
  return `waits for the limit of ${limit.agent} until ${time}: ${where}`;
}

/** Something of it runs at this moment. */
export const busy = ({ runs }: Seen): boolean =>
  runs.some(({ ended, spec }) => !ended && spec.purpose.kind !== 'preview');

/** `watches the pull request: 2 of 3 checks passed` while it rests. */
function sayWatching({ task: { state } }: Seen): string {
  const doing = state.at.kind === 'watching' ? state.at.doing?.kind : undefined;
  switch (doing) {
    case 'resting':
      return `watches the pull request: ${state.known.review?.standing ?? ''}`;
    case 'updating':
    case 'answering':
      return 'answers on the pull request';
    case 'fetching':
    case 'following':
    case 'surveying':
    case 'joining':
    case 'renewing':
      return 'brings the branch up to date';
    default:
      return 'looks at the pull request';
  }
}

function sayStep(seen: Seen, at: TaskStep): string {
  switch (at.kind) {
    case 'opening':
      return 'looks at the checkout';
    case 'fetching':
      return 'fetches the base';
    case 'surveying':
      return 'looks at the base';
    case 'confirming':
      return 'is about to start';
    case 'copying':
      return 'makes a copy';
    case 'preparing':
    case 'setting_up':
    case 'sealing':
      return 'sets up the copy';
    case 'furnishing':
      return 'furnishes the copy';
    case 'staging_base':
    case 'base_gates':
    case 'recording_base':
    case 'base_judged':
    case 'renewing':
    case 'renewed':
      return `checks the base${gateAt(seen, at)}`;
    case 'analyzing':
      return `analyzes with ${analysts(seen.task.spec, at)[at.agent] ?? 'an agent'}`;
    case 'reading_analysis':
    case 'undoing_analysis':
      return 'reads the analysis';
    case 'advising':
    case 'reading_advice':
      return 'has another agent look why it does not go on';
    case 'mending':
      return 'makes the copy anew';
    case 'planning':
      return 'plans';
    case 'developing':
      return sayCriterion(seen.criteria.find(({ key }) => key === at.key) ?? null, at.key);
    case 'checking':
    case 'inspecting_test':
    case 'staging_test':
    case 'test_gates':
    case 'recording_test':
    case 'test_judged':
      return `checks the whole${gateAt(seen, at)}`;
    case 'staging_hooks':
    case 'hooks':
      return 'runs the commit hooks';
    case 'probing':
    case 'looking':
      return 'looks at the environment';
    case 'assessing':
    case 'reading_assessment':
    case 'assessed':
      return 'has another agent read the change';
    case 'undoing_reading':
      return 'undoes what was written by one that may only read';
    case 'following_features':
      return sayFeatures(seen.task, at);
    case 'watching':
      return sayWatching(seen);
    case 'deploying':
      return 'is about to be deployed';
    case 'verifying':
      return 'looks what became of the errors';
    case 'verified':
      return 'has looked at the environment again';
    case 'rolling_back':
      return 'rolls back';
    case 'submitting':
      return 'prepares the submission';
    case 'committing':
      return 'commits';
    case 'pushing':
    case 'confirming_push':
      return 'pushes the branch';
    case 'opening_pull_request':
      return 'opens the pull request';
    case 'troubled':
      return `met trouble: ${at.failure.message}`;
    case 'asking':
      return 'takes up the answer';
    case 'releasing':
      return 'releases';
    case 'holding':
      return 'looks at its lease';
    case 'switching_branch':
      return `goes on under ${at.branch}`;
    case 'comparing':
      return 'looks at its copy';
    case 'keeping_step':
      return 'puts the step on record';
    case 'by_hand':
      return 'is driven by hand';
    case 'in_hand':
      return `is in the hand of ${at.by.replace(/^person:/, '')} until \`drover task give\``;
    case 'taking_back':
      return 'is taken back';
    case 'cleaning_remote':
    case 'cleaning_copy':
      return 'cleans up';
    case 'ended':
      return outcomeWords[at.outcome.kind];
  }
}

/** The gate that runs now. */
function gateAt({ runs }: Seen, at: TaskStep): string {
  if (at.kind !== 'base_gates' && at.kind !== 'test_gates') return '';
  const purpose = runs.findLast(({ ended }) => !ended)?.spec.purpose;
  return purpose?.kind === 'gate' ? `: ${purpose.definition.gate}` : '';
}

function sayCriterion(criterion: Criterion | null, key: string): string {
  if (criterion === null) return `develops ${key}`;
  const { state, spec } = criterion;
  const where = `${spec.label}, attempt ${state.attempt}`;
  switch (state.at.kind) {
    case 'prompting':
    case 'working':
    case 'keeping':
      return `develops ${where}`;
    case 'out_of_budget':
      return `waits for its budget: ${where}`;
    case 'limited':
      return `goes on with ${where}`;
    case 'ended':
      return `has ${spec.label} behind it`;
    default:
      return `checks ${where}`;
  }
}

/** `follows its features, 1/3: F-2 is worked on by drover`. */
function sayFeatures(
  { state: { known } }: Seen['task'],
  { doing }: Extract<TaskStep, { kind: 'following_features' }>,
): string {
  if (doing !== undefined) return 'looks whether all features are green together';
  const { features } = known;
  return features === undefined
    ? 'follows its features'
    : `follows its features, ${progressOf(features)}: ${whyBlocked(features)}`;
}
