// A task driven by hand: slot, lease and copy, or at once the reason why not.

import type { ManualTaskTaken } from '../../contract/manual.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { Failed, type Failure, fail, failed } from '../../domain/error.ts';
import type { Lease } from '../../domain/lease/lease.ts';
import { isolationRisk } from '../../domain/place/isolation.ts';
import type { Question } from '../../domain/question/question.ts';
import { settingsFrom } from '../../domain/task/settings/freeze.ts';
import type { Task, TaskSpec } from '../../domain/task/task.ts';
import type { PersonConfig, WorkspaceEntry } from '../../ports/config.ts';
import type { CheckoutState } from '../../ports/git.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { bringHere } from '../shared/bring-here.ts';
import { commit, nameOf, unwrap } from '../shared/request.ts';
import { watchWhile } from '../shared/watch.ts';
import { checkBase } from '../task/base-and-branch.ts';
import { chooseAgents, namesInstalled } from '../task/choose-agents.ts';
import { seenOf } from '../task/create.ts';
import { awaitEnd, tellTask } from '../task/notify.ts';
import { findOrRegister, type Workspace } from '../workspace/find.ts';
import { claimManually, lookAtLeases, refuseIfLocked, tokenPath } from './lease.ts';

export const takeStep: Command<'step.take'> = async (ports, input, peer, signal) => {
  const workspace = await findOrRegister(ports, input, peer);
  const stands = workspace.seen ?? unwrap(await ports.git.inspect(workspace.path));
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
  const { task, lease } = await claimManually(ports, claim, peer);
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
  const config = unwrap(await ports.config.read());
  const roles = await agentsOf(ports, config, entry);
  const settings = unwrap(
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
    text,
    title: null,
    branch: null,
    base: entry.base ?? null,
    until: null,
    plan: null,
    priority: 0,
    inferred,
    driven: 'hand',
    settings,
    by: nameOf(peer),
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

function viewTaken(task: Task, lease: Lease, file: string, notes: readonly string[]): ManualTaskTaken {
  const { copy } = task.state.known.place;
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

// Waits until the copy of a task driven by hand is ready; where it cannot be made, the task is ended and the reason told.

const patienceMs = 120_000;
const endingMs = 30_000;

type SeenStep =
  | { readonly kind: 'ready'; readonly task: Task }
  | { readonly kind: 'asks'; readonly question: Question }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Throws the failure's own code; `ENGINE_TIMEOUT` where it takes longer, and then it goes on. */
async function awaitCopy(ports: CommandPorts, { id }: Task, peer: Peer, signal: AbortSignal): Promise<Task> {
  const seen = await watchWhile(ports, signal, patienceMs, () => ports.store.read((reads) => look(reads, id)));
  if (seen === null)
    throw failed('ENGINE_TIMEOUT', `The copy of ${id} is still being made; it goes on: drover task watch ${id}`, {
      task: id,
      hint: `Its lease is taken: drover task watch ${id}, or give it back: drover step release ${id}`,
    });
  if (seen.kind === 'ready') return seen.task;
  if (seen.kind === 'asks')
    throw failed('NOT_READY', `${id} waits for a person before its copy is made: ${seen.question.text}`, {
      task: id,
      question: seen.question.id,
      hint: `Its lease is taken. Answer with drover answer ${seen.question.id}, then go on: drover task path ${id}`,
    });
  await end(ports, id, peer);
  throw new Failed(seen.failure);
}

async function look(reads: Reads, id: Task['id']): Promise<SeenStep | null> {
  const task = ofKind(await reads.thing(id), 'task');
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
  const [run] = await reads.things({ kind: 'run', task: task.task, limit: 1 });
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
    const task = ofKind(await tx.thing(id), 'task');
    if (!task.ended && task.state.at.kind !== 'ended' && task.state.at.kind !== 'releasing')
      await tellTask(ports, tx, task, { kind: 'cancel', body: null }, peer);
  });
  await awaitEnd(ports, id, endingMs, new AbortController().signal);
}
