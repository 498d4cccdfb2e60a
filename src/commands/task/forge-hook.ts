// A forge said that something happened in a repository: tasks that watch a pull request there look at once. What happened they see for themselves.
import { ifKind } from '../../domain/any-thing.ts';
import type { Result } from '../../domain/error.ts';
import type { ThingId } from '../../domain/ids.ts';
import type { Task } from '../../domain/task/task.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { ToldOf } from '../../ports/forge.ts';

type Ports = Pick<EffectPorts, 'store' | 'queue' | 'clock' | 'git'>;

/** How many look now. */
export async function hearForge(ports: Ports, told: Result<ToldOf>): Promise<Result<{ readonly tasks: number }>> {
  if (!told.ok) return told;
  const living = await ports.store.read((reads) => reads.things({ kind: 'task', ended: false }));
  const remotes = new Map<string, boolean>();
  let tasks = 0;
  for (const task of living.filter(isWatching)) {
    const checkout = task.state.known.place.hub?.checkout ?? '';
    const known = remotes.get(checkout) ?? (await isOf(ports, told.value, checkout));
    remotes.set(checkout, known);
    if (known && (await wake(ports, task.id, `forge:${told.value.host}`))) tasks += 1;
  }
  return { ok: true, value: { tasks } };
}

const isWatching = ({ ended, state }: Task): boolean => !ended && state.at.kind === 'watching';

async function isOf({ git }: Ports, told: ToldOf, checkout: string): Promise<boolean> {
  const remote = await git.remoteAddress(checkout);
  return remote.ok && remote.value !== null && told.isOf(remote.value);
}

/** A look that was asked for and has not begun is enough. */
const wake = ({ store, queue, clock }: Ports, id: ThingId, by: string): Promise<boolean> =>
  store.transact(async (tx) => {
    const view = await tx.view(id);
    const task = ifKind(view?.thing, 'task');
    if (view == null || task === null || !isWatching(task)) return false;
    if (view.notices.some(({ seq, kind }) => kind === 'look' && seq > task.state.heard)) return false;
    const at = clock.now();
    await tx.notify({ thing: id, at, by, kind: 'look', body: null });
    await queue.add(tx, [{ thing: id, at, host: task.host }]);
    return true;
  });
