// How a task driven by hand stands: its lease, the step under way, how the last one came out.

import type { ManualStepResult, ManualStepView } from '../../contract/manual.ts';
import type { CriterionView } from '../../contract/task.ts';
import type { Lease } from '../../domain/lease/lease.ts';
import type { ManualChange, ManualStepEnd, ManualStepName } from '../../domain/task/manual/step.ts';
import { summaryOf, wishOf } from '../../domain/task/manual/step-request.ts';
import type { Task } from '../../domain/task/task.ts';
import { stripControl } from '../../domain/text/safe/strip-control.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { viewQuestion } from '../question/list.ts';
import { viewCriteria, viewGate } from '../task/criteria-view.ts';
import { describeState } from '../task/describe-state.ts';
import { lookAtTask, type TaskSnapshot } from '../task/load.ts';
import { findLeased } from './lease.ts';

export const statusOfStep: Command<'step.status'> = (ports, input) => lookAtStep(ports, input);

// A step by hand as it is told: how it stands, what came of it, and the lease that it goes under.

type NamedStep = { readonly task?: string | undefined; readonly cwd: string; readonly seq?: number | null };

/** `seq`: which step; the one under way, or the last. Throws `LOCK_NOT_FOUND`, `TASK_NOT_FOUND`. */
export async function lookAtStep(
  { store, sha256 }: CommandPorts,
  { task: given, cwd, seq = null }: NamedStep,
): Promise<ManualStepView> {
  const { seen, lease, now } = await store.read(async (reads) => {
    const { task, lease: held } = await findLeased(reads, given, cwd);
    return { seen: await lookAtTask(reads, task), lease: held, now: await stepNow(reads, task) };
  });
  const { state } = seen.task;
  const running = now !== null && (seq === null || now.seq === seq) ? now : null;
  const end = running === null ? endOf(seen.task, seq) : null;
  return {
    task: seen.task.id,
    step: running?.step ?? end?.step ?? null,
    state: standing(running !== null, end, seen),
    seq: running?.seq ?? end?.seq ?? null,
    phase: state.step?.from ?? state.phase,
    says: describeState(seen),
    branch: state.known.place.copy?.branch ?? null,
    copy: state.known.place.copy?.path ?? null,
    ...viewLease(lease),
    open_questions: seen.questions.map((question) => viewQuestion(question, sha256)),
    failure: end?.failure == null ? null : { error_code: end.failure.error_code, error: end.failure.message },
    result: end === null || end.failure !== null ? null : resultOf(end, seen),
  };
}

/** The step under way, or wished for and not taken up yet. */
export async function stepNow(
  reads: Reads,
  task: Task,
): Promise<{ readonly step: ManualStepName; readonly seq: number } | null> {
  const { step } = task.state;
  if (step != null) return { step: step.wish.step, seq: step.seq };
  const wished = task.ended ? null : wishOf({ thing: task, notices: (await reads.view(task.id))?.notices ?? [] });
  return wished === null ? null : { step: wished.body.wish.step, seq: wished.seq };
}

const endOf = ({ state }: Task, seq: number | null): ManualStepEnd | null =>
  (seq === null ? state.steps?.at(-1) : state.steps?.find((each) => each.seq === seq)) ?? null;

function standing(
  running: boolean,
  end: ManualStepEnd | null,
  { questions, task }: TaskSnapshot,
): ManualStepView['state'] {
  if (running) return questions.length > 0 || task.state.at.kind === 'in_hand' ? 'waits' : 'running';
  if (end === null) return 'idle';
  return end.failure === null ? 'done' : 'failed';
}

const viewLease = (
  lease: Lease | null,
): Pick<ManualStepView, 'expires_at' | 'pushed_to_remote' | 'phase_history' | 'artifacts'> => ({
  expires_at: lease === null || lease.releasedAt !== null ? null : lease.expiresAt,
  pushed_to_remote: lease?.pushedToRemote ?? false,
  phase_history: lease?.history ?? [],
  artifacts: lease?.artifacts ?? {},
});

/** Of the last step of its kind, for what is known is of that one. */
function resultOf({ step, verdict, changed }: ManualStepEnd, seen: TaskSnapshot): ManualStepResult {
  const { known } = seen.task.state;
  switch (step) {
    case 'analyze': {
      const { report } = known.work;
      const summary = stripControl(summaryOf(report, seen.task.spec.text) ?? '');
      return {
        summary,
        ...viewChange(changed),
        analysis: { summary, text: stripControl(report?.text ?? ''), complete: report?.report != null },
      };
    }
    case 'develop':
      return {
        summary: sayDevelopment(viewCriteria(seen), changed),
        ...viewChange(changed),
        criteria: viewCriteria(seen),
        gates: known.work.results.map(viewGate),
      };
    case 'test': {
      const gates = known.work.results.map(viewGate);
      return { gates, tests: gates.find(({ gate }) => gate === 'test')?.counts ?? null };
    }
    case 'submit':
      return { commit: known.delivery.commit, pull_request: known.delivery.pullRequest };
    case 'verify':
      return verdict === undefined ? {} : { verdict };
  }
}

const viewChange = (changed: ManualChange | undefined): Pick<ManualStepResult, 'files_changed' | 'more_files'> => {
  if (changed === undefined) return {};
  const { files, more } = changed;
  return { files_changed: files, ...(more > 0 && { more_files: more }) };
};

/** From what Drover saw, not from what an agent says it did. */
function sayDevelopment(criteria: readonly CriterionView[], changed: ManualChange | undefined): string {
  const { files, added, removed } = changed?.totals ?? { files: 0, added: 0, removed: 0 };
  return [
    ...criteria.map(({ id, text, state, why, attempts }) => {
      const how = why === '' ? (attempts.at(-1)?.result ?? '') : why;
      return stripControl(`${id} ${state.replace('_', ' ')}${how === '' ? '' : ` (${how})`}: ${text.trim()}`);
    }),
    ...(changed === undefined
      ? []
      : [
          files === 0
            ? 'Nothing differs from the base.'
            : `Files that differ from the base: ${files} (+${added} -${removed}).`,
        ]),
  ].join('\n');
}
