// States, outcomes and verdicts of tasks as coloured words, the same everywhere.
import type {
  CriterionView,
  GateView,
  OverlapView,
  TaskOutcome,
  TaskSummary,
  TrialView,
} from '../../../contract/task.ts';
import { type Weaker, withWeaker } from '../../../contract/text/weaker.ts';
import { oneLine } from './cells.ts';
import { type Colour, type Look, paint } from './look.ts';

const outcomes: Readonly<Record<TaskOutcome, { readonly words: string; readonly colour: Colour }>> = {
  released: { words: 'released', colour: 'green' },
  proven: { words: 'proven', colour: 'green' },
  not_verified: { words: 'not verified', colour: 'yellow' },
  failed: { words: 'failed', colour: 'red' },
  cancelled: { words: 'cancelled', colour: 'dim' },
};

/** What came of it, and on what that rests where that is less than tests by name. */
export const outcomeWord = (look: Look, outcome: TaskOutcome, weaker?: Weaker): string =>
  paint(look, outcomes[outcome].colour, withWeaker(outcomes[outcome].words, weaker));

/** Where a task is, in one phrase. */
export function whereabouts(look: Look, task: TaskSummary): string {
  if (task.outcome !== null) return outcomeWord(look, task.outcome, task.weaker);
  if (task.questions.length > 0) return paint(look, 'yellow', `asks ${task.questions.join(', ')}`);
  return task.paused ? paint(look, 'dim', 'paused') : paint(look, 'cyan', task.phase);
}

/** The same in a table, which has no other column for it: what it does, or for what it waits. */
export function standing(look: Look, task: TaskSummary): string {
  if (task.outcome !== null || task.questions.length > 0) return whereabouts(look, task);
  return paint(look, task.paused ? 'dim' : 'cyan', task.state);
}

const verdicts = { passed: 'green', failed: 'red', timeout: 'red', skipped: 'dim', not_configured: 'yellow' } as const;

export const verdictWord = (look: Look, verdict: GateView['verdict']): string =>
  paint(look, verdicts[verdict], verdict.replace('_', ' '));

const marks: Readonly<Record<CriterionView['state'], { readonly mark: string; readonly colour: Colour }>> = {
  waiting: { mark: '·', colour: 'dim' },
  running: { mark: '▸', colour: 'cyan' },
  met: { mark: '✓', colour: 'green' },
  not_met: { mark: '✗', colour: 'red' },
  blocked: { mark: '!', colour: 'yellow' },
  not_done: { mark: '-', colour: 'dim' },
};

export const criterionLine = (look: Look, { id, text, state, why, tried }: CriterionView): string => {
  const { mark, colour } = marks[state];
  const tries = tried > 1 ? `, ${tried} attempts` : '';
  const more =
    why === '' && tries === ''
      ? ''
      : paint(look, 'dim', `  (${state.replace('_', ' ')}${why === '' ? '' : `: ${why}`}${tries})`);
  return `${paint(look, colour, mark)} ${id.split('/').at(-1)} ${text}${more}`;
};

/** `of`: the task it is said of; absent: of both. */
export const overlapLines = (look: Look, overlaps: readonly OverlapView[], of?: string): string[] =>
  overlaps.map(({ tasks, path, lines, conflicts }) => {
    const who = tasks.filter((task) => task !== of).join(' and ');
    const where = lines.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
    const fits = conflicts ? paint(look, 'red', 'they do not merge') : 'they merge so far';
    return `${paint(look, 'bold', who)}: ${oneLine(path)}${where === '' ? '' : ` ${where}`}, ${fits}`;
  });

/** Nothing is said of what is not known. */
export const uncomparedLine = (tasks: readonly string[] = []): readonly string[] =>
  tasks.length === 0 ? [] : [`not known: ${tasks.join(', ')}`];

export function trialLines(look: Look, { with: other, run, state, gates, stopped, stale }: TrialView): string[] {
  const how = state === 'running' ? `gates run (${run})` : (stopped ?? 'all gates were run');
  const since = stale === true ? '; one of them has gone on since' : '';
  return [
    `with ${paint(look, 'bold', other)}: ${oneLine(how)}${since}`,
    ...gates.map(
      ({ gate, verdict, why }) => `  ${gate} ${verdictWord(look, verdict)}  ${paint(look, 'dim', oneLine(why))}`,
    ),
  ];
}
