// The end of a transcript, of any size in constant time, and what comes after it; of a task what happened in sentences.

import type { Input } from '../contract/read-input.ts';
import type { LogEnd, LogEvent } from '../contract/session.ts';
import type { RunId, ThingId } from '../domain/ids.ts';
import type { Session } from '../domain/session/session.ts';
import type { Task } from '../domain/task/task.ts';
import { repositoryHere } from './find-repository.ts';
import { findThing, nameOfFound } from './find-thing.ts';
import { happeningsOf } from './happenings-of.ts';
import { linesOfTask } from './log-task.ts';
import type { CommandPorts, Stream } from './ports.ts';
import { tailStart } from './tail-start.ts';
import { tell } from './tell.ts';
import { watchFor } from './watch-for.ts';

type Logs = Input<'service.logs'>;

export const logs: Stream<'service.logs'> = async function* (ports, input, _, signal) {
  const repository = await repositoryHere(ports.machine, input.cwd);
  const found = await ports.store.read((reads) => findThing(reads, input.id, repository));
  switch (found.kind) {
    case 'task':
      yield* ofTask(ports, found.task, input, signal);
      return endOf(ports, found.task.id, 'task', nameOfFound(found));
    case 'run':
      yield* transcript(ports, found.run.id as RunId, input, signal);
      return endOf(ports, found.run.id, 'run', nameOfFound(found));
    case 'session':
    case 'message':
      yield* input.structured && found.session.spec.driver !== 'pty'
        ? structured(ports, found.session, input, signal)
        : transcript(ports, found.session.spec.run, input, signal);
      return endOf(ports, found.session.id, 'session', found.session.spec.name);
  }
};

async function endOf({ store }: CommandPorts, thing: ThingId, kind: LogEnd['kind'], id: string): Promise<LogEnd> {
  return { id, kind, ended: (await store.read((reads) => reads.thing(thing)))?.ended === true };
}

/** Bytes that are read and sent at once. */
const piece = 64 * 1024;

async function* transcript(
  { keeper, machine }: CommandPorts,
  run: RunId,
  { lines, follow }: Logs,
  signal: AbortSignal,
): AsyncGenerator<LogEvent> {
  const kept = await keeper.find(run);
  if (kept === null) return;
  const path = kept.files.output;
  const size = (await machine.fileState(path))?.bytes ?? 0;
  let at = await tailStart(machine, path, size, lines);
  while (at < size && !signal.aborted) {
    const bytes = await machine.readBytes(path, at, Math.min(piece, size - at));
    if (bytes.length === 0) break;
    yield bytesEvent(bytes);
    at += bytes.length;
  }
  if (!follow) return;
  for await (const bytes of keeper.attach(run, kept.outputFrom + at, signal)) yield bytesEvent(bytes);
}

const bytesEvent = (bytes: Uint8Array): LogEvent => ({
  kind: 'bytes',
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
});

/** Without `follow` the last so many. */
async function* structured(
  ports: CommandPorts,
  session: Session,
  { lines, follow }: Logs,
  signal: AbortSignal,
): AsyncGenerator<LogEvent> {
  const kept: LogEvent[] = [];
  for await (const happening of happeningsOf(ports, session, follow, signal)) {
    const event: LogEvent = { kind: 'happening', happening };
    if (follow) yield event;
    else kept.push(event);
    if (kept.length > lines) kept.shift();
  }
  yield* kept;
}

async function* ofTask(
  ports: CommandPorts,
  task: Task,
  { lines, follow }: Logs,
  signal: AbortSignal,
): AsyncGenerator<LogEvent> {
  const { told, position } = await linesOfTask(ports, task, lines);
  for (const line of told) yield { kind: 'line', ...line };
  for (let after = position; follow; ) {
    const next = await watchFor(ports.bell, signal, () =>
      ports.store.read(async (reads) => {
        const facts = await reads.facts({ task: task.task, after, limit: 500 });
        const ended = (await reads.thing(task.id))?.ended === true;
        return facts.length === 0 && !ended ? null : { facts, ended };
      }),
    );
    for (const fact of next?.facts ?? []) {
      after = fact.position;
      yield { kind: 'line', at: fact.at, thing: fact.thing, text: tell(fact) };
    }
    if (next === null || (next.ended && next.facts.length === 0)) return;
  }
}
