// How far a task's plan is, in the form that others read too: the same session however often it is told.
import { type Continuation, textOfTodo } from '../../../contract/continuation.ts';
import type { CriterionView } from '../../../contract/task.ts';
import type { Criterion } from '../../../domain/criterion/criterion.ts';
import { defined } from '../../../domain/defined.ts';
import { failed } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/ids.ts';
import { pathIn } from '../../../domain/plan/plan-file.ts';
import { levelOf } from '../../../domain/task/settings/freeze.ts';
import type { Task } from '../../../domain/task/task.ts';
import type { CheckoutState } from '../../../ports/git.ts';
import type { Command, CommandPorts } from '../../ports.ts';
import { viewCriteria } from '../criteria-view.ts';
import { findTaskHere } from '../find.ts';
import { lookAtTask, type TaskSnapshot } from '../load.ts';

export const continuationOfTask: Command<'task.continuation'> = async (ports, { task: given, cwd }) => {
  const { store, sha256, clock } = ports;
  const seen = await store.read(async (reads) => lookAtTask(reads, await findTaskHere(reads, given, cwd)));
  const { id, createdAt, spec } = seen.task;
  const session = spec.continues?.session ?? uuidFrom(sha256(`${id} ${createdAt}`));
  return { task: id, continuation: tellContinuation(seen, session, clock.now()) };
};

export function tellContinuation(seen: TaskSnapshot, session: string, now: Instant): Continuation {
  const { task, criteria } = seen;
  const { limits } = task.spec.settings;
  const { base } = task.state.known.place;
  const { done = [], said = {} } = task.spec.continues ?? {};
  const before = done.map((id) => ({ id, status: 'complete' as const, iteration: 0, ...defined({ text: said[id] }) }));
  const todos = [...before, ...viewCriteria(seen).map((each) => todoOf(each, seen))];
  const status = statusOf(task, todos);
  return {
    version: '1.0',
    session_id: session,
    branch: branchOf(task),
    plan_file: planFileOf(task),
    todos,
    iteration_count: Math.min(countOf(criteria.at(-1)), limits.attempts),
    max_iterations: limits.attempts,
    last_checkpoint: timeOf(now),
    continuation_level: levelOf(limits),
    ...(base !== null && { base_commit: base.commit }),
    ...(status !== null && { status }),
  };
}

/** Of all rounds that it went on through. */
const countOf = (last: Criterion | undefined): number =>
  last?.state.history.at(-1)?.number ?? last?.spec.earlier?.number ?? 0;

type Todo = Continuation['todos'][number];

const statuses: Readonly<Record<CriterionView['state'], Todo['status']>> = {
  waiting: 'pending',
  running: 'in_progress',
  met: 'complete',
  not_met: 'blocked',
  blocked: 'blocked',
  not_done: 'cancelled',
};

function todoOf({ id, text, state, attempts, tried }: CriterionView, { criteria }: TaskSnapshot): Todo {
  const last = criteria.findLast(({ spec }) => spec.label === id);
  return {
    id,
    status: statuses[state],
    iteration: tried,
    owner: attempts.at(-1)?.agent ?? 'coder',
    ...(textOfTodo(text) !== '' && { text: textOfTodo(text) }),
    ...(state === 'met' && last !== undefined && { completed_at: timeOf(last.updatedAt) }),
  };
}

/** null: it goes on. */
function statusOf({ state: { at } }: Task, todos: readonly Todo[]): Continuation['status'] | null {
  if (at.kind === 'ended' && at.outcome.kind === 'cancelled') return 'cancelled';
  if (todos.length > 0 && todos.every(({ status }) => status === 'complete')) return 'complete';
  return todos.some(({ status }) => status === 'blocked') ? 'blocked' : null;
}

const branchOf = ({ spec, state: { known } }: Task): string =>
  known.place.copy?.branch ?? spec.branch ?? known.place.base?.branch ?? spec.base ?? 'HEAD';

/** A plan that came from no folder of plans has no file to name. */
const planFileOf = ({ spec, state: { at } }: Task): string => {
  if (spec.planFile === undefined) return '(none)';
  return pathIn(at.kind === 'ended' && at.outcome.kind === 'proven' ? 'done' : 'in_progress', spec.planFile.name);
};

const timeOf = (at: number): string => new Date(at).toISOString();

/** From a hash in hex, in the form that is the maker's own (RFC 9562, version 8). */
const uuidFrom = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;

/** Where branch or base moved meanwhile nobody guesses which one is meant. */
export async function refuseMoved(
  { git }: Pick<CommandPorts, 'git'>,
  workspace: string,
  { branch, root, head }: CheckoutState,
  begun: { readonly branch: string; readonly base_commit?: string | undefined },
): Promise<void> {
  const details = { branch: begun.branch };
  if (branch !== begun.branch) {
    const here = branch === null ? 'no branch' : branch;
    throw failed('CONTINUATION_MOVED', `The plan was worked on ${begun.branch}, and ${root} is on ${here}.`, details);
  }
  if (begun.base_commit === undefined) return;
  const hub = await git.openHub(workspace, root, true);
  const met = hub.ok && head !== null ? await git.mergeBase(hub.value, begun.base_commit, head) : null;
  if (met?.ok && met.value?.commit === begun.base_commit) return;
  const from = begun.base_commit.slice(0, 12);
  throw failed(
    'CONTINUATION_MOVED',
    `${branch} does not stand on ${from} any more, from which the plan was begun.`,
    details,
  );
}
