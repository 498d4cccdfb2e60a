// The end of a transcript, of any size in constant time, and what comes after it; of a task what happened in sentences.
import type { Input } from '../../contract/read-input.ts';
import type { LogEnd, LogEvent } from '../../contract/session.ts';
import { describeFact } from '../../domain/fact/fact.ts';
import type { RunId, ThingId } from '../../domain/ids.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Task } from '../../domain/task/task.ts';
import type { CommandPorts, Computer, Stream } from '../ports.ts';
import { repositoryHere } from '../session/find.ts';
import { agentEventsOf } from '../shared/agent-events.ts';
import { findThing, nameOfFound } from '../shared/find-thing.ts';
import { watchFor } from '../shared/watch.ts';
import { linesOfTask } from '../task/progress/log.ts';

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
  for await (const event of agentEventsOf(ports, session, follow, signal)) {
    const line: LogEvent = { kind: 'event', event };
    if (follow) yield line;
    else kept.push(line);

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
      yield { kind: 'line', at: fact.at, thing: fact.thing, text: describeFact(fact) };
    }
    if (next === null || (next.ended && next.facts.length === 0)) return;
  }
}

// Where the last N lines of a file begin: read from its end in blocks, so that its size does not matter.

const block = 64 * 1024;
/** A transcript may have no newline at all: no more than this, or so much for each line that is wanted, is looked through. */
const least = 1024 * 1024;
const perLine = 4096;

/** A byte's place in the file. An unfinished last line counts as one. */
export async function tailStart(
  { readBytes }: Pick<Computer, 'readBytes'>,
  path: string,
  size: number,
  lines: number,
): Promise<number> {
  if (lines === 0) return size;
  const first = Math.max(0, size - Math.max(least, lines * perLine));
  let wanted = lines;
  for (let end = size; end > first; ) {
    const from = Math.max(first, end - block);
    const bytes = await readBytes(path, from, end - from);
    for (let at = bytes.length - 1; at >= 0; at -= 1) {
      // The newline at the very end closes the last line, it begins none.
      if (bytes[at] !== 0x0a || from + at === size - 1) continue;
      wanted -= 1;
      if (wanted === 0) return from + at + 1;
    }
    end = from;
  }
  return first;
}
