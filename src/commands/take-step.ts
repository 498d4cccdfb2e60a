// A task driven by hand: slot, lease and copy, or at once the reason why not.
import type { StepTaken } from '../contract/step.ts';
import { Failed, failed } from '../domain/error.ts';
import type { Lease } from '../domain/lease/lease.ts';
import { isolationRisk } from '../domain/task/isolation-risk.ts';
import { settingsFrom } from '../domain/task/settings-from.ts';
import type { Task, TaskSpec } from '../domain/task/task.ts';
import type { PersonConfig, WorkspaceEntry } from '../ports/config.ts';
import type { CheckoutState } from '../ports/git.ts';
import { awaitCopy } from './await-copy.ts';
import { bringHere } from './bring-here.ts';
import { checkBase } from './check-base.ts';
import { chooseAgents, namesInstalled } from './choose-agents.ts';
import { claimByHand, refuseIfLocked } from './claim-by-hand.ts';
import { findOrRegister, type Workspace } from './find-workspace.ts';
import { seenOf } from './insert-task.ts';
import { lookAtLeases } from './look-at-leases.ts';
import { nameOf } from './name-of.ts';
import { orFail } from './or-fail.ts';
import type { Command, CommandPorts, Peer } from './ports.ts';
import { tokenPath } from './token-path.ts';

export const takeStep: Command<'step.take'> = async (ports, input, peer, signal) => {
  const workspace = await findOrRegister(ports, input, peer);
  const stands = workspace.seen ?? orFail(await ports.git.inspect(workspace.path));
  const seen = seenOf(stands, ports.clock.now());
  const draft = { ...(await drafted(ports, workspace, input.text, peer)), ...seen };
  const standing = await lookAtLeases(ports, workspace.name);
  if (input.takeover)
    for (const { task } of standing) if (task !== null && !task.ended) await bringHere(ports, task.host, task.id);
  await refuseIfLocked(ports, { draft, standing, takeover: input.takeover });
  const notes = [...checkCheckout(stands, draft), ...(await riskOfStep(ports, draft))];
  const token = ports.ids.secret();
  const owner = await ownerOf(ports, peer);
  const claim = { draft, owner, tokenHash: ports.sha256(token), takeover: input.takeover, standing };
  const { task, lease } = await claimByHand(ports, claim, peer);
  const file = await ports.files.write(tokenPath(task.id), `${token}\n`);
  try {
    const ready = await awaitCopy(ports, task, peer, signal);
    return viewTaken(ready, lease, file, [...workspace.notes, ...notes]);
  } catch (error) {
    // Taken all the same: it goes on, or waits for a person.
    if (error instanceof Failed && !['ENGINE_TIMEOUT', 'NOT_READY'].includes(error.failure.error_code))
      await ports.files.remove(tokenPath(task.id));
    throw error;
  }
};

async function drafted(
  ports: CommandPorts,
  { name, entry, inferred }: Workspace,
  text: string,
  peer: Peer,
): Promise<Omit<TaskSpec, 'number'>> {
  const config = orFail(await ports.config.read());
  const roles = await agentsOf(ports, config, entry);
  const settings = orFail(
    settingsFrom({
      ...config,
      env: ports.person.env(),
      name,
      path: entry.path,
      workspace: entry,
      roles,
      model: null,
      yes: [],
      known: await namesInstalled(ports),
    }),
  );
  return {
    ...{ text, title: null, branch: null, base: entry.base ?? null, until: null, plan: null, priority: 0 },
    ...{ inferred, driven: 'hand', settings, by: nameOf(peer) },
  };
}

/** Those configured, else the first that is installed; none where there is none: the lease needs no agent. */
async function agentsOf(ports: CommandPorts, config: PersonConfig, entry: WorkspaceEntry) {
  try {
    return (await chooseAgents(ports, config, entry, undefined)).roles;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { analyze: [], plan: [], develop: [], review: [], fix: [], advise: [] };
  }
}

/** In the checkout itself nothing uncommitted may be in the way; a copy leaves it alone and names it. */
function checkCheckout(state: CheckoutState, { settings, base }: Omit<TaskSpec, 'number'>): readonly string[] {
  const notes = checkBase(state, base);
  if (settings.workspace.isolation !== 'checkout' || state.dirty.length === 0) return notes;
  throw failed('GIT_DIRTY', `${state.root} has uncommitted changes: ${state.dirty.join(', ')}.`, {
    path: state.root,
    files: state.dirty,
  });
}

/** Nobody is asked before it begins, so it is said here. */
async function riskOfStep(
  { sandboxes }: CommandPorts,
  { settings: { workspace, sandbox } }: Omit<TaskSpec, 'number'>,
): Promise<readonly string[]> {
  const chosen = await sandboxes.choose(sandbox);
  const risk = isolationRisk(workspace.isolation, chosen.ok && chosen.value.name !== 'none');
  return risk === null ? [] : [`At risk: ${risk}.`];
}

async function ownerOf({ machine, host }: CommandPorts, { pid, person }: Peer): Promise<Lease['owner']> {
  const lasting = pid === null ? null : await machine.ownerOf(pid);
  const name = person.kind === 'person' ? person.name : person.kind === 'agent' ? 'an agent' : 'a caller';
  return { name, host, pid: lasting?.pid ?? null, startedAt: lasting?.startedAt ?? null };
}

function viewTaken(task: Task, lease: Lease, file: string, notes: readonly string[]): StepTaken {
  const { copy } = task.state.known;
  if (copy === null) throw new Error(`${task.id} is driven by hand without a copy`);
  return {
    task: task.id,
    copy: copy.path,
    branch: copy.branch,
    phase: task.state.phase,
    phase_history: lease.history,
    pushed_to_remote: lease.pushedToRemote,
    expires_at: lease.expiresAt,
    token_file: file,
    notes,
  };
}
