// `POST /v1/hooks/...`: a forge tells that something happened, or whoever has the secret of a trigger. They have no token of ours: what they say is signed, and is looked at by whoever knows the secret.
import type { Context, Env, Hono } from 'hono';
import { errors } from '../../contract/errors/errors.ts';
import type { Reply } from '../../contract/protocol.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import { readBytes, tooLong } from './read-bytes.ts';

/** `trigger`: of which one; null: a forge. */
export type HeardHook = (told: {
  readonly trigger: string | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}) => Promise<Reply>;

/** In a minute: so many with the right signature are heard, and so many others are told what was wrong. `atOnce`: are read. */
const most = { heard: 300, refused: 20, atOnce: 64 };
const minuteMs = 60_000;
const ofForges = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-gitlab-token'];
const ofTriggers = ['x-hub-signature-256', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

export function addHooks<E extends Env>(app: Hono<E>, hear: HeardHook): void {
  addHook(app, '/v1/hooks/forge', ofForges, hear);
  addHook(app, '/v1/hooks/trigger/:trigger', ofTriggers, hear);
}

/** A flood of one kind keeps the other from nothing, and strangers keep out nobody who has the secret: each is looked at, however many are refused. */
function addHook<E extends Env>(app: Hono<E>, path: string, signatures: readonly string[], hear: HeardHook): void {
  const counted = { since: performance.now(), heard: 0, refused: 0 };
  const reading = new Set<AbortController>();
  const listen: HeardHook = async (told) => {
    if (counted.heard >= most.heard) return tooMany;
    counted.heard += 1;
    const reply = await hear(told);
    if (isRefused(reply)) counted.heard -= 1;
    return reply;
  };
  app.post(path, async (context) => {
    if (performance.now() - counted.since > minuteMs)
      Object.assign(counted, { since: performance.now(), heard: 0, refused: 0 });
    const { status, reply } = await inTurn(reading, (left) => heard(context, signatures, listen, left));
    if (isRefused(reply)) counted.refused += 1;
    if (status === 429 || (isRefused(reply) && counted.refused > most.refused)) return context.body(null, 429);
    return context.body(`${JSON.stringify(reply)}\n`, status as 200, { 'content-type': 'application/json' });
  });
}

const tooMany = toReply(fail('BUSY', 'Too much was told in this minute.').failure);
const isRefused = (reply: Reply): boolean => !reply.ok && reply.error_code === 'UNAUTHORIZED';

/** Where too many are read at once, the oldest gives way: whoever sends slowly holds nobody up. */
async function inTurn<T>(reading: Set<AbortController>, work: (left: AbortSignal) => Promise<T>): Promise<T> {
  const [oldest] = reading;
  if (reading.size >= most.atOnce && oldest !== undefined) {
    reading.delete(oldest);
    oldest.abort();
  }
  const own = new AbortController();
  reading.add(own);
  try {
    return await work(own.signal);
  } finally {
    reading.delete(own);
  }
}

type Heard = { readonly status: number; readonly reply: Reply };

async function heard(
  { req }: Context,
  signatures: readonly string[],
  hear: HeardHook,
  left: AbortSignal,
): Promise<Heard> {
  const headers = Object.fromEntries(
    signatures.flatMap((name) => {
      const value = req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (Object.keys(headers).length === 0) return said(toReply(fail('UNAUTHORIZED', 'It is not signed.').failure));
  const body = await readBytes(req, { left });
  if (left.aborted) return said(tooMany);
  if (body === null) return said(toReply(tooLong));
  return said(await hear({ trigger: req.param('trigger') ?? null, headers, body }));
}

const said = (reply: Reply): Heard => {
  if (reply.ok) return { status: 200, reply };
  return { status: reply.error_code === 'UNAUTHORIZED' ? 401 : errors[reply.error_code].status, reply };
};
