// Ends a run that nothing waits for, one by itself or a trial of two tasks, with everything that it started; safe to repeat.

import type { RunEnd, RunEvent } from '../../contract/run.ts';
import { Failed, fail, failed } from '../../domain/error.ts';
import { kindOf, type RunId, type ThingId } from '../../domain/ids.ts';
import { judgeOnce, type OnceOutcome } from '../../domain/run/judge-once.ts';
import { configFile, type Once, type Wrote } from '../../domain/run/once.ts';
import type { Run, RunSpec } from '../../domain/run/run.ts';
import type { AgentEvent, Turn } from '../../domain/run/turn.ts';
import type { Thing } from '../../domain/thing.ts';
import { liveRunAgent } from '../../ports/live-agent.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts, Stream } from '../ports.ts';
import { commit, nameOf } from '../shared/request.ts';
import { watchFor } from '../shared/watch.ts';

export const cancelRun: Command<'run.cancel'> = (ports, { run: given }, peer) =>
  commit(ports, async (tx) => {
    const run = await findRun(tx, given, 'trial');
    if (run.ended) return { run: run.id, already: true };
    const at = ports.clock.now();
    await tx.notify({ thing: run.id, at, by: nameOf(peer), kind: 'cancel', body: null });
    await ports.queue.add(tx, [{ thing: run.id, at, host: run.host }]);
    return { run: run.id, already: false };
  });

// A run by itself until it has ended: what it does as it happens where that is wanted, and its answer.

export const watchRun: Stream<'run.watch'> = async function* (ports, { run: given, events }, _, signal) {
  const run = await ports.store.read((reads) => findRun(reads, given));
  if (events) yield* tellEvents(ports, run, signal);
  const ended = await watchFor(ports.bell, signal, async () => {
    const now = await ports.store.read((reads) => findRun(reads, given));
    return now.ended ? now : null;
  });
  if (ended === null) throw new Error('the caller has left');
  return viewRun(ports, ended);
};

/** Only of drivers that may be read by two at once: one process a turn, its lines and nothing said to it. */
async function* tellEvents(ports: CommandPorts, run: OnceRun, signal: AbortSignal): AsyncGenerator<RunEvent> {
  const found = liveRunAgent(ports, run, run.spec.purpose.usageBefore);
  if (found === null || found.agent.driver !== 'plain') return;
  const { agent, live } = found;
  const started = await watchFor(ports.bell, signal, async () => {
    const now = await ports.store.read((reads) => findRun(reads, run.id));
    return now.state.kind === 'requested' ? null : now.state;
  });
  if (started === null || (started.kind === 'ended' && started.result.kind === 'refused')) return;
  for await (const event of agent.events(ports.keeper, live, signal)) if (isTold(event)) yield { ...event };
}

const isTold = ({ kind }: AgentEvent): boolean => kind !== 'unknown';

// A run by itself that has ended, as it is told; one without an answer is a failure that carries the rest.

const answerBytes = 64 * 1024 * 1024;

/** Throws `Failed` with the code of why there is no answer. */
async function viewRun({ files }: Pick<CommandPorts, 'files'>, { id, spec, state }: OnceRun): Promise<RunEnd> {
  if (state.kind !== 'ended') throw new Error(`${id} has not ended`);
  const { result } = state;
  const outcome = ofOver(spec.purpose, state, judgeOnce(spec.purpose, result));
  const turn = result.kind === 'turn' ? result.turn : null;
  const wrote = result.kind === 'turn' ? (result.wrote ?? null) : null;
  const changed = result.kind === 'turn' ? (result.changed ?? []) : [];
  const { name, agent, mode } = spec.purpose;
  const shared = {
    run: id,
    name,
    agent,
    mode,
    conversation: turn?.conversation ?? null,
    tools: turn?.tools ?? 0,
    usage: usageOf(turn),
    started_at: state.startedAt,
    ended_at: state.endedAt,
    wrote_in_read_only: wrote,
    ...(spec.purpose.carried !== undefined && { carried: spec.purpose.carried.from }),
    notes: [...(wrote === null ? [] : tellWrote(wrote)), ...tellGit(changed)],
  };
  if (outcome.kind === 'failed')
    throw new Failed({ ...outcome.failure, details: { ...outcome.failure.details, ...shared } });
  const whole =
    result.kind === 'turn' && result.answer !== undefined ? await files.tail(result.answer, answerBytes) : null;
  return { ...shared, answer: whole ?? outcome.text, refused: outcome.refused };
}

/** It was interrupted by us. */
function ofOver(
  { agent, budget }: Once,
  state: Extract<Run['state'], { kind: 'ended' }>,
  outcome: OnceOutcome,
): OnceOutcome {
  if (state.over !== true || outcome.kind === 'answered') return outcome;
  const message = `${agent} was ended, for it had used its ${budget?.tokens} tokens (--max-tokens).`;
  return { kind: 'failed', failure: fail('CANCELLED', message).failure };
}

const usageOf = (turn: Turn | null): RunEnd['usage'] => ({
  input_tokens: turn?.usage.inputTokens ?? 0,
  cached_tokens: turn?.usage.cachedTokens ?? 0,
  output_tokens: turn?.usage.outputTokens ?? 0,
  money: turn?.usage.money ?? null,
});

function tellGit(changed: readonly string[]): string[] {
  const links = changed.filter((path) => path.startsWith('.git/') && path !== configFile);
  return [
    ...(changed.includes(configFile) ? [configChanged] : []),
    ...(links.length > 0
      ? [`Links that lead out of the repository were made in it, and are taken away: ${some(links)}.`]
      : []),
  ];
}

const configChanged =
  'The git configuration of the checkout changed meanwhile, by whom is not known: look at it (git config --local --list) before the next git command.';

const some = (all: readonly string[]) => `${all.slice(0, 5).join(', ')}${all.length > 5 ? ' …' : ''}`;

function tellWrote({ paths, undone, patch }: Wrote): string[] {
  const rest = paths.filter((path) => !undone.includes(path));
  return [
    ...(undone.length > 0 ? [`It wrote in read-only mode; as before again: ${some(undone)}.`] : []),
    ...(rest.length > 0 ? [`The folder changed meanwhile, by whom is not known; left as it is: ${some(rest)}.`] : []),
    `What differed is kept in ${patch}`,
  ];
}

// The run by itself that is meant.

type OnceRun = Thing<RunSpec & { readonly purpose: Once }, Run['state'], 'run'>;

/** `also`: another kind that is meant too. Throws `RUN_NOT_FOUND`. */
export async function findRun(reads: Reads, given: string): Promise<OnceRun>;
export async function findRun(reads: Reads, given: string, also: 'trial'): Promise<Run>;
export async function findRun(reads: Reads, given: string, also?: 'trial'): Promise<Run> {
  const thing = kindOf(given as ThingId) === 'run' ? await reads.thing(given as RunId) : null;
  const kind = thing?.spec.purpose.kind;
  if (thing !== null && (kind === 'once' || (kind !== undefined && kind === also))) return thing;
  throw failed('RUN_NOT_FOUND', `There is no run ${given} by itself.`, { run: given });
}
