// A task is stated: everything that can be known at once is checked, its settings are frozen, one transaction makes it.

import { textOfTodo } from '../../contract/continuation.ts';
import type { Input } from '../../contract/read-input.ts';
import { priorities } from '../../contract/task.ts';
import { defined } from '../../domain/defined.ts';
import { failed, ok } from '../../domain/error.ts';
import type { Said } from '../../domain/fact/fact.ts';
import type { FlowRun } from '../../domain/flow/flow-run.ts';
import { resetsIn } from '../../domain/flow/node-moves.ts';
import { type Instant, taskId } from '../../domain/ids.ts';
import { newRow } from '../../domain/new-row.ts';
import { isWithin } from '../../domain/place/within.ts';
import { checkPlan } from '../../domain/plan/check-plan.ts';
import { type PlanFile, planFileAt } from '../../domain/plan/plan-file.ts';
import { criteriaOf } from '../../domain/plan/plan-from.ts';
import type { QuestionKind } from '../../domain/question/question.ts';
import { policyFor } from '../../domain/task/ask.ts';
import { leftFor } from '../../domain/task/criteria/before.ts';
import { withMoves } from '../../domain/task/criteria/kept-pages.ts';
import { sayMove } from '../../domain/task/criteria/nodes.ts';
import { type ContinuationLevel, settingsFrom } from '../../domain/task/settings/freeze.ts';
import type { Settings } from '../../domain/task/settings/settings.ts';
import { firstTaskState, type Task, type TaskSpec } from '../../domain/task/task.ts';
import { sayFew } from '../../domain/text/counted.ts';
import type { PersonConfig } from '../../ports/config.ts';
import type { CheckoutState } from '../../ports/git.ts';
import type { Transaction } from '../../ports/store.ts';
import { sayEdited } from '../flow/edited.ts';
import { otherAgents, refuseTakenFlow, type StatedFlow, stateFlow } from '../flow/state-flow.ts';
import { findByFolder } from '../flow/status.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { noteOfBudget } from '../shared/describe-budget.ts';
import { commit, idempotently, nameOf, onceKey, unwrap } from '../shared/request.ts';
import { findOrRegister } from '../workspace/find.ts';
import { dropAttachments, keepAttachments } from './attachments.ts';
import { checkBase, nameOfBranch } from './base-and-branch.ts';
import { chooseAgents, chooseRivals, namesInstalled, withReader } from './choose-agents.ts';
import { chooseEnvironment } from './choose-environment.ts';
import { firstLine } from './list.ts';
import { refuseMoved } from './progress/continuation.ts';
import { stateTask } from './statement.ts';

export const createTask: Command<'task.create'> = async (ports, input, peer) => {
  const branch = nameOfBranch(input.branch);
  const { plan = null, lenient = false } = input;
  refuseDone(plan, input.continues?.done ?? []);
  const unclear = plan === null ? [] : unwrap(checkPlan(plan, { lenient })).notes;
  const workspace = await findOrRegister(ports, input, peer);
  const { entry } = workspace;
  const flow = input.flow === undefined ? null : await flowIn(ports, input, input.flow, workspace.path);
  const planFile = input.plan_file === undefined ? null : planFileOf(input.plan_file, workspace.path);
  const stated = flow ?? (await stateTask(ports, input, workspace.path));
  const { continues } = input;
  // Git is at work while it is looked who is installed.
  const [looked, read, known] = await Promise.all([
    workspace.seen === undefined ? ports.git.inspect(workspace.path) : ok(workspace.seen),
    ports.config.read(),
    namesInstalled(ports),
  ]);
  const stands = unwrap(looked);
  if (continues?.force === false) {
    refuseRenumbered(plan, continues);
    await refuseMoved(ports, workspace.name, stands, continues);
  }
  // What was met before stands on the branch where it was met.
  const begun = (continues ?? flow?.spec.continues) === undefined ? null : stands.branch;
  const base = stated.base ?? input.base ?? begun ?? entry.base ?? null;
  const seen = seenOf(stands, ports.clock.now());
  const checked = checkBase(stands, base);
  const config = withLevel(unwrap(read), continues?.level);
  const chosen = await chooseAgents(ports, config, entry, input.agent);
  const rivals = await chooseRivals(ports, input, entry, chosen.roles.develop);
  refuseEffort(ports, input.effort, {
    ...chosen.roles,
    develop: [...chosen.roles.develop, ...(rivals?.rivals ?? []).flat()],
  });
  const real = ports.agents.real();
  const readers = known.filter((name) => real.includes(name));
  const asked = { workspace: workspace.name, env: input.env, text: input.text ?? '' };
  const place = chooseEnvironment(ports.config, config, asked, peer);
  const frozen = unwrap(
    settingsFrom({
      ...config,
      env: ports.person.env(),
      name: workspace.name,
      path: entry.path,
      workspace: entry,
      roles: input.agent === undefined ? withReader(chosen.roles, config, entry, readers) : chosen.roles,
      model: input.model ?? null,
      yes: input.yes ?? [],
      effort: input.effort ?? null,
      known,
      // Who is named for everything is the only one.
      advisers: input.agent === undefined ? readers : [],
      ...(input.budget !== undefined && { budget: { money: input.budget } }),
    }),
  );
  const settings = { ...frozen, ...place.settings };
  const given = input.flow?.given ?? [];
  const attachments = await keepAttachments(ports, input.attachments ?? [], given);
  const since = flow && (await sinceLast(ports, flow.spec.flow, input.flow?.reset ?? []));
  const once = onceKey(ports, peer, 'made', input, [input.text, input.issue, input.workspace]);
  const { thing: task, again } = await commit(ports, (tx) =>
    idempotently(tx, once, ports.clock.now(), async () => {
      if (branch !== null) await refuseTaken(tx, workspace.name, branch);
      if (planFile !== null) await refuseTakenPlan(tx, planFile, input.begun === true);
      if (flow !== null) await refuseTakenFlow(tx, flow.spec.flow);
      return insertTask(
        ports,
        tx,
        {
          ...stated.spec,
          ...(flow !== null && {
            flow: { ...withGiven(flow.spec.flow, given, attachments), ...defined({ before: since?.before }) },
          }),
          ...place.spec,
          ...seen,
          ...(attachments.length > 0 && { attachments }),
          ...(input.confirmed && { confirmed: { ...input.confirmed, by: nameOf(peer), channel: peer.channel } }),
          title: input.title ?? null,
          branch,
          base,
          ...(input.strangers && { strangers: true as const }),
          ...(input.fresh && { fresh: true as const }),
          ...triggerOf(peer),
          until: input.until ?? null,
          plan: flow?.plan ?? plan,
          ...(planFile !== null && { planFile }),
          ...rivals,
          ...(continues && { continues: begunElsewhere(continues) }),
          priority: priorities[input.priority ?? 'normal'],
          inferred:
            workspace.inferred ||
            place.guessed ||
            input.inferred === true ||
            (stated.spec.issue ?? stated.spec.pull) !== undefined,
          driven: 'engine',
          settings,
          by: nameOf(peer),
        },
        ports.clock.now(),
        unclear.length === 0 ? [] : [{ kind: 'plan_unclear', data: { notes: unclear, by: nameOf(peer) } }],
      );
    }),
  );
  if (again) await dropAttachments(ports, attachments);
  const notes = [
    ...workspace.notes,
    ...checked,
    ...(flow?.notes ?? []),
    ...(since?.notes ?? []),
    ...(flow === null ? [] : otherAgents(flow.spec.flow, chosen.roles.develop)),
    ...chosen.notes,
    ...unclear,
    ...withoutTools(ports, settings),
    ...noteOfBudget(settings),
    ...askedAllTheSame(input.yes ?? [], settings),
  ];
  return { task: task.id, notes };
};

function triggerOf({ person }: Peer): Pick<TaskSpec, 'trigger' | 'issue'> {
  if (person.kind !== 'unknown' || person.trigger === undefined) return {};
  const { name, by, issue } = person.trigger;
  return { trigger: { name, by }, ...defined({ issue }) };
}

const begunElsewhere = ({
  session,
  done,
  said = {},
  made = {},
}: NonNullable<Input<'task.create'>['continues']>): NonNullable<TaskSpec['continues']> => ({
  session,
  done,
  ...(Object.keys(said).length > 0 && { said }),
  ...(Object.keys(made).length > 0 && { made }),
});

const withLevel = (config: PersonConfig, level: ContinuationLevel | undefined): PersonConfig =>
  level === undefined ? config : { ...config, limits: { ...config.limits, continuation_level: level } };

function refuseDone(plan: string | null, done: readonly string[]): void {
  if (done.length === 0 || criteriaOf(plan ?? '').some(({ label }) => !done.includes(label))) return;
  throw failed('PLAN_INVALID', 'Nothing is left of the plan: all its criteria were met before.');
}

/** What was met under a name that the plan does not have any more, or that stands for something else in it, was met of another plan: who knows what its names stand for now. */
function refuseRenumbered(
  plan: string | null,
  { done, said = {} }: Pick<NonNullable<Input<'task.create'>['continues']>, 'done' | 'said'>,
): void {
  const planned = new Map(criteriaOf(plan ?? '').map(({ label, text }) => [label, textOfTodo(text)]));
  const gone = done.filter((label) => !planned.has(label) && !/^(?:FIX|REVIEW)-\d/.test(label));
  const others = done.filter(
    (label) => planned.has(label) && said[label] !== undefined && said[label] !== planned.get(label),
  );
  if (gone.length + others.length === 0) return;
  const why = [
    ...(gone.length > 0 ? [`it has no ${sayFew(gone, 5)}`] : []),
    ...(others.length > 0 ? [`${sayFew(others, 5)} says something else in it`] : []),
  ];
  throw failed(
    'CONTINUATION_MOVED',
    `The plan was changed since: ${why.join(', and ')}, which the file calls complete.`,
    { criteria: [...gone, ...others] },
  );
}

/** Those of the flow were kept behind all others. */
function withGiven(
  flow: FlowRun,
  given: readonly { readonly path: string }[],
  kept: readonly { readonly path: string }[],
): FlowRun {
  if (given.length === 0) return flow;
  const own = kept.slice(kept.length - given.length);
  return { ...flow, given: Object.fromEntries(given.map(({ path }, at) => [path, own[at]?.path ?? path])) };
}

/** What is to be told of the flow that worked on the folder last, and what it leaves for this one. */
const sinceLast = (
  { store }: Pick<CommandPorts, 'store'>,
  flow: FlowRun,
  reset: readonly string[],
): Promise<{ readonly notes: readonly string[]; readonly before: FlowRun['before'] }> =>
  store.read(async (reads) => {
    const last = await findByFolder(reads, flow.folder);
    if (last === undefined) return { notes: [], before: undefined };
    const rounds = (await reads.things({ kind: 'criterion', parent: last.id })).toReversed();
    const before = leftFor(last, rounds, flow);
    return { notes: sayEdited(last, flow, reset), before: before.length === 0 ? undefined : before };
  });

const flowIn = async (
  { machine }: Pick<CommandPorts, 'machine'>,
  given: Input<'task.create'>,
  files: NonNullable<Input<'task.create'>['flow']>,
  checkout: string,
): Promise<StatedFlow> => stateFlow(given, files, (await machine.realPath(checkout)) ?? checkout);

/** What only git knows (a branch of the checkout or the remote that stands elsewhere) is asked when the copy is made. */
async function refuseTaken(tx: Transaction, workspace: string, branch: string): Promise<void> {
  const same = (await tx.copies({ removed: false })).filter((copy) => copy.branch === branch);
  for (const { task } of same) {
    const holder = await tx.root(task);
    if (holder === null || holder.spec.settings.workspace.name !== workspace) continue;
    throw failed('BRANCH_TAKEN', `${task} has the branch ${branch}.`, { branch, task });
  }
}

/** Below the checkout, so that whoever may state a task there moves no file elsewhere. */
function planFileOf(path: string, checkout: string): PlanFile {
  const file = planFileAt(path);
  if (file !== null && isWithin(file.root, checkout)) return file;
  throw failed('PLAN_INVALID', `${path} is no place for a plan that is worked on in ${checkout}.`);
}

/** `begun`: it stood among those in progress, and only who began it here goes on with it. */
async function refuseTakenPlan(tx: Transaction, plan: PlanFile, begun: boolean): Promise<void> {
  const task = await tx.atWorkOn({ plan });
  if (task !== null) throw failed('PLAN_TAKEN', `${task} works on ${plan.name}.`, { task, plan: plan.name });
  if (begun && (await tx.atWorkOn({ plan }, 'too')) === null)
    throw failed('PLAN_TAKEN', `${plan.name} was begun, and by no task of yours.`, { plan: plan.name });
}

function refuseEffort({ agents }: CommandPorts, effort: string | undefined, roles: Settings['agents']): void {
  if (effort === undefined) return;
  const deaf = [...new Set(Object.values(roles).flat())].filter(
    (name) => agents.get(name)?.capabilities.effort !== true,
  );
  if (deaf.length > 0)
    throw failed('UNSUPPORTED', `${deaf.join(', ')} cannot be told how much to think (--effort); nothing was started.`);
}

const askedAllTheSame = (yes: readonly QuestionKind[], settings: Settings): readonly string[] => {
  const always = yes.filter((kind) => policyFor(kind, settings, false) === 'ask');
  return always.length === 0 ? [] : [`Asked all the same, for policy never answers it: ${always.join(', ')}.`];
};

// The row of a new task, with its first fact and its wake, inside the transaction that makes it.

export async function insertTask(
  { queue, host }: Pick<CommandPorts, 'queue' | 'host'>,
  tx: Transaction,
  draft: Omit<TaskSpec, 'number'>,
  at: Instant,
  more: readonly Said[] = [],
): Promise<Task> {
  const workspace = draft.settings.workspace.name;
  const number = await tx.next(`task:${workspace}`);
  const id = taskId(workspace, number);
  const resets = resetsIn(draft.flow?.reset ?? {}, at);
  const task: Task = {
    ...newRow(host, at),
    id,
    kind: 'task',
    task: id,
    spec: { ...draft, number },
    state: { ...firstTaskState(draft.driven, draft.planFile), ...(resets.length > 0 && withMoves({}, resets)) },
  };
  await tx.insert(task);
  const { by, driven, settings } = draft;
  await tx.say(id, id, at, [
    {
      kind: 'task_created',
      data: { text: firstLine(draft.text), by, preset: settings.preset, driven, agents: settings.agents.develop },
    },
    ...resets.map(sayMove),
    ...more,
  ]);
  await queue.add(tx, [{ thing: id, at, host }]);
  return task;
}

/** Of uncommitted files; a row holds no long lists. */
const mostDirty = 100;

/** The task need not look again at what was looked at while it was stated. */
export function seenOf({ ahead: _, behind: __, ...checkout }: CheckoutState, at: Instant): Pick<TaskSpec, 'seen'> {
  return checkout.dirty.length > mostDirty ? {} : { seen: { at, checkout } };
}

// Says which agents that work on a task cannot be given the servers of tools that are configured.

function withoutTools({ agents }: Pick<CommandPorts, 'agents'>, settings: Settings): readonly string[] {
  const servers = settings.mcp ?? [];
  const workers = [...new Set([...settings.agents.develop, ...settings.agents.fix])];
  const without = workers.filter((name) => agents.get(name)?.capabilities.mcp !== true);
  if (servers.length === 0 || without.length === 0) return [];
  return [
    `Without the tools of ${servers.map(({ name }) => name).join(', ')}: ${without.join(', ')} cannot be given any.`,
  ];
}
