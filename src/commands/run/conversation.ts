// The conversation that a run goes on with: of a run by its id, or of the newest one of that name.
import { failed } from '../../domain/error.ts';
import { kindOf, type RunId, type TaskId, type ThingId } from '../../domain/ids.ts';
import type { Once } from '../../domain/run/once.ts';
import type { Run } from '../../domain/run/run.ts';
import type { UsageBefore } from '../../domain/run/turn.ts';
import type { Reads } from '../../ports/store.ts';

export type Resumed = {
  readonly run: RunId;
  readonly agent: string;
  readonly conversation: string;
  readonly usageBefore: UsageBefore;
};

/** Names are looked for among so many. */
const most = 5_000;

/** Throws `RESUME_NOT_FOUND`; `NOT_READY` while a run is still at work in it. `fork`: it stays as it is. */
export async function findConversation(reads: Reads, given: string, fork: boolean): Promise<Resumed> {
  const { run, once } = await mustFindEnded(reads, given);
  const conversation = conversationOf(run);
  if (conversation === null)
    throw failed('RESUME_NOT_FOUND', `${run.id} left no conversation that could be continued.`, { resume: given });
  if (!fork) await mustRest(reads, conversation);
  const totals = await reads.conversation(`once:${conversation}` as TaskId, once.agent);
  const { inputTokens = 0, cachedTokens = 0, outputTokens = 0 } = totals ?? {};
  return {
    run: run.id as RunId,
    agent: once.agent,
    conversation,
    usageBefore: { inputTokens, cachedTokens, outputTokens },
  };
}

export type OnceFound = { readonly run: Run; readonly once: Once };

/** Throws `RESUME_NOT_FOUND`; `NOT_READY` while it is at work. */
export async function mustFindEnded(reads: Reads, given: string): Promise<OnceFound> {
  const run = await findOnce(reads, given);
  const once = run === null ? null : onceOf(run);
  if (run === null || once === null)
    throw failed('RESUME_NOT_FOUND', `There is no run ${given} to go on with.`, { resume: given });
  if (!run.ended) throw failed('NOT_READY', `${run.id} is still at work; go on with it when it has ended.`);
  return { run, once };
}

const onceOf = ({ spec }: Run): Once | null => (spec.purpose.kind === 'once' ? spec.purpose : null);

const conversationOf = ({ state }: Run): string | null =>
  state.kind === 'ended' && state.result.kind === 'turn' ? state.result.turn.conversation : null;

async function findOnce(reads: Reads, given: string): Promise<Run | null> {
  if (kindOf(given as ThingId) === 'run') {
    const run = await reads.thing(given as RunId);
    return run !== null && onceOf(run) !== null ? run : null;
  }
  const runs = await reads.things({ kind: 'run', limit: most });
  return runs.find((run) => onceOf(run)?.name === given) ?? null;
}

/** An agent's conversation has one writer at a time. */
async function mustRest(reads: Reads, conversation: string): Promise<void> {
  const living = await reads.things({ kind: 'run', ended: false });
  const other = living.find((run) => onceOf(run)?.resume === conversation);
  if (other !== undefined)
    throw failed('NOT_READY', `${other.id} is at work in that conversation; go on with it when it has ended.`);
}
