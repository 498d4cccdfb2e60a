// One transaction gives a slot and a lease to a task driven by hand, or says at once who has them. It never queues.

import type { LeaseView } from '../../contract/workspace.ts';
import { type Failed, failed } from '../../domain/error.ts';
import { type Instant, instant, type ThingId } from '../../domain/ids.ts';
import { judgeLease, type LeaseStanding, leaseMs, replaced } from '../../domain/lease/judge-lease.ts';
import type { Lease } from '../../domain/lease/lease.ts';
import type { Root } from '../../domain/root.ts';
import type { Task, TaskSpec } from '../../domain/task/task.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { commit, wakeAll } from '../shared/request.ts';
import { insertTask } from '../task/create.ts';
import { findTask, taskOfCopy } from '../task/find.ts';
import { tellTask } from '../task/notify.ts';

type Claim = {
  readonly draft: Omit<TaskSpec, 'number'>;
  readonly owner: Lease['owner'];
  readonly tokenHash: string;
  /** Also a living owner by hand gives way. */
  readonly takeover: boolean;
  /** As they were looked at a moment ago; a lease taken since then counts as living. */
  readonly standing: readonly StandingLease[];
};

/** Throws `WORKSPACE_LOCKED` naming task, phase, owner and expiry; then nothing was changed. */
export const claimManually = (
  ports: CommandPorts,
  claim: Claim,
  peer: Peer,
): Promise<{ readonly task: Task; readonly lease: Lease }> =>
  commit(ports, async (tx) => {
    const { name, slots } = claim.draft.settings.workspace;
    const at = ports.clock.now();
    const task = await insertTask(ports, tx, claim.draft, at);
    const gone = await makeRoom(ports, tx, claim, task, at, peer);
    const place = await tx.claimSlot(name, slots, task.task, claim.draft.priority, at, 'by hand');
    if (place.kind !== 'held') throw await locked(tx, claim, gone);
    const lease = await tx.takeLease({
      task: task.task,
      workspace: name,
      owner: claim.owner,
      tokenHash: claim.tokenHash,
      phase: task.state.phase,
      history: [],
      branch: null,
      pushedToRemote: false,
      artifacts: {},
      takenAt: at,
      expiresAt: instant(at + leaseMs),
      releasedAt: null,
    });
    await tx.say(task.id, task.task, at, [{ kind: 'lease_taken', data: { by: claim.draft.by, fence: lease.fence } }]);
    return { task, lease };
  });

/** The early look, before anything about the checkout is said. */
export const refuseIfLocked = (
  { store }: Pick<CommandPorts, 'store'>,
  claim: Pick<Claim, 'draft' | 'takeover' | 'standing'>,
): Promise<void> =>
  store.read(async (reads) => {
    if (inOrder(claim).length === 0 && (await isFull(reads, claim, []))) throw await locked(reads, claim, []);
  });

/** Gives back what dead and expired owners hold, as far as room is wanted; returns the leases that went. */
async function makeRoom(
  ports: CommandPorts,
  tx: Transaction,
  claim: Claim,
  to: Task,
  at: Instant,
  peer: Peer,
): Promise<readonly Lease[]> {
  const gone: Lease[] = [];
  const victims = inOrder(claim);
  while (await isFull(tx, claim, gone)) {
    const next = victims.shift();
    if (next === undefined) throw await locked(tx, claim, gone);
    await replace(ports, tx, claim, next, to, at, peer);
    gone.push(next.lease);
  }
  return gone;
}

/** Work in the checkout itself excludes every other lease; else it is the slots that count. */
async function isFull(tx: Reads, { draft }: Pick<Claim, 'draft'>, gone: readonly Lease[]): Promise<boolean> {
  const { name, slots, isolation } = draft.settings.workspace;
  if ((await tx.holders(name)).length >= slots) return true;
  return isolation === 'checkout' && (await othersOf(tx, name, gone)).length > 0;
}

const othersOf = async (tx: Reads, workspace: string, gone: readonly Lease[]): Promise<readonly Lease[]> =>
  (await tx.leases(workspace)).filter(
    ({ task, fence }) => !gone.some((each) => each.task === task && each.fence === fence),
  );

/** The dead first, then the expired, then, for a take-over, the quietest. What Drover drives gives way to nobody. */
function inOrder({ standing, takeover }: Pick<Claim, 'standing' | 'takeover'>): StandingLease[] {
  const ranks: readonly string[] = takeover ? ['dead', 'expired', 'living'] : ['dead', 'expired'];
  return standing
    .filter((each) => ranks.includes(each.standing))
    .filter(({ standing: how, task }) => how !== 'living' || (task?.kind === 'task' && task.spec.driven === 'hand'))
    .toSorted(
      (one, other) =>
        ranks.indexOf(one.standing) - ranks.indexOf(other.standing) || one.lease.expiresAt - other.lease.expiresAt,
    );
}

async function replace(
  ports: CommandPorts,
  tx: Transaction,
  { draft }: Claim,
  { lease, standing, task }: StandingLease,
  to: Task,
  at: Instant,
  peer: Peer,
): Promise<void> {
  const { name, slots } = draft.settings.workspace;
  const visit = { phase: lease.phase, entered: lease.takenAt, left: at, outcome: replaced };
  const changed = await tx.changeLease(lease.task, lease.fence, { releasedAt: at, history: [...lease.history, visit] });
  if (!changed) return;
  const granted = await tx.freeSlot(name, slots, lease.task, at);
  await wakeAll(ports, tx, granted, at);
  if (task === null || task.ended) return;
  const why =
    standing === 'living' ? 'a person took over' : standing === 'dead' ? 'its owner is gone' : 'it had expired';
  await tellTask(ports, tx, task, { kind: 'finish', body: null }, peer, [
    { kind: 'lease_replaced', data: { to: to.id, why } },
  ]);
}

async function locked(tx: Reads, { draft }: Pick<Claim, 'draft'>, gone: readonly Lease[]): Promise<Failed> {
  const { name } = draft.settings.workspace;
  const leases = await othersOf(tx, name, gone);
  const holders = await tx.holders(name);
  const holder = leases.find(({ task }) => holders.includes(task)) ?? leases[0] ?? null;
  const id = holder?.task ?? holders[0] ?? null;
  const task = id === null ? null : await tx.root(id);
  return whoHolds(name, holder, task);
}

function whoHolds(workspace: string, lease: Lease | null, task: Root | null): Failed {
  if (task === null)
    return failed('WORKSPACE_LOCKED', `${workspace} has no free slot: tasks wait in line.`, { workspace });
  const phase = phaseOfRoot(task) ?? 'at work';
  const owner = lease?.owner.name ?? task.spec.by;
  const until = lease === null ? '' : `, until ${new Date(lease.expiresAt).toISOString()}`;
  return failed('WORKSPACE_LOCKED', `${workspace} is held by ${task.id} (${phase}), owner ${owner}${until}.`, {
    workspace,
    task: task.id,
    phase,
    owner,
    expires_at: lease?.expiresAt ?? null,
  });
}

// The leases of a workspace and how each stands.

type StandingLease = {
  readonly lease: Lease;
  readonly standing: LeaseStanding;
  readonly task: Root | null;
};

type Ports = Pick<CommandPorts, 'store' | 'machine' | 'clock' | 'host'>;

/** Those not released. Whether an owner lives is looked at outside of any transaction. */
export async function lookAtLeases(ports: Ports, workspace: string): Promise<readonly StandingLease[]> {
  const { store, clock } = ports;
  const found = await store.read(async (reads) => {
    const held = [];
    for (const lease of await reads.leases(workspace)) held.push({ lease, task: await reads.root(lease.task) });
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
const whoDrives = (root: Root | null): 'engine' | 'hand' =>
  root?.kind === 'chain' ? 'engine' : (root?.spec.driven ?? 'hand');

const phaseOfRoot = (root: Root | null) => (root?.kind === 'task' ? root.state.phase : null);

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
      phase: phaseOfRoot(task) ?? lease.phase,
      owner: lease.owner.name,
      expires_at: lease.expiresAt,
    }));
}

// The task whose lease is meant, with the lease.

export type Leased = { readonly task: Task; readonly lease: Lease | null };

/** Without an id it is the task of the copy one stands in; `LOCK_NOT_FOUND` where one stands in none. */
export async function findLeased(reads: Reads, given: string | undefined, cwd: string): Promise<Leased> {
  const task = given === undefined ? await taskOfCopy(reads, cwd) : await findTask(reads, given);
  if (task === null) throw failed('LOCK_NOT_FOUND', 'There is no lease here: this folder is in no copy.', { cwd });
  return { task, lease: await reads.lease(task.task) };
}

// Where the secret of a lease is kept for who took it, in the state folder.

export const tokenPath = (task: ThingId): string => `leases/${task}.token`;
