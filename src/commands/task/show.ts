// One task with all that is known about it.

import type { TaskDetail, TaskEnvironmentView } from '../../contract/task.ts';
import { screenshotsOf } from '../../domain/delivery/with-screenshots.ts';
import { sayTakenOut } from '../../domain/delivery/words.ts';
import { proofTable } from '../../domain/evidence/proof-table.ts';
import type { Evidence } from '../../domain/evidence/verdict.ts';
import { environmentOf } from '../../domain/task/environment.ts';
import { unverifiedIn } from '../../domain/task/judge-outcome.ts';
import { analysisText } from '../../domain/task/proposed-plan.ts';
import type { Task, TaskState } from '../../domain/task/task.ts';
import type { PutOff } from '../../ports/put-off.ts';
import type { Reads } from '../../ports/store.ts';
import { viewFeature } from '../feature/features.ts';
import type { Command } from '../ports.ts';
import { viewQuestion } from '../question/list.ts';
import { viewBudget } from '../shared/describe-budget.ts';
import { newestGates, viewCriteria } from './criteria-view.ts';
import { findTaskHere } from './find.ts';
import { viewTask } from './list.ts';
import { lookAtTask, type TaskSnapshot } from './load.ts';
import { meetings, overlapsIn, uncomparedWith } from './overlaps.ts';
import { viewRivals } from './rivals.ts';
import { viewTrials } from './trials.ts';

export const showTask: Command<'task.show'> = async (ports, { task: given, cwd }) => {
  const { store, sha256, putOffs } = ports;
  const { seen, chain, slot, removed, tasks, rivals } = await store.read(async (reads) => {
    const task = await findTaskHere(reads, given, cwd);
    const tasks = await tasksOf(reads, task);
    return {
      seen: await lookAtTask(reads, task),
      chain: await reads.evidence(task.task),
      slot: await reads.slot(task.spec.settings.workspace.name, task.task),
      removed: (await reads.copy(task.task))?.removedAt != null,
      tasks,
      rivals: await viewRivals(reads, task, tasks),
    };
  });
  const { spec, state } = seen.task;
  const looked = await meetings(ports, { one: seen.task });
  const overlaps = overlapsIn(looked);
  const uncompared = uncomparedWith(looked, seen.task);
  const screenshots = screenshotsOf(seen.runs);
  const notes = [...state.known.place.notes, ...sayTakenOut(state.known.work)];
  const trials = await viewTrials(ports, seen.task, seen.runs, looked.met);
  return {
    ...viewTask(seen),
    ...waitsWith(putOffs.all().find(({ task }) => task === seen.task.task)),
    full_text: spec.text,
    until: spec.until,
    ...whereabouts(state, removed),
    slot: {
      number: slot.kind === 'held' ? slot.slot : null,
      ahead: slot.kind === 'waiting' ? slot.ahead : [],
      ...(slot.kind === 'waiting' && slot.more !== undefined && { more: slot.more }),
    },
    agents: [...new Set(Object.values(spec.settings.agents).flat())],
    criteria: viewCriteria(seen),
    ...featuresOf(seen.task, tasks),
    ...rivals,
    proof: proofTable(state.known.work),
    gates: newestGates(seen.task, chain),
    open_questions: seen.questions.map((question) => viewQuestion(question, sha256)),
    ...viewBudget(seen.task),
    ...viewTaskEnvironment(seen.task),
    evidence: evidenceOf(seen.task, chain),
    analysis: analysisText(seen.task),
    history: historyOf(seen),
    ...(notes.length > 0 && { notes }),
    ...(overlaps.length > 0 && { overlaps }),
    ...(uncompared.length > 0 && { uncompared }),
    ...(trials.length > 0 && { trials }),
    ...(screenshots.length > 0 && { screenshots }),
    open_points: state.at.kind === 'ended' ? state.at.outcome.open : [],
  };
};

/** Store, disk or keeper cannot do what is next. */
const waitsWith = (putOff: PutOff | undefined): Partial<Pick<TaskDetail, 'state'>> =>
  putOff === undefined ? {} : { state: `waits and goes on by itself: ${putOff.why}` };

const tasksOf = async (reads: Reads, { id, spec, state }: Task): Promise<readonly Task[]> =>
  state.known.work.features === undefined && spec.rivals === undefined
    ? []
    : await reads.things({ kind: 'task', parent: id });

function featuresOf({ state }: Task, tasks: readonly Task[]): Pick<TaskDetail, 'features'> {
  const list = state.known.work.features;
  return list === undefined ? {} : { features: list.features.map((each) => viewFeature(list, each, tasks)) };
}

function whereabouts(
  { known }: TaskState,
  removed: boolean,
): Pick<TaskDetail, 'base' | 'branch' | 'copy' | 'pull_request'> {
  const {
    place: { base, copy },
    delivery: { pullRequest },
  } = known;
  return {
    base: base === null ? null : { branch: base.branch, commit: base.commit, from: base.from },
    branch: copy?.branch ?? null,
    copy: removed ? null : (copy?.path ?? null),
    pull_request: pullRequest,
  };
}

/** Proven: the task's last tree has passed everything, and every gate that matters has spoken. */
const evidenceOf = (task: Task, chain: readonly Evidence[]): TaskDetail['evidence'] => ({
  count: chain.length,
  proven: task.state.known.work.proven !== null && unverifiedIn(task).length === 0,
  hash: chain.at(-1)?.hash ?? null,
});

function historyOf({ task, entered }: TaskSnapshot): TaskDetail['history'] {
  const begun = { phase: 'confirm', entered: task.createdAt as number };
  const visits = [begun, ...entered.map(({ at, data }) => ({ phase: String(data.phase), entered: at as number }))];
  const outcome = task.state.at.kind === 'ended' ? task.state.at.outcome.kind : null;
  return visits.map((visit, index) => {
    const next = visits[index + 1];
    if (next !== undefined) return { ...visit, left: next.entered, outcome: 'left' };
    return { ...visit, left: outcome === null ? null : task.updatedAt, outcome };
  });
}

// The environment of a task as it is told: how it looked before the work, and what became of its errors.

/** Empty where none takes part. */
function viewTaskEnvironment(task: Task): { readonly environment?: TaskEnvironmentView } {
  const env = environmentOf(task);
  if (env === null) return {};
  const { looks = {}, verification } = task.state.known.environment;
  return {
    environment: {
      name: env.name,
      tier: env.tier,
      looks: Object.entries(looks).map(([name, look]) =>
        look.kind === 'seen'
          ? { env: name, at: look.at, why: null, errors: look.errors }
          : { env: name, at: look.at, why: look.why, errors: [] },
      ),
      verification: verification === undefined ? null : viewVerification(verification),
    },
  };
}

const viewVerification = ({
  env,
  against,
  at,
  verdict,
  summary,
  ...seen
}: NonNullable<Task['state']['known']['environment']['verification']>): NonNullable<
  TaskEnvironmentView['verification']
> => ({
  env,
  against,
  at,
  verdict,
  summary,
  resolved_errors: seen.resolved,
  remaining_errors: seen.remaining,
  new_errors: seen.new,
});
