// Trials of a task put together with others, as they are told: of each other task the last.
import type { TrialView } from '../../contract/task.ts';
import { excuse } from '../../domain/criterion/judge-attempt.ts';
import { isCut } from '../../domain/run/ending.ts';
import type { Run } from '../../domain/run/run.ts';
import type { TrialPurpose } from '../../domain/run/trial.ts';
import type { Task } from '../../domain/task/task.ts';
import type { CommandPorts } from '../ports.ts';
import type { Meeting } from './overlaps.ts';

/** `runs`: in the order of their gates. */
type Trial = { readonly purpose: TrialPurpose; readonly runs: readonly Run[] };

export function lastTrials(runs: readonly Run[]): ReadonlyMap<string, Trial> {
  const last = new Map<string, Trial>();
  for (const run of runs.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const { purpose } = run.spec;
    if (purpose.kind !== 'trial') continue;
    const of = last.get(purpose.other);
    if (purpose.began === undefined) last.set(purpose.other, { purpose, runs: [run] });
    else if (of?.runs[0]?.id === purpose.began) last.set(purpose.other, { ...of, runs: [...of.runs, run] });
  }
  return last;
}

/** Of those that who asks sees. `met`: with which works at the moment it can be put together. */
export async function viewTrials(
  { store }: Pick<CommandPorts, 'store'>,
  task: Task,
  runs: readonly Run[],
  met: readonly Meeting[],
): Promise<readonly TrialView[]> {
  const last = lastTrials(runs);
  if (last.size === 0) return [];
  return store.read(async (reads) => {
    const seen: TrialView[] = [];
    for (const [other, trial] of last)
      if ((await reads.thing(trial.purpose.other)) !== null) seen.push(viewTrial(task, other, trial, met));
    return seen;
  });
}

function viewTrial(task: Task, other: string, { purpose, runs }: Trial, met: readonly Meeting[]): TrialView {
  const [first] = runs;
  const works = JSON.stringify(purpose.works);
  const isNow = met.some(({ ours, theirs }) => JSON.stringify([ours.work, theirs.work]) === works);
  const over = runs.every(({ ended }) => ended);
  const why = over ? whyStopped(runs, purpose.gates.length) : null;
  return {
    with: other,
    run: first?.id ?? '',
    at: first?.createdAt ?? 0,
    state: over ? 'ended' : 'running',
    gates: runs.flatMap((run) => gateIn(task, run)),
    ...(why !== null && { stopped: why }),
    ...(!isNow && { stale: true as const }),
  };
}

function gateIn({ state: { known } }: Task, { state }: Run): TrialView['gates'] {
  if (state.kind !== 'ended' || state.result.kind !== 'gate' || state.ending === null || isCut(state.ending)) return [];
  const { gate, verdict, why } = excuse(known.work.baseline, state.result.result);
  return [{ gate, verdict, why }];
}

function whyStopped(runs: readonly Run[], gates: number): string | null {
  const state = runs.at(-1)?.state;
  if (state?.kind !== 'ended') return null;
  if (state.result.kind === 'refused') return state.result.failure.message;
  if (state.ending === null || isCut(state.ending)) return 'it was cut off';
  return runs.length < gates ? 'it was ended' : null;
}
