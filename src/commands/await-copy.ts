// Waits until the copy of a task driven by hand is ready; where it cannot be made, the task is ended and the reason told.
import { Failed, type Failure, fail, failed } from '../domain/error.ts';
import type { Question } from '../domain/question/question.ts';
import type { Run } from '../domain/run/run.ts';
import type { Task } from '../domain/task/task.ts';
import type { Reads } from '../ports/store.ts';
import { awaitEnd } from './await-end.ts';
import { commit } from './commit.ts';
import type { CommandPorts, Peer } from './ports.ts';
import { tellTask } from './tell-task.ts';
import { watchWhile } from './watch-for.ts';

const patienceMs = 120_000;
const endingMs = 30_000;

type Seen =
  | { readonly kind: 'ready'; readonly task: Task }
  | { readonly kind: 'asks'; readonly question: Question }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Throws the failure's own code; `ENGINE_TIMEOUT` where it takes longer, and then it goes on. */
export async function awaitCopy(ports: CommandPorts, { id }: Task, peer: Peer, signal: AbortSignal): Promise<Task> {
  const seen = await watchWhile(ports, signal, patienceMs, () => ports.store.read((reads) => look(reads, id)));
  if (seen === null)
    throw failed('ENGINE_TIMEOUT', `The copy of ${id} is still being made; it goes on: drover task watch ${id}`, {
      task: id,
      hint: `Its lease is taken: drover task watch ${id}, or give it back: drover step release ${id}`,
    });
  if (seen.kind === 'ready') return seen.task;
  if (seen.kind === 'asks')
    throw failed('NOT_READY', `${id} waits for a person before its copy is made: ${seen.question.text}`, {
      ...{ task: id, question: seen.question.id },
      hint: `Its lease is taken. Answer with drover answer ${seen.question.id}, then go on: drover task path ${id}`,
    });
  await end(ports, id, peer);
  throw new Failed(seen.failure);
}

async function look(reads: Reads, id: Task['id']): Promise<Seen | null> {
  const task = (await reads.thing(id)) as Task;
  const { at } = task.state;
  if (at.kind === 'by_hand') return { kind: 'ready', task };
  if (at.kind === 'ended' || at.kind === 'releasing')
    return { kind: 'failed', failure: fail('TASK_ENDED', `${id} was ended: ${at.outcome.why}.`).failure };
  if (at.kind === 'troubled') return { kind: 'failed', failure: at.failure };
  const [question] = await reads.questions({ task: task.task, open: true });
  if (question?.kind === 'permission') return { kind: 'asks', question };
  return question === undefined ? null : { kind: 'failed', failure: await whyAsked(reads, task, question) };
}

/** The failure that led to the question: of the last act, or of the last run. */
async function whyAsked(reads: Reads, task: Task, question: Question): Promise<Failure> {
  const last = (await reads.intents(task.id)).at(-1)?.result;
  if (last?.kind === 'failed') return last.failure;
  const [run] = (await reads.things({ kind: 'run', task: task.task, limit: 1 })) as readonly Run[];
  const result = run?.state.kind === 'ended' ? run.state.result : null;
  if (result?.kind === 'refused') return result.failure;
  if (result?.kind === 'plain' && result.failure !== null) return result.failure;
  const codes = { setup_failed: 'SETUP_FAILED', unreachable: 'REMOTE_UNREACHABLE' } as const;
  const code = question.kind === 'setup_failed' || question.kind === 'unreachable' ? codes[question.kind] : 'INTERNAL';
  return fail(code, question.text).failure;
}

/** No lease stays behind. */
async function end(ports: CommandPorts, id: Task['id'], peer: Peer): Promise<void> {
  await commit(ports, async (tx) => {
    const task = (await tx.thing(id)) as Task;
    if (!task.ended && task.state.at.kind !== 'ended' && task.state.at.kind !== 'releasing')
      await tellTask(ports, tx, task, { kind: 'cancel', body: null }, peer);
  });
  await awaitEnd(ports, id, endingMs, new AbortController().signal);
}
