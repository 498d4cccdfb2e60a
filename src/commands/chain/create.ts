// Plans become a chain, or one each where they are to go at once: all is checked and frozen before anything starts.
import type { Input } from '../../contract/read-input.ts';
import { type Chain, type ChainSpec, firstChainState, type Plan } from '../../domain/chain/chain.ts';
import { planLabels } from '../../domain/chain/plan-label.ts';
import { failed } from '../../domain/error.ts';
import { chainId, type TaskId } from '../../domain/ids.ts';
import { newRow } from '../../domain/new-row.ts';
import { settingsFrom } from '../../domain/task/settings/freeze.ts';
import type { Settings } from '../../domain/task/settings/settings.ts';
import { slug } from '../../domain/text/branch-name.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { noteOfBudget } from '../shared/describe-budget.ts';
import { commit, nameOf, unwrap } from '../shared/request.ts';
import { checkBase } from '../task/base-and-branch.ts';
import { chooseAgents } from '../task/choose-agents.ts';
import { readIssue } from '../task/statement.ts';
import { findOrRegister } from '../workspace/find.ts';

export const createChain: Command<'chain.create'> = async (ports, input, peer) => {
  refuseUnclear(input);
  const workspace = await findOrRegister(ports, input, peer);
  const base = input.base ?? workspace.entry.base ?? null;
  const checkout = unwrap(await ports.git.inspect(workspace.path));
  const checked = checkBase(checkout, base);
  const issue = input.issue === undefined ? null : await readIssue(ports, input.issue, checkout.remote);
  const config = unwrap(await ports.config.read());
  const worker = await chooseAgents(ports, config, workspace.entry, input.agent);
  const named =
    input.review_by === undefined ? null : await chooseAgents(ports, config, workspace.entry, input.review_by);
  const [develop = ''] = worker.roles.develop;
  const reviewer = named?.roles.review[0] ?? (await anotherAgent(ports, develop));
  const roles = { ...worker.roles, review: [reviewer] };
  const settings = unwrap(
    settingsFrom({
      ...config,
      env: ports.person.env(),
      name: workspace.name,
      path: workspace.entry.path,
      workspace: workspace.entry,
      roles,
      model: null,
      yes: [],
      ...(input.budget !== undefined && { budget: { money: input.budget } }),
    }),
  );
  const labels = planLabels(input.plans.map(({ path }) => path));
  const plans = input.plans.map((plan, index): Plan => ({ ...plan, label: labels[index] ?? '' }));
  const groups = input.parallel ? plans.map((plan) => [plan]) : [plans];
  const by = nameOf(peer);
  const chains = await commit(ports, async (tx) => {
    const ids: string[] = [];
    for (const group of groups)
      ids.push(
        await insert(ports, tx, {
          name: input.name,
          plans: group,
          issue,
          worker: develop,
          reviewer,
          base,
          settings,
          by,
        }),
      );
    return ids;
  });
  const own = reviewer === develop ? [`${develop} reviews its own work: no other agent is installed.`] : [];
  return { chains, notes: [...workspace.notes, ...checked, ...worker.notes, ...own, ...noteOfBudget(settings)] };
};

/** Plans, or an issue that is cut into plans: one of them. */
function refuseUnclear({ plans, issue, parallel }: Input<'chain.create'>): void {
  if (issue === undefined && plans.length === 0) throw failed('USAGE', 'A chain needs plans, or an issue (--issue).');
  if (issue === undefined) return;
  if (plans.length > 0) throw failed('USAGE', 'Name plans or an issue, not both.');
  if (parallel)
    throw failed(
      'USAGE',
      'Plans that are cut from an issue are done one after another: --parallel is for plans you name.',
    );
}

/** A pair of eyes of another make, where there is one. */
async function anotherAgent({ agents, person }: CommandPorts, worker: string): Promise<string> {
  for (const name of agents.real().filter((each) => each !== worker))
    if ((await agents.get(name)?.find(person.env()))?.found === true) return name;
  return worker;
}

async function insert(
  { queue, clock, host }: CommandPorts,
  tx: Transaction,
  draft: Omit<ChainSpec, 'branch'> & { readonly settings: Settings },
): Promise<string> {
  const at = clock.now();
  const id = chainId(await tx.next('chain'));
  const own = id as unknown as TaskId;
  const branch = `drover/${slug(draft.name)}-${id}`;
  const chain: Chain = {
    ...newRow(host, at),
    id,
    kind: 'chain',
    task: own,
    spec: { ...draft, branch },
    state: firstChainState,
  };
  await tx.insert(chain);
  const plans = draft.plans.map(({ label }) => label);
  const { name, by, issue } = draft;
  await tx.say(id, own, at, [{ kind: 'chain_created', data: { name, plans, by, issue: issue?.title ?? null } }]);
  await queue.add(tx, [{ thing: id, at, host }]);
  return id;
}
