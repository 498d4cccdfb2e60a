// A run by itself that has ended, as it is told; one without an answer is a failure that carries the rest.
import type { RunEnd } from '../contract/run.ts';
import { Failed } from '../domain/error.ts';
import { judgeOnce } from '../domain/run/judge-once.ts';
import type { Wrote } from '../domain/run/once.ts';
import type { Turn } from '../domain/run/turn.ts';
import type { OnceRun } from './find-run.ts';
import type { CommandPorts } from './ports.ts';

const answerBytes = 64 * 1024 * 1024;

/** Throws `Failed` with the code of why there is no answer. */
export async function viewRun({ files }: Pick<CommandPorts, 'files'>, { id, spec, state }: OnceRun): Promise<RunEnd> {
  if (state.kind !== 'ended') throw new Error(`${id} has not ended`);
  const { result } = state;
  const outcome = judgeOnce(spec.purpose, result);
  const turn = result.kind === 'turn' ? result.turn : null;
  const wrote = result.kind === 'turn' ? (result.wrote ?? null) : null;
  const { name, agent, mode } = spec.purpose;
  const shared = {
    ...{ run: id, name, agent, mode },
    conversation: turn?.conversation ?? null,
    tools: turn?.tools ?? 0,
    usage: usageOf(turn),
    started_at: state.startedAt,
    ended_at: state.endedAt,
    wrote_in_read_only: wrote,
    notes: wrote === null ? [] : tellWrote(wrote),
  };
  if (outcome.kind === 'failed')
    throw new Failed({ ...outcome.failure, details: { ...outcome.failure.details, ...shared } });
  const whole =
    result.kind === 'turn' && result.answer !== undefined ? await files.tail(result.answer, answerBytes) : null;
  return { ...shared, answer: whole ?? outcome.text, refused: outcome.refused };
}

const usageOf = (turn: Turn | null): RunEnd['usage'] => ({
  input_tokens: turn?.usage.inputTokens ?? 0,
  cached_tokens: turn?.usage.cachedTokens ?? 0,
  output_tokens: turn?.usage.outputTokens ?? 0,
  money: turn?.usage.money ?? null,
});

function tellWrote({ paths, undone, patch }: Wrote): string[] {
  const some = (all: readonly string[]) => `${all.slice(0, 5).join(', ')}${all.length > 5 ? ' …' : ''}`;
  const rest = paths.filter((path) => !undone.includes(path));
  return [
    ...(undone.length > 0 ? [`It wrote in read-only mode; as before again: ${some(undone)}.`] : []),
    ...(rest.length > 0 ? [`The folder changed meanwhile, by whom is not known; left as it is: ${some(rest)}.`] : []),
    `What differed is kept in ${patch}`,
  ];
}
