// The program of a task's copy, started for a look and ended again; it ends with its task at the latest.
import type { TaskRun } from '../../../contract/task.ts';
import { ofKind } from '../../../domain/any-thing.ts';
import { Failed, failed } from '../../../domain/error.ts';
import { type RunId, runId } from '../../../domain/ids.ts';
import { newRow } from '../../../domain/new-row.ts';
import { addressOf } from '../../../domain/place/preview.ts';
import type { Run } from '../../../domain/run/run.ts';
import type { Task } from '../../../domain/task/task.ts';
import type { Copy, Transaction } from '../../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../../ports.ts';
import { commit, nameOf } from '../../shared/request.ts';
import { watchWhile } from '../../shared/watch.ts';
import { findTaskHere } from '../find.ts';
import { mustLive } from '../notify.ts';

const hour = 3_600_000;
const patienceMs = 30_000;
/** Most that cannot run say so by then. */
const settleMs = 1_000;

type ToldPreview = TaskRun & { readonly id: RunId | null };

export const runTask: Command<'task.run'> = async (ports, { task: given, cwd, stop }, peer, signal) => {
  const { id, ...told } = await commit(ports, async (tx) => {
    const task = await findTaskHere(tx, given, cwd);
    const [living] = await previewsOf(tx, task);
    if (stop) return end(ports, tx, task, living, peer);
    mustLive(task);
    const copy = await mustHaveCopy(tx, task);
    const state = living === undefined ? 'started' : 'running';
    const run = living ?? (await start(ports, tx, task, copy));
    return { id: run.id as RunId, ...tell(task, run, state, copy) };
  });
  if (told.state === 'started' && id !== null) await mustStart(ports, id, signal);
  return told;
};

const previewsOf = async (tx: Transaction, { task }: Task): Promise<readonly Run[]> =>
  (await tx.things({ kind: 'run', task, ended: false })).filter(({ spec }) => spec.purpose.kind === 'preview');

const tell = (task: Task, run: Run | undefined, state: TaskRun['state'], copy: Copy | null): TaskRun => ({
  task: task.id,
  run: run?.id ?? null,
  state,
  address: addressOf(copy?.ports ?? []),
  ports: copy?.ports ?? [],
});

async function end(
  { queue, clock }: CommandPorts,
  tx: Transaction,
  task: Task,
  living: Run | undefined,
  peer: Peer,
): Promise<ToldPreview> {
  const copy = await tx.copy(task.task);
  if (living === undefined) return { id: null, ...tell(task, undefined, 'not_running', copy) };
  const at = clock.now();
  await tx.notify({ thing: living.id, at, by: nameOf(peer), kind: 'cancel', body: null });
  await queue.add(tx, [{ thing: living.id, at, host: living.host }]);
  return { id: living.id as RunId, ...tell(task, living, 'stopped', copy) };
}

async function mustHaveCopy(tx: Transaction, { id, task, spec, state }: Task): Promise<Copy> {
  if (state.known.place.preview === undefined && state.known.place.base !== null)
    throw failed('NOT_READY', `${spec.settings.workspace.name} does not say what starts it.`, {
      task: id,
      hint: 'Say it in .drover.yaml, or for your workspace alone: run: { start: npm run dev, port: 1 }',
    });
  const copy = await tx.copy(task);
  if (copy === null || copy.removedAt !== null || state.known.place.preview === undefined)
    throw failed('NOT_READY', `${id} has no copy to look at.`, { task: id });
  return copy;
}

/** Of the task, and nobody's child: what the task does goes on beside it. */
async function start(
  { queue, clock, host }: CommandPorts,
  tx: Transaction,
  { id: task, spec, state }: Task,
  copy: Copy,
): Promise<Run> {
  const { hub, preview, dependencies } = state.known.place;
  if (hub === null || preview === undefined) throw new Error('a copy without a hub');
  const at = clock.now();
  const id = runId(await tx.next('run'));
  const purpose = { kind: 'preview', argv: preview.argv, folder: copy.path, hub, dependencies } as const;
  const run: Run = {
    ...newRow(host, at),
    id,
    kind: 'run',
    task: copy.task,
    spec: { purpose, deadlineMs: 12 * hour, sandbox: spec.settings.sandbox },
    state: { kind: 'requested' },
  };
  await tx.insert(run);
  await tx.say(id, copy.task, at, [{ kind: 'preview_requested', data: { task, argv: preview.argv } }]);
  await queue.add(tx, [{ thing: id, at, host }]);
  return run;
}

/** Throws `PREVIEW_FAILED` where it ends as soon as it begins, or the failure that kept it from beginning. */
async function mustStart(ports: CommandPorts, id: RunId, signal: AbortSignal): Promise<void> {
  const look = async () => ofKind(await ports.store.read((reads) => reads.thing(id)), 'run');
  await watchWhile(ports, signal, patienceMs, async () => {
    const seen = await look();
    return seen.state.kind === 'requested' ? null : seen;
  });
  const run = await watchWhile(ports, signal, settleMs, async () => {
    const seen = await look();
    return seen.state.kind === 'ended' ? seen : null;
  });
  if (run?.state.kind !== 'ended') return;
  const { result } = run.state;
  if (result.kind === 'refused') throw new Failed(result.failure);
  const why = result.kind === 'plain' ? `${result.ok ? 'exit 0' : result.why}\n${result.tail}` : 'it ended';
  throw failed('PREVIEW_FAILED', `The program of the copy ended at once: ${why.trim()}`, { run: id });
}
