// The door for requests: what is not one is refused here.
import * as v from 'valibot';
import type { KeeperCall, KeeperHello } from '../../contract/keeper/protocol.ts';
import { isRunId } from '../journal/record.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.minValue(0));
const runId = v.custom<KeeperRunId>((text) => typeof text === 'string' && isRunId(text), 'no id of a run');
type KeeperRunId = Extract<KeeperCall, { ask: 'find' }>['runId'];

const io = v.variant('kind', [
  v.object({
    kind: v.literal('pipe'),
    stdin: v.union([v.picklist(['open', 'empty']), v.object({ file: v.string() })]),
  }),
  v.object({ kind: v.literal('pty'), columns: v.number(), rows: v.number() }),
]);

const program = v.object({
  argv: v.array(v.string()),
  cwd: v.string(),
  env: v.record(v.string(), v.string()),
  io,
  deadlineMs: milliseconds,
  quietMs: v.exactOptional(milliseconds),
  outputLimit: v.exactOptional(count),
  graceMs: v.exactOptional(milliseconds),
  keepBytes: v.exactOptional(v.pipe(count, v.minValue(1))),
  bookmarks: v.exactOptional(v.string()),
  secrets: v.exactOptional(v.array(v.string())),
  waitsForRoom: v.exactOptional(v.literal(true)),
});

const id = count;
const call = v.variant('ask', [
  v.object({ id, ask: v.literal('ensure'), runId, program }),
  v.object({ id, ask: v.literal('write'), runId, inputSeq: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ id, ask: v.literal('close-input'), runId }),
  v.object({ id, ask: v.literal('resize'), runId, columns: v.number(), rows: v.number() }),
  v.object({
    id,
    ask: v.literal('end'),
    runId,
    reason: v.picklist(['timed_out', 'over_budget', 'cancelled', 'stalled']),
  }),
  v.object({ id, ask: v.literal('find'), runId }),
  v.object({ id, ask: v.literal('list') }),
  v.object({ id, ask: v.literal('watch') }),
  v.object({ id, ask: v.literal('forget'), runId }),
  v.object({ id, ask: v.literal('ticket'), runId, right: v.picklist(['look', 'type']) }),
  v.object({
    id,
    ask: v.literal('attach'),
    runId,
    from: v.union([count, v.literal('picture')]),
    columns: v.exactOptional(v.number()),
    rows: v.exactOptional(v.number()),
  }),
  v.object({ id, ask: v.literal('type'), runId }),
  v.object({ id, ask: v.literal('screen'), runId, history: v.exactOptional(count) }),
  v.object({ id, ask: v.literal('screens'), runId }),
  v.object({ id, ask: v.literal('activity'), runId }),
  v.object({ id, ask: v.literal('strays'), end: v.boolean(), of: v.exactOptional(v.array(runId)) }),
  v.object({ id, ask: v.literal('drain') }),
]);

const hello = v.object({ hello: v.number(), ticket: v.exactOptional(v.string()) });

/** null: no request. */
export function readCall(message: unknown): KeeperCall | null {
  const read = v.safeParse(call, message);
  return read.success ? read.output : null;
}

export function readHello(message: unknown): KeeperHello | null {
  const read = v.safeParse(hello, message);
  return read.success ? read.output : null;
}
