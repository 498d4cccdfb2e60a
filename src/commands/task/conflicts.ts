// With which tasks at work a task touches the same lines, and on request what the gates say of both put together.
import type { TaskConflicts } from '../../contract/task.ts';
import { failed } from '../../domain/error.ts';
import type { GateDefinition } from '../../domain/evidence/gate-plan.ts';
import { runId } from '../../domain/ids.ts';
import { newRow } from '../../domain/new-row.ts';
import type { Run } from '../../domain/run/run.ts';
import type { TrialPurpose } from '../../domain/run/trial.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { commit } from '../shared/request.ts';
import { findTaskHere } from './find.ts';
import { mustLive } from './notify.ts';
import { type Meeting, meetings, overlapsIn, uncomparedWith } from './overlaps.ts';
import { lastTrials, viewTrials } from './trials.ts';

/** That are begun by one request. */
const most = 5;

export const conflictsOfTask: Command<'task.conflicts'> = async (ports, { task: given, cwd, gates, with: named }) => {
  const task = await ports.store.read((reads) => findTaskHere(reads, given, cwd));
  if (gates) mustLive(task);
  const other = named === undefined ? null : await ports.store.read((reads) => findTaskHere(reads, named, cwd));
  if (other?.id === task.id) throw failed('USAGE', `${task.id} cannot be put together with itself.`);
  const looked = await meetings(ports, { one: task });
  const uncompared = uncomparedWith(looked, task).filter((id) => other === null || id === other.id);
  const all = looked.met.map((each) => turned(each, task));
  const met = other === null ? all : all.filter(({ theirs }) => theirs.task.id === other.id);
  if (gates && other !== null && met.length + uncompared.length === 0)
    throw failed('NOT_READY', `${task.id} and ${other.id} are not both at work on one repository.`, {
      hint: 'Both have to live, and somebody has to have worked on each: drover task list',
    });
  const untried = gates ? await tryAll(ports, task, other === null ? met.filter(meets) : met) : [];
  const runs = await ports.store.read((reads) => reads.things({ kind: 'run', task: task.task }));
  const told = await viewTrials(ports, task, runs, all);
  const trials = told.filter(({ with: id }) => other === null || id === other.id);
  return {
    task: task.id,
    overlaps: overlapsIn({ met }),
    ...(uncompared.length > 0 && { uncompared }),
    trials,
    untried: [...untried, ...(gates ? uncompared.map((id) => ({ with: id, why: 'they could not be compared' })) : [])],
  };
};

const meets = ({ overlaps }: Meeting): boolean => overlaps.length > 0;

const turned = ({ ours, theirs, overlaps }: Meeting, { id }: Task): Meeting =>
  ours.task.id === id ? { ours, theirs, overlaps } : { ours: theirs, theirs: ours, overlaps };

/** Returns those with which none is begun. Of criteria at once the first that fits stands for its task. */
async function tryAll(ports: CommandPorts, task: Task, met: readonly Meeting[]): Promise<TaskConflicts['untried']> {
  const byTask = Map.groupBy(met, ({ theirs }) => theirs.task.id);
  const untried: { with: string; why: string }[] = [];
  let begun = 0;
  for (const [id, those] of byTask) {
    const fits = those.find(({ overlaps }) => overlaps.every(({ conflicts }) => !conflicts));
    const why = whyNot(task, fits, begun);
    if (fits === undefined || why !== null) untried.push({ with: id, why: why ?? conflict });
    else if (await commit(ports, (tx) => begin(ports, tx, task, fits))) begun += 1;
  }
  return untried;
}

const conflict = 'they do not merge';

function whyNot(task: Task, fits: Meeting | undefined, begun: number): string | null {
  if (fits === undefined) return conflict;
  if (gatesOf(task).length === 0) return 'no gate of the task runs a program';
  return begun >= most ? `${most} at once are the most` : null;
}

/** Some are judged without a program. */
const gatesOf = ({ state }: Task): readonly GateDefinition[] =>
  (state.known.place.gatePlan?.gates ?? []).filter(({ absent, argv }) => absent === null && argv.length > 0);

/** False: the same are being tried. */
async function begin(
  { queue, clock, host }: CommandPorts,
  tx: Transaction,
  task: Task,
  { ours, theirs }: Meeting,
): Promise<boolean> {
  const works = [ours.work, theirs.work] as const;
  const last = lastTrials(await tx.things({ kind: 'run', task: task.task })).get(theirs.task.id);
  const same = JSON.stringify(last?.purpose.works) === JSON.stringify(works);
  if (same && last?.runs.some(({ ended }) => !ended)) return false;
  const [first, ...later] = gatesOf(task);
  const { dependencies, gatePlan } = task.state.known.place;
  if (first === undefined) throw new Error('no gate');
  const purpose: TrialPurpose = {
    kind: 'trial',
    other: theirs.task.task,
    works,
    hub: ours.hub,
    gates: [first, ...later],
    dependencies,
    folders: gatePlan?.dependencyFolders ?? [],
  };
  const at = clock.now();
  const run: Run = {
    ...newRow(host, at),
    id: runId(await tx.next('run')),
    kind: 'run',
    task: task.task,
    spec: { purpose, deadlineMs: first.deadlineMs, sandbox: task.spec.settings.sandbox },
    state: { kind: 'requested' },
  };
  await tx.insert(run);
  const gates = purpose.gates.map(({ gate }) => gate);
  await tx.say(run.id, task.task, at, [
    { kind: 'trial_requested', data: { task: task.id, with: theirs.task.id, gates } },
  ]);
  await queue.add(tx, [{ thing: run.id, at, host }]);
  return true;
}
