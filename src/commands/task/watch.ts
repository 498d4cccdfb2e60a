// What happens to a task, as it happens: facts in order, and the task's standing whenever it changed.
import type { BudgetUnderWay, RunUnderWay, TaskEvent, WatchEnd } from '../../contract/task.ts';
import { ofKind } from '../../domain/any-thing.ts';
import type { TaskId } from '../../domain/ids.ts';
import { budgetOf } from '../../domain/parts/budget.ts';
import { isBeside } from '../../domain/run/beside.ts';
import { shareOf } from '../../domain/run/spent.ts';
import { spentBy } from '../../domain/task/budget/budget-of-task.ts';
import { analysisText } from '../../domain/task/proposed-plan.ts';
import { rowOf } from '../../domain/task/steps.ts';
import type { Task } from '../../domain/task/task.ts';
import { sayLimit } from '../../domain/text/amounts.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Fact } from '../../domain/thing.ts';
import type { CommandPorts, Stream } from '../ports.ts';
import { viewQuestion } from '../question/list.ts';
import { tellFact } from '../shared/tell-fact.ts';
import { inItsShare, watchFor } from '../shared/watch.ts';
import { viewCriteria } from './criteria-view.ts';
import { busy } from './describe-state.ts';
import { findTaskHere } from './find.ts';
import { viewTask } from './list.ts';
import { lookAtTask, type TaskSnapshot } from './load.ts';

type TaskGlance = { readonly seen: TaskSnapshot; readonly facts: readonly Fact[]; readonly state: TaskEvent };

/** Facts read at once. */
const page = 500;

export const watchTask: Stream<'task.watch'> = async function* (ports, { task: given, cwd, after, follow }, _, signal) {
  const { task } = await ports.store.read((reads) => findTaskHere(reads, given, cwd));
  let position = after;
  let told = '';
  let version = -1;
  const look = inItsShare(ports.clock, signal, async () => {
    const now = await versionWhere(ports, task, position, version);
    if (now === null) return null;
    version = now;
    const glance = await glanceAt(ports, task, position);
    const news = glance.facts.length > 0 || JSON.stringify(glance.state) !== told;
    return news || whyOver(glance.seen, follow) !== null ? glance : null;
  });
  for (;;) {
    const glance = await watchFor(ports.bell, signal, look);
    if (glance === null) return await leave(ports, task, position);
    for (const fact of glance.facts) yield viewFact(fact);
    position = glance.facts.at(-1)?.position ?? position;
    if (glance.facts.length === page) {
      // What it came to is told after the last of them, also where that was this one.
      version = -1;
      continue;
    }
    const state = JSON.stringify(glance.state);
    if (state !== told) yield glance.state;
    told = state;
    const why = whyOver(glance.seen, follow);
    if (why !== null) return endOf(ports, why, position, glance.seen);
  }
};

/** All is looked at only where a fact was added or the task's row moved; null: neither. */
const versionWhere = ({ store }: CommandPorts, task: TaskId, after: number, before: number): Promise<number | null> =>
  store.read(async (reads) => {
    const version = (await reads.thing(task))?.version ?? 0;
    const same = version === before && (await reads.facts({ task, after, limit: 1 })).length === 0;
    return same ? null : version;
  });

/** Facts and standing of one moment. */
const glanceAt = ({ store }: CommandPorts, task: TaskId, after: number): Promise<TaskGlance> =>
  store.read(async (reads) => {
    const seen = await lookAtTask(reads, ofKind(await reads.thing(task), 'task'));
    const facts = await reads.facts({ task, after, limit: page });
    const standing = { kind: 'state', task: viewTask(seen), criteria: viewCriteria(seen) } as const;
    return { seen, facts, state: { ...standing, ...runUnderWay(seen), ...budgetUnderWay(seen) } };
  });

function runUnderWay({ runs }: TaskSnapshot): { readonly run?: RunUnderWay } {
  const run = runs.findLast(
    ({ state, spec: { purpose } }) => state.kind === 'running' && !isBeside(purpose) && purpose.kind !== 'edit',
  );
  if (run?.state.kind !== 'running') return {};
  return { run: { id: run.id, what: run.spec.purpose.kind, since: run.state.startedAt } };
}

function budgetUnderWay({ task, criteria, runs }: TaskSnapshot): { readonly budget?: BudgetUnderWay } {
  const budget = budgetOf(task);
  const limit = sayLimit(budget?.limit ?? { money: null, tokens: null });
  if (budget === null || limit === '') return {};
  return { budget: { limit, share: shareOf(budget.limit, spentBy({ children: [...criteria, ...runs] })) } };
}

const viewFact = (fact: Fact): TaskEvent => ({ ...tellFact(fact), data: fact.data });

/** A task that nobody but a person can move needs one: with an open question, paused, or driven by hand. */
function whyOver(seen: TaskSnapshot, follow: boolean): WatchEnd['why'] | null {
  const { task, questions } = seen;
  if (task.ended) return 'ended';
  if (follow) return null;
  const rests = (task.state.paused && !busy(seen)) || rowOf(task.state.at).waits === 'person';
  return questions.length > 0 || rests ? 'needs_person' : null;
}

function endOf({ sha256 }: CommandPorts, why: WatchEnd['why'], position: number, seen: TaskSnapshot): WatchEnd {
  const result = resultOf(seen.task);
  return {
    why,
    position,
    task: viewTask(seen),
    open_questions: seen.questions.map((question) => viewQuestion(question, sha256)),
    ...(result !== null && { result }),
  };
}

async function leave(ports: CommandPorts, task: TaskId, position: number): Promise<WatchEnd> {
  const { seen } = await glanceAt(ports, task, position);
  return endOf(ports, seen.task.ended ? 'ended' : 'needs_person', position, seen);
}

// What a task came to that was to stop before the end: its analysis, its plan, or what its gates said.

/** null: it goes all the way, or has not come to where it was to stop. */
function resultOf(task: Task): string | null {
  const { spec, state } = task;
  if (state.at.kind !== 'ended' || state.at.outcome.kind === 'cancelled') return null;
  const { plan, results } = state.known.work;
  switch (spec.until) {
    case null:
      return null;
    case 'analyze':
      return analysisText(task);
    case 'plan':
      return plan === null ? null : tidy(plan.text);
    case 'test':
      return results.length === 0
        ? null
        : tidy(
            results.map(({ gate, verdict, why }) => `${gate}: ${verdict}${why === '' ? '' : ` (${why})`}`).join('\n'),
          );
  }
}
