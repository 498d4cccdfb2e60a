// What happened to a task in sentences, and what its agents said at the end of their turns.
import type { LogLine } from '../contract/task.ts';
import type { Run } from '../domain/run/run.ts';
import { tail } from '../domain/text/tail.ts';
import { findTaskHere } from './find-task.ts';
import type { Command } from './ports.ts';
import { tell } from './tell.ts';

const mostFacts = 100_000;
/** Bytes of one agent's words. */
const mostWords = 4096;

export const logTask: Command<'task.log'> = async ({ store }, { task: given, cwd, lines }) => {
  const { task, facts, runs } = await store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return {
      task: found,
      facts: await reads.facts({ task: found.task, limit: mostFacts }),
      runs: (await reads.things({ kind: 'run', task: found.task })) as readonly Run[],
    };
  });
  const told = facts.map((fact): LogLine => ({ at: fact.at, thing: fact.thing, text: tell(fact) }));
  const all = [...told, ...runs.flatMap(words)].toSorted((one, other) => one.at - other.at);
  return { task: task.id, lines: lines === 0 ? [] : all.slice(-lines) };
};

function words({ id, spec, state }: Run): readonly LogLine[] {
  if (state.kind !== 'ended' || state.result.kind !== 'turn' || spec.purpose.kind !== 'agent') return [];
  const { outcome } = state.result.turn;
  const said = 'text' in outcome ? outcome.text : 'message' in outcome ? outcome.message : '';
  return said.trim() === ''
    ? []
    : [{ at: state.endedAt, thing: id, text: `${spec.purpose.agent}: ${tail(said, mostWords)}` }];
}
