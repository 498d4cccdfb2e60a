// What agents cost: by task, day, workspace or agent. What nobody knows the price of is told apart and never taken for nothing.
import type { SpendLine, SpendTable } from '../../contract/record.ts';
import type { Spend } from '../../contract/task.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Usage } from '../../domain/run/turn.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';

type Cost = {
  readonly task: string;
  readonly workspace: string;
  readonly agent: string;
  readonly at: number;
  readonly turns: number;
  readonly usage: Usage;
};

const most = 100_000;

export const spend: Command<'service.spend'> = async ({ store, clock }, { by, since }) => {
  const from = since === undefined ? 0 : clock.now() - since;
  const costs = await store.read(async (reads) => [...(await ofRuns(reads)), ...(await ofSessions(reads))]);
  const wanted = costs.filter(({ at, turns }) => at >= from && turns > 0);
  const lines = [...Map.groupBy(wanted, (cost) => keyOf(by, cost))].map(([key, some]) => sum(key, some));
  return { by, lines: lines.toSorted(by === 'day' ? newest : dearest), total: sum('total', wanted) };
};

const newest = (one: SpendLine, other: SpendLine) => other.key.localeCompare(one.key);
const dearest = (one: SpendLine, other: SpendLine) =>
  other.money - one.money || other.input_tokens + other.output_tokens - one.input_tokens - one.output_tokens;

/** A day is one of this machine's. */
function keyOf(by: SpendTable['by'], { at, ...cost }: Cost): string {
  if (by !== 'day') return cost[by];
  const day = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

function sum(key: string, costs: readonly Cost[]): SpendLine {
  const total = (of: (cost: Cost) => number) => costs.reduce((all, cost) => all + of(cost), 0);
  return {
    key,
    turns: total(({ turns }) => turns),
    input_tokens: total(({ usage }) => usage.inputTokens),
    cached_tokens: total(({ usage }) => usage.cachedTokens),
    output_tokens: total(({ usage }) => usage.outputTokens),
    money: Math.round(total(({ usage }) => usage.money ?? 0) * 1e6) / 1e6,
    unpriced_turns: total(({ turns, usage }) => (usage.money === null ? turns : 0)),
  };
}

async function ofRuns(reads: Reads): Promise<readonly Cost[]> {
  const runs = await reads.things({ kind: 'run', ended: true, limit: most });
  const workspaces = new Map<string, string>();
  const costs: Cost[] = [];
  for (const { task, spec, state } of runs) {
    if (state.kind !== 'ended' || state.result.kind !== 'turn' || !('agent' in spec.purpose)) continue;
    const folder = 'cwd' in spec.purpose ? spec.purpose.cwd : null;
    const workspace = workspaces.get(task) ?? (folder === null ? await workspaceOf(reads, task) : lastOf(folder));
    workspaces.set(task, workspace);
    const { usage } = state.result.turn;
    costs.push({ task, workspace, agent: spec.purpose.agent, at: state.endedAt, turns: 1, usage });
  }
  return costs;
}

/** Of a task or chain. */
async function workspaceOf(reads: Reads, task: Run['task']): Promise<string> {
  const thing = await reads.thing(task);
  const settings = (thing?.spec as { readonly settings?: { readonly workspace: { readonly name: string } } } | null)
    ?.settings;
  return settings?.workspace.name ?? '';
}

const lastOf = (folder: string): string => folder.split('/').at(-1) ?? folder;

async function ofSessions(reads: Reads): Promise<readonly Cost[]> {
  const sessions = (await reads.sessions({ limit: most })) as readonly Session[];
  return sessions.flatMap(({ spec, state, updatedAt }) => {
    if (!('usage' in state)) return [];
    const { turns, usage } = state;
    const names = { task: spec.name, workspace: lastOf(spec.repository), agent: spec.agent };
    return [{ ...names, at: state.kind === 'ended' ? state.endedAt : updatedAt, turns, usage }];
  });
}

// What agents used, added up over their turns.

/** `money` is null as soon as one turn did not say what it cost. */
export function spendOf(runs: readonly Run[]): Spend {
  const total = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 };
  let money: number | null = 0;
  for (const { state } of runs) {
    if (state.kind !== 'ended' || state.result.kind !== 'turn') continue;
    const { usage } = state.result.turn;
    total.input_tokens += usage.inputTokens;
    total.cached_tokens += usage.cachedTokens;
    total.output_tokens += usage.outputTokens;
    money = money === null || usage.money === null ? null : money + usage.money;
  }
  return { ...total, money: money === null ? null : Math.round(money * 1e6) / 1e6 };
}
