// Gives an agent its answer. What is allowed from now on is on record before; questions that are answered with it are closed after.
import type { Instant } from '../domain/ids.ts';
import type { Run } from '../domain/run/run.ts';
import { usageBefore } from '../domain/run/usage-before.ts';
import type { Ask } from '../domain/session/ask.ts';
import type { Driven } from '../domain/session/driven.ts';
import { isAskedIn } from '../domain/session/permission-question.ts';
import type { Session } from '../domain/session/session.ts';
import type { Thing } from '../domain/thing.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { type LiveAgent, liveRunAgent, liveSessionAgent, repositoryOf } from '../ports/live-agent.ts';

export const answerAgent: EffectFunction<'answer-agent'> = async (ports, input, { thing, now }) => {
  const found = await agentOf(ports, thing);
  const { remember, asked } = input;
  const repository = remember === null ? null : whereItHolds(thing, remember.scope);
  if (remember !== null && repository !== null)
    await ports.store.transact((tx) => tx.allow({ repository, pattern: remember.pattern, by: input.by, at: now }));
  const how =
    found === null
      ? 'gone'
      : await found.agent.answer(ports.keeper, found.live, asked, input.choice, input.note ?? null);
  await closeAnswered(ports, thing, asked, now);
  return { kind: 'done', output: { how } };
};

async function agentOf(ports: EffectPorts, thing: Thing): Promise<LiveAgent | null> {
  if (thing.kind === 'session') return liveSessionAgent(ports, thing as Session);
  const run = thing as Run;
  const { purpose } = run.spec;
  if (purpose.kind !== 'agent') return liveRunAgent(ports, run, { inputTokens: 0, cachedTokens: 0, outputTokens: 0 });
  const runs = (await ports.store.read((reads) => reads.things({ kind: 'run', task: run.task }))) as readonly Run[];
  return liveRunAgent(ports, run, usageBefore(runs, purpose.agent, purpose.resume));
}

/** A session keeps its own; a task's later runs find theirs under the task. */
const whereItHolds = (thing: Thing, scope: 'session' | 'always'): string | null =>
  scope === 'session' ? (thing.kind === 'session' ? null : `task:${thing.task}`) : repositoryOf(thing);

/** A question all of whose asks are out of the way wants no answer any more. */
async function closeAnswered({ store }: EffectPorts, { id }: Thing, asked: string, now: Instant): Promise<void> {
  await store.transact(async (tx) => {
    const view = await tx.view(id);
    if (view === null) return;
    const left = asksOf(view.thing).filter((ask) => ask.asked.id !== asked);
    for (const question of view.questions)
      if (
        question.state.kind === 'open' &&
        question.kind === 'permission' &&
        !left.some((ask) => isAskedIn(question, ask))
      )
        await tx.closeQuestion(question.id, 'it was answered already', now);
  });
}

function asksOf(thing: Thing): readonly Ask[] {
  if (thing.kind === 'session') return ((thing as Session).state as { readonly driven?: Driven }).driven?.asks ?? [];
  const { state } = thing as Run;
  return state.kind === 'running' ? (state.asks?.asks ?? []) : [];
}
