// The leases of a workspace and how each stands.
import type { LeaseView } from '../contract/workspace.ts';
import type { ThingKind } from '../domain/ids.ts';
import { judgeLease, type LeaseStanding } from '../domain/lease/judge-lease.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { Task } from '../domain/task/task.ts';
import type { CommandPorts } from './ports.ts';

export type StandingLease = {
  readonly lease: Lease;
  readonly standing: LeaseStanding;
  readonly task: Task | null;
};

type Ports = Pick<CommandPorts, 'store' | 'machine' | 'clock' | 'host'>;

/** Those not released. Whether an owner lives is looked at outside of any transaction. */
export async function lookAtLeases(ports: Ports, workspace: string): Promise<readonly StandingLease[]> {
  const { store, clock } = ports;
  const found = await store.read(async (reads) => {
    const held = [];
    for (const lease of await reads.leases(workspace))
      held.push({ lease, task: (await reads.thing(lease.task)) as Task | null });
    return held;
  });
  return Promise.all(
    found.map(async ({ lease, task }) => ({
      lease,
      task,
      standing: judgeLease(lease, clock.now(), {
        ownerAlive: await livesOwner(ports, lease),
        driven: whoDrives(task),
        taskEnded: task?.ended ?? true,
      }),
    })),
  );
}

/** Also a chain holds a slot, and nobody drives one by hand. */
const whoDrives = (thing: Task | null): 'engine' | 'hand' =>
  thing !== null && (thing.kind as ThingKind) === 'chain' ? 'engine' : (thing?.spec.driven ?? 'hand');

/** What cannot be looked at from here is taken to live. */
async function livesOwner({ machine, host }: Ports, { owner }: Lease): Promise<boolean> {
  if (owner.host !== host || owner.pid === null) return true;
  return machine.isAlive(owner.pid, owner.startedAt);
}

export async function viewLeases(ports: Ports, workspace: string): Promise<readonly LeaseView[]> {
  const standing = await lookAtLeases(ports, workspace);
  return standing
    .filter((each) => each.standing === 'living')
    .map(({ lease, task }) => ({
      task: lease.task,
      phase: task?.state.phase ?? lease.phase,
      owner: lease.owner.name,
      expires_at: lease.expiresAt,
    }));
}
