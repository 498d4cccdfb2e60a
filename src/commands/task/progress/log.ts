// What happened to a task in sentences, and what its agents said at the end of their turns.
import type { LogLine } from '../../../contract/task.ts';
import { describeFact } from '../../../domain/fact/fact.ts';
import type { Run } from '../../../domain/run/run.ts';
import type { Task } from '../../../domain/task/task.ts';
import { tail } from '../../../domain/text/safe/tail.ts';
import type { Command, CommandPorts } from '../../ports.ts';
import { findTaskHere } from '../find.ts';
import { firstLine } from '../list.ts';
import { lookAtTask } from '../load.ts';
import { tellLoop } from './loop-log.ts';

const mostFacts = 100_000;
/** Bytes of one agent's words. */
const mostWords = 4096;

export const logTask: Command<'task.log'> = async (ports, { task: given, cwd, lines, loop }) => {
  const task = await ports.store.read((reads) => findTaskHere(reads, given, cwd));
  if (loop) return { task: task.id, lines: [], loop: await loopOfTask(ports, task) };
  return { task: task.id, lines: (await linesOfTask(ports, task, lines)).told };
};

async function loopOfTask({ store }: Pick<CommandPorts, 'store'>, of: Task): Promise<string> {
  const { id, task, spec, state } = of;
  const { criteria, facts } = await store.read(async (reads) => ({
    criteria: (await lookAtTask(reads, of)).criteria,
    facts: [
      ...(state.known.work.taken === undefined
        ? []
        : await reads.facts({ task: state.known.work.taken, limit: mostFacts })),
      ...(await reads.facts({ task, limit: mostFacts })),
    ],
  }));
  return tellLoop({ id, text: firstLine(spec.text) }, criteria, facts);
}

/** The last so many, and no more is read than may be among them; `position`: up to where the journal was looked at. */
export async function linesOfTask(
  { store }: Pick<CommandPorts, 'store'>,
  { task }: Task,
  lines: number,
): Promise<{ readonly told: readonly LogLine[]; readonly position: number }> {
  const { facts, runs, position } = await store.read(async (reads) => {
    const found = await reads.facts({ task, limit: lines, last: true });
    const [oldest] = found;
    const since = found.length < lines || oldest === undefined ? {} : { since: oldest.at };
    return {
      facts: found,
      runs: lines === 0 ? [] : await reads.things({ kind: 'run', task, ...since }),
      position: await reads.position(),
    };
  });
  const said = facts.map((fact): LogLine => ({ at: fact.at, thing: fact.thing, text: describeFact(fact) }));
  const all = [...said, ...runs.flatMap(words)].toSorted((one, other) => one.at - other.at);
  return { told: lines === 0 ? [] : all.slice(-lines), position };
}

function words({ id, spec, state }: Run): readonly LogLine[] {
  if (state.kind !== 'ended' || state.result.kind !== 'turn' || spec.purpose.kind !== 'agent') return [];
  const { outcome } = state.result.turn;
  const said = 'text' in outcome ? outcome.text : 'message' in outcome ? outcome.message : '';
  return said.trim() === ''
    ? []
    : [{ at: state.endedAt, thing: id, text: `${spec.purpose.agent}: ${tail(said, mostWords)}` }];
}
