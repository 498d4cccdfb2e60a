// A step by hand is wished for: under a lease that holds, one at a time. The task's own machine does it.
import type { ManualStepBegun } from '../../contract/manual.ts';
import { Failed, failed } from '../../domain/error.ts';
import { whyNotHolder } from '../../domain/lease/judge-lease.ts';
import type { Lease } from '../../domain/lease/lease.ts';
import { isPaused } from '../../domain/parts/stop.ts';
import { checkPlan } from '../../domain/plan/check-plan.ts';
import type { ManualStepName, ManualWish } from '../../domain/task/manual/step.ts';
import type { Task } from '../../domain/task/task.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import type { Transaction } from '../../ports/store.ts';
import { verifyEnvironment } from '../environment/verify.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { commit, nameOf, unwrap } from '../shared/request.ts';
import { nameOfBranch } from '../task/base-and-branch.ts';
import { firstInstalled, mustBeThere } from '../task/choose-agents.ts';
import { mustLive } from '../task/notify.ts';
import { findLeased } from './lease.ts';
import { stepNow } from './status.ts';

type Under = { readonly task?: string | undefined; readonly cwd: string; readonly token?: string | undefined };

/** Throws `LOCK_NOT_FOUND`, `LEASE_EXPIRED`, `UNAUTHORIZED`, `TASK_ENDED`, `STEP_RUNNING`; then nothing was changed. The same step that waits for a person is found again. */
const beginStep = (ports: CommandPorts, under: Under, wish: ManualWish, peer: Peer): Promise<ManualStepBegun> =>
  commit(ports, async (tx) => {
    const { task, lease } = await mustHold(ports, tx, under);
    const seq = await underWay(tx, task, wish.step);
    if (seq !== null) return { task: task.id, step: wish.step, seq, again: true };
    const body = { fence: lease.fence, wish };
    const at = ports.clock.now();
    const notice = await tx.notify({ thing: task.id, at, by: nameOf(peer), kind: 'step', body });
    await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
    return { task: task.id, step: wish.step, seq: notice.seq, again: false };
  });

/** Looked at before anything else is done for a step; again when it is put. */
const checkStep = (ports: CommandPorts, under: Under, step: ManualStepName): Promise<Task> =>
  ports.store.transact(async (tx) => {
    const { task } = await mustHold(ports, tx, under);
    await underWay(tx, task, step);
    return task;
  });

async function mustHold(
  { clock, sha256 }: CommandPorts,
  tx: Transaction,
  { task: given, cwd, token }: Under,
): Promise<{ readonly task: Task; readonly lease: Lease }> {
  const { task, lease } = await findLeased(tx, given, cwd);
  if (task.spec.driven !== 'hand')
    throw failed('LOCK_NOT_FOUND', `${task.id} is driven by Drover itself; there is no lease by hand of it.`, {
      task: task.id,
    });
  const refused = whyNotHolder(task.id, lease, token === undefined ? null : sha256(token), clock.now());
  if (refused !== null) throw new Failed(refused);
  mustLive(task);
  if (lease === null) throw failed('LOCK_NOT_FOUND', `There is no lease of ${task.id}.`, { task: task.id });
  return { task, lease };
}

/** null: nothing is. The number of the same step where it waits for a person. */
async function underWay(tx: Transaction, task: Task, wanted: ManualStepName): Promise<number | null> {
  const now = await stepNow(tx, task);
  const name = now?.step ?? null;
  if (name === null && isPaused((await tx.view(task.id))?.notices ?? []))
    throw failed('NOT_READY', `${task.id} is paused; nothing was begun. Go on with it: drover task resume ${task.id}`);
  if (name === null && task.state.at.kind === 'by_hand') return null;
  if (name === null)
    throw failed('STEP_RUNNING', `The copy of ${task.id} is still being made; nothing was begun.`, { task: task.id });
  const open = (await tx.questions({ task: task.task, open: true })).map(({ id }) => id);
  if (now !== null && name === wanted && open.length > 0) return now.seq;
  const how = open.length > 0 ? `waits for a person (${open.join(', ')})` : 'is under way';
  throw failed('STEP_RUNNING', `The step ${name} of ${task.id} ${how}; nothing was begun.`, {
    task: task.id,
    step: name,
    questions: open,
  });
}

// The step `analyze` of a task driven by hand.

export const analyzeStep: Command<'step.analyze'> = async (ports, input, peer) => {
  const agent = await agentOfStep(ports, input, 'analyze');
  return beginStep(ports, input, { step: 'analyze', agent, words: input.more ?? null }, peer);
};

// The step `develop` of a task driven by hand. A person who wants it is not asked whether the plan is right; for anybody else policy says.

export const developStep: Command<'step.develop'> = async (ports, input, peer) => {
  const branch = nameOfBranch(input.branch);
  const agent = await agentOfStep(ports, input, 'develop');
  const agreed = peer.person.kind === 'person';
  const { plan = null, more: words = null, lenient = false } = input;
  if (plan !== null) unwrap(checkPlan(plan, { lenient }));
  return beginStep(ports, input, { step: 'develop', agent, plan, branch, words, agreed }, peer);
};

// The step `test` of a task driven by hand: every gate on the copy as it stands.

export const testStep: Command<'step.test'> = (ports, input, peer) => beginStep(ports, input, { step: 'test' }, peer);

// The step `submit` of a task driven by hand: commit, push and pull request of what is proven, once a person says so.

export const submitStep: Command<'step.submit'> = (ports, input, peer) => {
  const { title = null, body = null } = input;
  return beginStep(ports, input, { step: 'submit', title, body, override: input.override ? nameOf(peer) : null }, peer);
};

// The step `verify` of a task driven by hand: the environment is looked at, and what came of its errors goes on record with the lease.

export const verifyStep: Command<'step.verify'> = async (ports, input, peer, signal) => {
  const task = await checkStep(ports, input, 'verify');
  const env = input.env ?? (await environmentOf(ports, task));
  const seen = await verifyEnvironment(ports, { env }, peer, signal);
  const file = `steps/${task.id}/${ports.clock.now()}-verification.json`;
  const artifact = await ports.files.write(file, `${JSON.stringify(seen, null, 2)}\n`);
  return beginStep(ports, input, { step: 'verify', verdict: seen.verdict, artifact }, peer);
};

/** Where only one can be meant. */
async function environmentOf({ config }: CommandPorts, { id, spec }: Task): Promise<string> {
  const { name } = spec.settings.workspace;
  const found = config.environmentsOf(unwrap(await config.read()), name).map((each) => each.name);
  const chosen = unwrap(await config.read()).workspaces[name]?.default_env;
  const [only] = chosen === undefined ? found : [chosen];
  if (only !== undefined && (chosen !== undefined || found.length === 1)) return only;
  throw failed(
    'USAGE',
    `Say which environment of ${name} is to be looked at for ${id}: ${found.join(', ') || 'there is none yet'}.`,
    {
      candidates: found,
      hint:
        found[0] === undefined
          ? 'Add one, like this: `drover env add shop-prod deploy@prod:/opt/shop`.'
          : `Like this: \`drover step verify ${id} --env ${shellWord(found[0])}\`.`,
    },
  );
}

// Who works on a step by hand: the agent that is named, else those of the lease, else the first that is installed by now.

type WantedStep = { readonly task?: string | undefined; readonly cwd: string; readonly agent?: string | undefined };

/** null: those of the lease. Throws `ENGINE_ERROR` where the one named, or any at all, is not there. */
async function agentOfStep(
  ports: CommandPorts,
  { task: given, cwd, agent }: WantedStep,
  role: 'analyze' | 'develop',
): Promise<string | null> {
  if (agent !== undefined) {
    await mustBeThere(ports, agent);
    return agent;
  }
  const { task } = await ports.store.read((reads) => findLeased(reads, given, cwd));
  if (task.spec.settings.agents[role].length > 0) return null;
  return firstInstalled(ports, unwrap(await ports.config.read()));
}
