// Words for an agent in the middle of its turn. What did not reach it is kept for the task's next prompt: nothing that was said is lost.
import { ofKind } from '../../domain/any-thing.ts';
import type { Instant, RunId } from '../../domain/ids.ts';
import type { Notice } from '../../domain/notice.ts';
import type { Run } from '../../domain/run/run.ts';
import { usageBefore } from '../../domain/run/usage.ts';
import type { EffectFunction, EffectPorts } from '../../ports/effect.ts';
import { liveRunAgent } from '../../ports/live-agent.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Transaction } from '../../ports/store.ts';

export const steerAgent: EffectFunction<'steer-agent'> = async (ports, { seq, text }, { thing, now, signal }) => {
  const run = ofKind(thing, 'run');
  const delivery = await give(ports, run, seq, text, signal);
  if (delivery.kind === 'delivered') return { kind: 'done', output: { how: 'given', why: '' } };
  if (delivery.kind === 'not_taken') await keep(ports, run, { seq, body: text }, now);
  const how = delivery.kind === 'not_taken' ? 'kept' : 'uncertain';
  return { kind: 'done', output: { how, why: delivery.why } };
};

async function give(ports: EffectPorts, run: Run, seq: number, text: string, signal: AbortSignal) {
  const { purpose } = run.spec;
  const runs = await ports.store.read((reads) => reads.things({ kind: 'run', task: run.task }));
  const before =
    purpose.kind === 'agent' ? usageBefore(runs, purpose.agent, purpose.resume) : usageBefore([], '', null);
  const found = run.state.kind === 'running' ? liveRunAgent(ports, run, before) : null;
  if (found === null) return { kind: 'not_taken', why: 'its turn is over' } as const;
  const message = { id: wordsId(run.id as RunId, seq), text, submit: true, steer: true, keys: false };
  return found.agent.prompt(ports.keeper, found.live, message, signal);
}

const keep = ({ store, queue }: EffectPorts, run: Run, word: Pick<Notice<'say'>, 'seq' | 'body'>, now: Instant) =>
  store.transact((tx) => keepWords(tx, queue, run, [word], now));

// Words that were meant for a turn and did not come into it: said to the task, which gives them with its next prompt. Each once.

/** What an agent knows them by. */
export const wordsId = (run: RunId, seq: number): string => `${run}-say-${seq}`;

export async function keepWords(
  tx: Transaction,
  queue: Queue,
  run: Run,
  words: readonly Pick<Notice<'say'>, 'seq' | 'body'>[],
  at: Instant,
): Promise<void> {
  const view = words.length === 0 ? null : await tx.view(run.task);
  if (view === null || view.thing.ended) return;
  for (const { seq, body } of words) {
    const by = `thing:${wordsId(run.id as RunId, seq)}`;
    if (view.notices.some((notice) => notice.by === by)) continue;
    await tx.notify({ thing: run.task, at, by, kind: 'say', body });
  }
  await queue.add(tx, [{ thing: run.task, at, host: run.host }]);
}
