// An agent's run is heard while it lives: its driver says what its protocol wants said, and what it asks comes onto the run's row.
import { ifKind } from '../../domain/any-thing.ts';
import type { Said } from '../../domain/fact/fact.ts';
import { judgePermission } from '../../domain/permission/judge-permission.ts';
import type { Run } from '../../domain/run/run.ts';
import { reaches, spentIn } from '../../domain/run/spent.ts';
import { usageBefore } from '../../domain/run/usage.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import { liveSession } from '../../domain/session/apply-session.ts';
import type { Asks } from '../../domain/session/ask.ts';
import { beginObserving, type Observed, type Recorded, totalUsage } from '../../domain/session/observe.ts';
import { isAskedIn } from '../../domain/session/permission-question.ts';
import { reconcileAsks } from '../../domain/session/reconcile-asks.ts';
import { liveRunAgent, repositoryOf } from '../../ports/live-agent.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Engine } from '../engine.ts';
import { listen } from './listen.ts';

/** A plain one needs nobody to hear it: it is read at its end. */
export async function followRun(engine: Engine, run: Run, signal: AbortSignal): Promise<void> {
  const { store } = engine.ports;
  const { purpose } = run.spec;
  if (purpose.kind !== 'agent' && purpose.kind !== 'once') return;
  const runs = await store.read((reads) => reads.things({ kind: 'run', task: run.task }));
  const of = liveRunAgent(engine.ports, run, usageBefore(runs, purpose.agent, purpose.resume));
  if (of === null || of.agent.driver === 'plain') return;
  const begin = async () => {
    const now = ifKind(await store.read((reads) => reads.thing(run.id)), 'run');
    if (now === null || now.ended || now.state.kind !== 'running') return null;
    return { seen: beginObserving(liveSession(0, null), true), again: now.state.asks !== undefined };
  };
  const { budget } = purpose;
  const isOver = (seen: Observed) => budget !== undefined && !seen.over && reaches(budget, spentIn(totalUsage(seen)));
  await listen(engine, of, begin, (seen) => record(engine, run, seen, isOver(seen)), signal);
}

const none: Asks = { asks: [], settled: [], asked: 0 };

/** `over`: the turn has used more than it may. */
async function record(engine: Engine, { id }: Run, seen: Observed, over: boolean): Promise<Recorded | null> {
  const everything: Recorded = { turns: Number.POSITIVE_INFINITY, limit: null };
  if (seen.asks.length === 0 && seen.closed.length === 0 && !seen.over && !over) return everything;
  const { store } = engine.ports;
  for (;;) {
    const done = await store.transact((tx) => write(engine, tx, id, seen, over));
    if (done === 'gone') return null;
    if (done === 'written') return everything;
  }
}

async function write(
  { ports: { queue, clock, sha256 } }: Engine,
  tx: Transaction,
  id: Run['id'],
  seen: Observed,
  over: boolean,
): Promise<'gone' | 'written' | 'moved'> {
  const run = ifKind(await tx.thing(id), 'run');
  if (run === null || run.ended || run.state.kind !== 'running') return 'gone';
  const before = run.state.asks ?? none;
  const judge = await judgeOf(tx, run);
  const change = reconcileAsks(before, seen, { judge, sha256 });
  const stops = over && run.state.over === undefined;
  if (change === null && !stops) return 'written';
  const at = clock.now();
  const state: Run['state'] = {
    ...run.state,
    ...(change !== null && { asks: change.asks }),
    ...(stops && { over: { at, asked: false } }),
  };
  if (!(await tx.update(id, run.version, { state, ended: false, effects: run.effects, at }))) return 'moved';
  await tx.say(id, run.task, at, [...(change?.said ?? []), ...(stops ? [{ kind: 'over_budget' } satisfies Said] : [])]);
  if (change !== null && change.gone.length > 0)
    for (const question of (await tx.view(id))?.questions ?? [])
      if (question.state.kind === 'open' && !change.asks.asks.some((ask) => isAskedIn(question, ask)))
        await tx.closeQuestion(question.id, 'the agent does not ask it any more', at);
  await queue.add(tx, [{ thing: id, at, host: run.host }]);
  return 'written';
}

/** For good in this repository, or for this task. */
async function judgeOf(tx: Transaction, run: Run) {
  const { purpose } = run.spec;
  const repository = repositoryOf(run);
  const found = [
    ...(repository === null ? [] : await tx.permissions(repository)),
    ...(await tx.permissions(`task:${run.task}`)),
  ];
  const hired = run.state.kind === 'running' ? run.state.hired : undefined;
  const permissions = purpose.kind === 'once' ? purpose.permissions : (hired?.permissions ?? 'auto');
  const readOnly = (purpose.kind === 'once' || purpose.kind === 'agent') && purpose.mode === 'analysis';
  const rules = {
    permissions: readOnly ? 'read-only' : permissions,
    allow: (purpose.kind === 'once' ? purpose.allow : hired?.allow) ?? [],
    deny: (purpose.kind === 'once' ? purpose.deny : hired?.deny) ?? [],
    remembered: found.map(({ pattern }) => pattern),
  } as const;
  return (asked: AgentQuestion) => judgePermission(rules, asked);
}
